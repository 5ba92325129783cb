"""Words in random order, Chinese and English: a text on which a model is trained in a moment.

A small text from real life says most things once only, and a small model would learn its
sentences by heart. Here a word meets ever other neighbours, as in a large text: within a word
the next byte is all but certain, behind it anything may follow. To find words, that is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

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
