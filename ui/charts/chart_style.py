"""How a chart of measurements looks in both themes, larger in a hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import altair as alt
import streamlit as st

from ui.page.presenting import is_presenting
from ui.scenes.lanes import LOOK_OF, LOOKS, Look
from ui.text import t

FONT = (
    "Source Sans, Source Sans Pro, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
)
MARKS = {  # of the lanes in the charts
    "circle": "●",
    "square": "■",
    "diamond": "◆",
    "triangle-up": "▲",
    "triangle-down": "▼",
    "triangle-right": "▶",
    "triangle-left": "◀",
    "cross": "✚",
    "wedge": "▴",
    "arrow": "➤",
}


@dataclass(frozen=True, slots=True)
class Style:
    """Colours of a theme; ``scale`` is 1, in front of a hall 1.5."""

    dark: bool
    scale: float

    @property
    def text(self) -> str:
        return "#E8ECF1" if self.dark else "#17202B"

    @property
    def muted(self) -> str:
        return "#AEB8C4" if self.dark else "#55606E"

    @property
    def border(self) -> str:
        return "#2C3643" if self.dark else "#DCE1E7"

    @property
    def paper(self) -> str:
        """The background of saved pictures and label halos; on the page charts have none."""
        return "#10151C" if self.dark else "#FFFFFF"

    @property
    def on_paper(self) -> Style:
        """Of a saved picture: light, since its later background is unknown."""
        return replace(self, dark=False)

    def px(self, size: float) -> int:
        """Pixels of a size."""
        return round(size * self.scale)


def style() -> Style:
    """The style of this reader's page."""
    return Style(st.context.theme.type == "dark", 1.5 if is_presenting() else 1.0)


def look(lane: str) -> Look:
    """How the lane is drawn."""
    return LOOKS[LOOK_OF[lane]]


def lane_title(lane: str) -> str:
    """The lane's name in the reader's language."""
    return t(f"lane.{lane}.title")


def lane_color(lanes: Sequence[str], style: Style) -> alt.Color:
    """The lanes' colours, named at their lines and in no legend."""
    colors = [look(lane).dark if style.dark else look(lane).light for lane in lanes]
    scale = alt.Scale(domain=list(lanes), range=colors)
    return alt.Color("lane", type="nominal", scale=scale, legend=None)


def lane_dash(lanes: Sequence[str], style: Style) -> alt.StrokeDash:
    """The lanes' line styles."""
    dashes = [[style.px(d) for d in look(lane).dash] or [1, 0] for lane in lanes]
    scale = alt.Scale(domain=list(lanes), range=dashes)
    return alt.StrokeDash("lane", type="nominal", scale=scale, legend=None)


def lane_shape(lanes: Sequence[str]) -> alt.Shape:
    """The lanes' marks."""
    scale = alt.Scale(domain=list(lanes), range=[look(lane).mark for lane in lanes])
    return alt.Shape("lane", type="nominal", scale=scale, legend=None)


def haloed(chart: alt.Chart, style: Style, **mark: Any) -> list[alt.Chart]:
    """Words that stay legible over lines: once as a rim of paper, once as they are."""
    rim = {**mark, "color": style.paper, "stroke": style.paper, "strokeWidth": style.px(4)}
    below = chart.mark_text(**rim, strokeJoin="round")
    if chart.encoding.color is not alt.Undefined:  # else the lane's colour would win
        below = below.encode(color=alt.value(style.paper))
    return [below, chart.mark_text(**mark)]
