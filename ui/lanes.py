"""How a lane of a race looks, wherever it is drawn: one palette for the player and the charts.

A colour for each theme, a dash pattern and a mark, so that no lane is told by colour alone. The
player has the same values in `player/tokens.css`; a test holds them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """``dash`` in pixels, empty for a solid line; ``mark`` is a shape of Vega-Lite."""

    light: str
    dark: str
    dash: tuple[int, ...]
    mark: str


LOOKS: tuple[Look, ...] = (
    Look("#B84A00", "#F08A4B", (2, 3), "triangle-up"),
    Look("#B84A00", "#F08A4B", (6, 3), "circle"),
    Look("#5B4B9A", "#A99BE8", (10, 3, 2, 3), "diamond"),
    Look("#334155", "#D5DDE7", (), "square"),
    Look("#00707A", "#4CC4CE", (), "triangle-down"),
    Look("#6B7280", "#A7AFBC", (4, 2), "cross"),
    Look("#7C4A2D", "#CFA283", (8, 2), "triangle-right"),
    Look("#5F6B1E", "#B5C24F", (3, 2), "triangle-left"),
    Look("#8B2C4A", "#E58BA6", (12, 3), "stroke"),
    Look("#3F5F4F", "#9CC3AE", (1, 2), "diamond"),
)

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
    "cached": 3,
    "compiled_encode": 4,
    "tiktoken": 6,
}
