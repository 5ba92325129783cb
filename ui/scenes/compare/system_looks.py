"""How the systems look in rows, tables and charts: their places in the palette of lanes."""

from __future__ import annotations

from collections.abc import Mapping

from ui.scenes.lanes import LOOKS, Look

LOOK_OF: Mapping[str, int] = {
    "bpe": 3,
    "bbpe": 5,
    "subword_nmt": 2,
    "bytepiece": 4,
    "sentencepiece_bpe": 1,
    "sentencepiece_unigram": 6,
    "sentencepiece_default": 8,
}
OTHERS = (7, 9, 0)  # of systems to come


def place_of(system: str) -> int:
    """The system's place in the palette.

    >>> place_of("bytepiece")
    4
    """
    return LOOK_OF.get(system, OTHERS[len(system) % len(OTHERS)])


def look_of(system: str) -> Look:
    """Its colours, line, mark and hatch."""
    return LOOKS[place_of(system)]
