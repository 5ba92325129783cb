"""How the systems look in rows, tables and charts: their indices in the palette of lanes."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.registry import SYSTEMS
from bpe_lab.scenes.lanes import LOOKS, Look, palette_index_among

LOOK_OF: Mapping[str, int] = {
    "bpe": 3,
    "bbpe": 5,
    "subword_nmt": 2,
    "bytepiece": 4,
    "sentencepiece_bpe": 1,
    "sentencepiece_unigram": 6,
    "sentencepiece_default": 8,
}


def palette_index(system: str) -> int:
    """The system's index in the palette: its own, else one that no other has.

    >>> palette_index("bytepiece")
    4
    """
    return palette_index_among(system, LOOK_OF, SYSTEMS)


def look_of(system: str) -> Look:
    """Its colours, line, mark and hatch."""
    return LOOKS[palette_index(system)]
