"""One text in three ways, side by side, and what a vocabulary costs and saves on real text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.runtime.text import beginning
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.texts.word_lists import WordList, growth, words_of
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.sequence_lengths import sequence_lengths
from bpe_lab.scenes.drawn_tokens import Palette, byte_widget, token_items
from bpe_lab.scenes.recording import Json, still, text

UNKNOWN = "<unk>"
DRAWN = {"words": 60, "bytes": 32, "tokens": 120}  # items of a view that are drawn
ROWS = 8  # of a view, before it scrolls
WAYS = tuple(DRAWN)
PATTERN = "gpt2"
CORPUS_SIZE = 1_000_000  # bytes that are read; as many more are held out
MERGE_LIMIT = 16_384 - 256
GROWTH_POINTS = 100
LIST_SIZES = (128, 256, 512, 1024, 2048, 4096, 8192)
POINTS = 160  # of a curve over thousands of merges
LANGUAGES = {"en": "story_en", "zh": "story_zh"}
Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a way of writing a text costs: entries of the list, length of the sequence."""

    vocabulary: int
    length: int
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class ThreeWays:
    """The board and the figures of its three columns, in the order of ``WAYS``."""

    recording: Json
    figures: tuple[Figures, Figures, Figures]


def three_ways(readers_text: str, words: WordList, model: BPEModel) -> ThreeWays:
    """The text as words, as bytes and as tokens of the model, to which special tokens are text.

    The figures are those of the whole text, the board shows its beginning.
    """
    palette = Palette(model)
    ids, cut, data = encode(model, readers_text), words_of(readers_text), readers_text.encode()
    unknown = sum(words.id_of(word) is None for word in cut)
    # Tokens before words: they name the table's entries where both are one byte.
    tokens, entries = (
        token_items(palette, ids[: DRAWN["tokens"]]),
        _word_items(palette, cut, words),
    )
    in_bytes = byte_widget(palette, data, most=DRAWN["bytes"], title="why.bytes.view")
    widgets = [_flow("words", entries), in_bytes, _flow("tokens", tokens)]
    lengths = dict(zip(WAYS, (len(cut), len(data), len(ids)), strict=True))
    states = {way: _state(way, length) for way, length in lengths.items()}
    recording = still(
        states,
        widgets=widgets,
        layout={"stage": [], "columns": [[way] for way in WAYS]},
        tokens=palette.tokens,
        title="why.title",
    )
    figures = (
        Figures(len(words), len(cut), unknown),
        Figures(256, len(data)),
        Figures(sum(map(bool, model.vocabulary.tokens)), len(ids)),  # without free ids
    )
    return ThreeWays(recording, figures)


def _flow(name: str, items: list[Json]) -> Json:
    widget = {"id": name, "kind": "flow", "style": "chips", "title": f"why.{name}.view"}
    return {**widget, "rows": ROWS, "items": items}


def _state(way: str, length: int) -> dict[str, Json]:
    """Says so where only the beginning is drawn."""
    limit = DRAWN[way]
    if length <= limit:
        return {}
    return {"aside": text("why.first", shown=limit, length=length)}


def _word_items(palette: Palette, cut: list[str], words: WordList) -> list[Json]:
    """Each word over its index in the list, unknown ones over ``<unk>``."""
    items: list[Json] = []
    at = 0
    for word in cut[: DRAWN["words"]]:
        data = word.encode()
        entry = words.id_of(word)
        name = UNKNOWN if entry is None else entry
        token = palette.tokens.index(name, data, kind="piece")
        look = {"look": "differs"} if entry is None else {}
        items.append({"at": at, "tokens": [[token, at]], **look})
        at += len(data)
    return items


@dataclass(frozen=True, slots=True)
class Reading:
    """A corpus read into a word list, and how much of the text after it the list lacks."""

    size: int
    words: int
    word_list: WordList
    growth: tuple[Point, ...]
    held_out: int
    held_out_words: int
    unknown: tuple[Point, ...]


def halves(corpus: Corpus) -> tuple[str, str]:
    """What is read and what is held out."""
    data = corpus.text.encode()
    first = beginning(data, corpus.size // 2)
    return first.decode(), data[len(first) :].decode()


def read(first: str, second: str) -> Reading:
    """Read the first text, try the list on the second."""
    words, others = words_of(first, pattern=PATTERN), words_of(second, pattern=PATTERN)
    known = WordList.of(words)
    sizes = [size for size in LIST_SIZES if size < len(known)]
    return Reading(
        size=len(first.encode()),
        words=len(words),
        word_list=known,
        growth=tuple(growth(words, every=max(1, len(words) // GROWTH_POINTS))),
        held_out=len(second.encode()),
        held_out_words=len(others),
        unknown=tuple(known.unknown_by_size(others, [*sizes, len(known)])),
    )


@dataclass(frozen=True, slots=True)
class Curve:
    """Tokens of each part of a text after every merge, from none on."""

    sizes: tuple[int, ...]
    characters: tuple[int, ...]
    lengths: tuple[tuple[int, ...], ...]

    @property
    def merges(self) -> int:
        return len(self.lengths) - 1

    def points(self, part: int = 0) -> list[Point]:
        """(vocabulary, tokens) at sizes evenly spaced on a logarithmic axis, each exact."""
        return [(256 + k, self.lengths[k][part]) for k in spread(self.merges)]


def spread(last: int, base: int = 256, points: int = POINTS) -> list[int]:
    """Numbers from 0 to ``last`` whose distances from ``-base`` grow evenly by a factor.

    >>> spread(768, points=4)
    [0, 106, 256, 468, 768]
    """
    grow = ((base + last) / base) ** (1 / points)
    return sorted({min(last, round(base * grow**k) - base) for k in range(points + 1)})


def merge_curve(
    text: str, *, limit: int = MERGE_LIMIT, on_merge: Callable[[int], object] = lambda _: None
) -> Curve:
    """Train on ``text`` until no pair is left, or to ``limit`` merges."""
    counts = count_pre_tokens(text, pattern=PATTERN)
    options = TrainOptions(num_merges=limit)
    steps = sequence_lengths(train_linked(lay_out(counts), options, detail=True))
    return Curve((len(text.encode()),), (len(text),), tuple(_reporting(steps, on_merge)))


def language_curve(texts: Sequence[str]) -> Curve:
    """Train on all ``texts`` together while a pair occurs twice; the tokens of each."""
    placed: list[PreToken] = []
    borders = [0]
    for each in texts:
        start = borders[-1]
        placed += [
            PreToken(data, start + at) for data, at, _ in pre_tokenize(each, pattern=PATTERN)
        ]
        borders.append(start + len(each.encode()))
    events = train_linked(placed, TrainOptions(min_count=2), detail=True)
    lengths = tuple(sequence_lengths(events, borders[1:-1]))
    sizes = tuple(len(each.encode()) for each in texts)
    return Curve(sizes, tuple(map(len, texts)), lengths)


def story_curve() -> Curve:
    """The same story in English and in Chinese."""
    return language_curve([sample(name).text for name in LANGUAGES.values()])


def _reporting(
    steps: Iterator[tuple[int, ...]], on_merge: Callable[[int], object]
) -> Iterator[tuple[int, ...]]:
    for merges, lengths in enumerate(steps):
        on_merge(merges)
        yield lengths
