"""How a lane of a race looks and how its times are written, in the player and the charts.

One palette: a color for each theme, a dash pattern, a mark and a hatch, so that no lane is
identified by color alone. Colors reach 4.5:1 on every background of their theme and keep away
from the sub-goals'. The player has the same values in `player/core/colors.css` and
`player/widgets/looks.js`; a test holds them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bpe_lab.race.plan import LANES, lanes_of
from bpe_lab.scenes.recording import Text, text

LOOK_OF: Mapping[str, int] = {
    "naive_every": 0,
    "naive": 1,
    "indexed": 2,
    "linked": 3,
    "compiled": 4,
    "huggingface": 5,
    "rustbpe": 6,
    "gigatoken": 7,
    "sentencepiece": 8,
    "merge_list": 1,
    "rank_order_scan": 2,
    "rank_order_heap": 9,
    "linear": 7,
    "cached": 3,
    "compiled_encode": 4,
    "tiktoken": 6,
}
UNITS = (("seconds", 1.0), ("milliseconds", 1e-3), ("microseconds", 1e-6))


@dataclass(frozen=True, slots=True)
class Look:
    """``dash`` in pixels, empty for a solid line; ``mark`` is a shape of Vega-Lite.

    ``hatch`` names the stripes of a bar, empty for a solid one.
    """

    light: str
    dark: str
    dash: tuple[int, ...]
    mark: str
    hatch: str = ""


LOOKS: tuple[Look, ...] = (
    Look("#B84A00", "#F08A4B", (2, 3), "triangle-up", "crossed"),
    Look("#B84A00", "#F08A4B", (6, 3), "circle", "rising"),
    Look("#5B4B9A", "#A99BE8", (10, 3, 2, 3), "diamond", "falling"),
    Look("#334155", "#D5DDE7", (), "square"),
    Look("#006B75", "#74DEDC", (), "triangle-down", "level"),
    Look("#626D7B", "#9AA3B2", (4, 2), "cross", "dotted"),
    Look("#7B2D86", "#D68BE6", (8, 2), "triangle-right", "upright"),
    Look("#5F6B1E", "#B5C24F", (3, 2), "triangle-left", "broad-rising"),
    Look("#8B2C4A", "#F0778F", (12, 3), "wedge", "broad-falling"),
    Look("#5C4838", "#C9B39B", (1, 2), "arrow", "squared"),
)


def palette_index(lane: str) -> int:
    """The lane's index in the palette: its own, else one that no lane of its work has.

    >>> palette_index("linked")
    3
    """
    return palette_index_among(lane, LOOK_OF, lanes_of(LANES[lane].work))


def look_of(lane: str) -> Look:
    """Its colors, line, mark and hatch."""
    return LOOKS[palette_index(lane)]


def palette_index_among(name: str, own: Mapping[str, int], names: Iterable[str]) -> int:
    """The index that is ``name``'s ``own``, else by its turn one that none of ``names`` owns.

    Where all are owned, two look alike, and only their names tell them apart.

    >>> palette_index_among("new", {"old": 0}, ["old", "new"])
    1
    """
    if name in own:
        return own[name]
    names = list(names)
    taken = {own[each] for each in names if each in own}
    free = [index for index in range(len(LOOKS)) if index not in taken] or range(len(LOOKS))
    others = [each for each in names if each not in own]
    return free[others.index(name) % len(free)]


def duration(seconds: float) -> Text:
    """Three digits that count.

    >>> duration(0.0631)
    ['race.unit.milliseconds', {'value': '63.1'}]
    """
    for name, unit in UNITS:
        if seconds >= unit or name == "microseconds":
            break
    value = seconds / unit
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    return text(f"race.unit.{name}", value=f"{value:,.{digits}f}")
