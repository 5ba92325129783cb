"""What the page measures on texts that are always the same, once for all readers."""

from __future__ import annotations

from collections.abc import Callable

from bpe_core.texts.standard_library import standard_library
from ui.scenes.why import trade_off
from ui.scenes.why.trade_off import CORPUS_SIZE, Curve, Reading, halves, read, story_curve
from ui.serving.store import shared_store


def corpus_halves() -> tuple[str, str]:
    """The text to train on, and the held-out text."""
    return halves(standard_library(2 * CORPUS_SIZE))


def corpus_read() -> Reading:
    """The library as words."""
    key = ("words read", CORPUS_SIZE)
    reading: Reading = shared_store().get(key, lambda: read(*corpus_halves()))
    return reading


def corpus_curve(on_merge: Callable[[int], object]) -> Curve:
    """Its tokens after every merge."""

    def make() -> Curve:
        return trade_off.merge_curve(corpus_halves()[0], on_merge=on_merge)

    curve: Curve = shared_store().get(("merge curve", CORPUS_SIZE), make)
    return curve


def stories() -> Curve:
    """The tokens of the same story in two languages."""
    curve: Curve = shared_store().get(("story curve",), story_curve)
    return curve
