"""The model that the page trains: its text, its words, every round of pruning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest, nsmallest
from pathlib import Path
from random import Random

import numpy as np

from bpe_core.errors import FormatError
from bpe_core.formats.model_files import json_of
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.systems.bytepiece.bytepiece_events import CleanUpEvent, PieceKept, PieceSplit
from bpe_core.systems.bytepiece.bytepiece_texts import training_texts
from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions
from bpe_core.systems.bytepiece.ngrams import LanguageModel, language_model_of
from bpe_core.systems.bytepiece.pruning import (
    best_parts,
    clean_up_taught,
    counts_of,
    shared_out,
)
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel

LINES = 1600  # of each language
WORDS = (5, 9)  # of a line
SEED = 9752
FEW, FULL_OF = 4, 0.35  # the first words of a list, and their share of a text
# Some can be cut in more than one way: 南京市|长江大桥, 南京|市长|江大桥, 研究生|命, now|here.
CHINESE = (
    "的 了 是 在 不 人 南京 长江 大桥 南京市 市长 长江大桥 江大桥 研究 研究生 生命 起源 上海 "
    "学生 老师 今天 早上 喜欢 看见 知道 人们 朋友 武汉 上海市 武汉市 北京 北京市 重庆 天气 "
    "月亮 太阳 大海 雪山 森林 面包 蜂蜜 小镇 河边 船长 火车 飞机 汽车 公园 学校 教室 图书馆 "
    "音乐 电影 故事 名字 问题 答案 语言 文字 字典 词语 句子 数学 物理 化学 历史 地理 科学 "
    "科学家 音乐家 画家 作家 医生 医院 护士 警察 农民 工人 司机 邻居 孩子 母亲 父亲 哥哥 姐姐 "
    "弟弟 妹妹 爷爷 奶奶 春天 夏天 秋天 冬天 昨天 明天 晚上 中午 下午 现在 以后 以前 跑步 "
    "走路 游泳 唱歌 跳舞 写信 读书 做饭 喝茶 吃饭 睡觉 起床 说话 听见 想念 忘记 记得 帮助 "
    "寻找 发现 打开 关上 红色 蓝色 绿色 黄色 白色 黑色 高兴 难过 漂亮 安静 热闹 聪明 勇敢 "
    "温暖 寒冷 遥远 附近 桌子 椅子 窗户 房间 花园 街道 城市 村庄 海洋 岛屿 沙漠 草原 苹果 "
    "香蕉 葡萄 西瓜 牛奶 鸡蛋 米饭 豆腐 蔬菜 水果 老虎 狮子 大象 熊猫 兔子 乌龟 蝴蝶"
)
ENGLISH = (
    "the a of to in is it and no now here where nowhere there then them at hat that her other "
    "mother another together get for forget boat bridge river water town mayor over under "
    "cover discover teacher student people nobody everybody something nothing morning evening "
    "today weather whether winter summer spring autumn mountain island ocean forest desert "
    "village garden window kitchen table chair paper letter number question answer language "
    "sentence history science music picture story secret doctor farmer driver painter sailor "
    "neighbour sister brother father daughter grandmother child children friend stranger "
    "rabbit tiger elephant butterfly apple banana honey bread butter cheese coffee sugar "
    "silver golden purple yellow orange quiet noisy clever brave gentle hungry thirsty sleepy "
    "happy angry lonely quickly slowly always never often maybe almost before after beyond "
    "between behind through against without walk talk think thinking look looking work "
    "working sing singing dance remember believe imagine promise whisper follow gather travel "
    "carry wonder understand"
)
FILE = Path(__file__).with_name("lesson_words.json")
OPTIONS = BytePieceOptions(min_count=8)
CLOSE = RARE = 4  # rows of each


@dataclass(frozen=True, slots=True)
class Lesson:
    """The training: ``words`` distinct words, of which ``dropped`` were too rare.

    ``rounds`` are the events of every round on the others; ``model`` is what they left.
    """

    size: int
    values: LanguageModel
    words: int
    dropped: Mapping[bytes, int]
    rounds: tuple[tuple[CleanUpEvent, ...], ...]
    model: UnigramModel


def make_lesson() -> Lesson:
    """Train on the made-up text; the same as `train_bytepiece`, without compiled code.

    Cutting the text into words would need it, so these come along.
    """
    text = lesson_text()
    texts = list(training_texts(text))
    values = language_model_of(texts, order=OPTIONS.order, min_count=OPTIONS.min_count)
    table = PreTokenTable.from_counts(lesson_words())
    sizes = np.diff(table.ends, prepend=0)
    is_often = (sizes <= OPTIONS.max_piece_length) & (table.counts >= OPTIONS.min_count)
    keep = is_often | (sizes == 1)
    often, rare = counts_of(table, keep), counts_of(table, ~keep)
    counts = shared_out({**dict.fromkeys(SINGLE_BYTES, 1), **often}, rare)
    rounds, counts = cleaned(counts)
    return Lesson(
        size=len(text.encode()),
        values=values,
        words=len(table.counts),
        dropped=rare,
        rounds=rounds,
        model=UnigramModel.of_counts(counts),
    )


@cache
def lesson_text(lines: int = LINES) -> str:
    """The whole text, the same everywhere, the languages in turn.

    >>> lesson_text(1).count("\\n"), lesson_text(1).isascii()
    (2, False)
    """
    chance = Random(SEED)
    written = (
        _line(words, chance, join, end)
        for _ in range(lines)
        for words, join, end in ((CHINESE.split(), "", "。"), (ENGLISH.split(), " ", "."))
    )
    return "".join(f"{line}\n" for line in written)


def _line(words: Sequence[str], chance: Random, join: str, end: str) -> str:
    """Some words, the first ones of the list more often than the last."""
    least, most = WORDS
    count = least + int(chance.random() * (most - least + 1))
    return join.join(_word(words, chance) for _ in range(count)) + end


def _word(words: Sequence[str], chance: Random) -> str:
    """One of the few words that every text is full of, or one of all.

    subtle: not `Random.choice`, whose draws no version of Python promises to keep.
    """
    if chance.random() < FULL_OF:
        return words[int(chance.random() * FEW)]
    return words[int(chance.random() ** 1.6 * len(words))]


def lesson_words() -> Mapping[bytes, int]:
    """Each with its count; raises ``FormatError``."""
    return counts_in(FILE.read_bytes(), FILE.name)


def counts_in(data: bytes, file: str) -> Mapping[bytes, int]:
    """An object of words and counts.

    >>> counts_in(b'{"low": 2}', "a.json")
    {b'low': 2}
    >>> counts_in(b'{"low": 0}', "a.json")
    Traceback (most recent call last):
    bpe_core.errors.FormatError: a.json, words: an object of counts from 1 on
    """
    words = json_of(file, data)
    if not isinstance(words, dict) or not all(
        type(count) is int and count > 0 for count in words.values()
    ):
        raise FormatError(file=file, where="words", rule="an object of counts from 1 on")
    return {word.encode(): count for word, count in words.items()}


def cleaned(
    counts: dict[bytes, int],
) -> tuple[tuple[tuple[CleanUpEvent, ...], ...], dict[bytes, int]]:
    """Rounds until none takes a piece out, and the counts after them."""
    rounds = []
    before = -1
    while len(counts) != before:
        before = len(counts)
        events = []
        steps = clean_up_taught(counts, detail=True)
        while True:
            try:
                events.append(next(steps))
            except StopIteration as end:
                counts = end.value
                break
        rounds.append(tuple(events))
    return tuple(rounds), counts


@dataclass(frozen=True, slots=True)
class PrunedRow:
    """A piece beside its parts; ``own`` is None where it has no probability any more."""

    verdict: str
    piece: bytes
    count: int
    own: float | None
    parts: tuple[bytes, ...]
    together: float


def useless_rows(lesson: Lesson) -> list[PrunedRow]:
    """The pieces that their parts beat, in all rounds."""
    return [
        PrunedRow(
            "useless",
            event.piece,
            event.count,
            event.log_probability,
            event.parts,
            event.parts_log_probability,
        )
        for events in lesson.rounds
        for event in events
        if isinstance(event, PieceSplit)
    ]


def close_rows(lesson: Lesson) -> list[PrunedRow]:
    """Pieces that stayed, those first whose parts come closest."""
    return nsmallest(CLOSE, _close(lesson), key=lambda row: (row.own or 0.0) - row.together)


def _close(lesson: Lesson) -> Iterator[PrunedRow]:
    for event in lesson.rounds[-1]:
        if isinstance(event, PieceKept) and len(event.piece) > 1:
            parts, together = best_parts(lesson.model, event.piece)
            own = lesson.model.log_probability(event.piece)
            yield PrunedRow("close", event.piece, event.count, own, parts, together)


def rare_rows(lesson: Lesson) -> list[PrunedRow]:
    """The most frequent of the words that were too rare, and the parts that got their count."""
    most = nlargest(RARE, lesson.dropped, key=lambda word: (lesson.dropped[word], -len(word)))
    rows = []
    for word in most:
        parts, together = best_parts(lesson.model, word)
        rows.append(PrunedRow("rare", word, lesson.dropped[word], None, parts, together))
    return rows
