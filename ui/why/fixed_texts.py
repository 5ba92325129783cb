"""What the page measures on texts that are always the same, once for all readers."""

from __future__ import annotations

from collections.abc import Callable

from bpe_core.texts.standard_library import standard_library
from bpe_core.texts.word_lists import WordList, words_of
from bpe_lab.scenes import why
from bpe_lab.scenes.why import (
    CORPUS_SIZE,
    PATTERN,
    Curve,
    Reading,
    halves,
    read,
    story_curve,
)
from ui.serving.store import shared_store

READING = ("words read", CORPUS_SIZE)
CURVE = ("merge curve", CORPUS_SIZE)
STORIES = ("story curve",)


def are_measured() -> bool:
    """Whether all that the charts show would be there at once."""
    return all(map(shared_store().has, (READING, CURVE, STORIES)))


def corpus_halves() -> tuple[str, str]:
    """The text to train on, and the held-out text."""
    return halves(standard_library(2 * CORPUS_SIZE))


def corpus_words() -> WordList:
    """The library's words, the most frequent first: a third of the work of `corpus_read`."""

    def make() -> WordList:
        return WordList.of(words_of(corpus_halves()[0], pattern=PATTERN))

    words: WordList = shared_store().get(("word list", CORPUS_SIZE), make)
    return words


def corpus_read() -> Reading:
    """The library as words, and what its list lacks of the held-out text."""
    reading: Reading = shared_store().get(READING, lambda: read(*corpus_halves()))
    return reading


def corpus_curve(on_merge: Callable[[int], object] = lambda _: None) -> Curve:
    """Its tokens after every merge."""

    def make() -> Curve:
        return why.merge_curve(corpus_halves()[0], on_merge=on_merge)

    curve: Curve = shared_store().get(CURVE, make)
    return curve


def stories() -> Curve:
    """The tokens of the same story in two languages."""
    curve: Curve = shared_store().get(STORIES, story_curve)
    return curve
