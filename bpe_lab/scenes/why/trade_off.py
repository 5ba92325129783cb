"""What a vocabulary costs and what it saves, measured on real text: the charts' numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.texts.word_lists import WordList, growth, words_of
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.sequence_lengths import sequence_lengths
from bpe_lab.scenes.recorded_walk import character_border

PATTERN = "gpt2"
CORPUS_SIZE = 1_000_000  # bytes that are read; as many more are held out
MERGE_LIMIT = 16_384 - 256
GROWTH_POINTS = 100
LIST_SIZES = (128, 256, 512, 1024, 2048, 4096, 8192)
POINTS = 160  # of a curve over thousands of merges
LANGUAGES = {"en": "story_en", "zh": "story_zh"}

Point = tuple[int, int]


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
    border, data = character_border(corpus.text, corpus.size // 2), corpus.text.encode()
    return data[:border].decode(), data[border:].decode()


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
    for text in texts:
        start = borders[-1]
        placed += [
            PreToken(data, start + at) for data, at, _ in pre_tokenize(text, pattern=PATTERN)
        ]
        borders.append(start + len(text.encode()))
    events = train_linked(placed, TrainOptions(min_count=2), detail=True)
    lengths = tuple(sequence_lengths(events, borders[1:-1]))
    sizes = tuple(len(text.encode()) for text in texts)
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
