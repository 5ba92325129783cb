"""How a chart of measurements looks in both themes, larger in a hall; made once in each."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import streamlit as st

from bpe_lab.scenes.lanes import Look, look_of
from bpe_lab.text import language, t
from ui.page.markup import Html, html_of
from ui.page.presenting import is_presenting
from ui.serving.store import Store, Value

if TYPE_CHECKING:  # tables have marks too, and need no charts
    import altair as alt

Channel = TypeVar("Channel")

FONT = (
    "Source Sans, Source Sans Pro, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
)
IN_A_HALL = 1.75  # times as large, so that the smallest type has 21 pixels
MOST_HIGH = 1.5
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
    """Colors of a theme; ``scale`` is 1, in front of a hall that of its type."""

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

    def high(self, size: float) -> int:
        """Pixels of a height: a hall's window has larger type and no more room."""
        return round(size * min(self.scale, MOST_HIGH))


def style() -> Style:
    """The style of this reader's page."""
    return Style(st.context.theme.type == "dark", IN_A_HALL if is_presenting() else 1.0)


def look(lane: str) -> Look:
    """How the lane is drawn."""
    return look_of(lane)


def lane_title(lane: str) -> str:
    """The lane's name in the reader's language."""
    return t(f"lane.{lane}.title")


class Marks(NamedTuple):
    """How a chart tells its lines apart; they are named at their ends and in no legend."""

    color: alt.Color
    dash: alt.StrokeDash
    shape: alt.Shape


def marks_of(field: str, looks: Mapping[str, Look], style: Style) -> Marks:
    """The looks of the lines by the value of ``field``."""
    import altair as alt

    def channel(kind: Callable[..., Channel], marks: list[Any]) -> Channel:
        scale = alt.Scale(domain=list(looks), range=marks)
        return kind(field, type="nominal", scale=scale, legend=None)

    seen = looks.values()
    return Marks(
        channel(alt.Color, [look.dark if style.dark else look.light for look in seen]),
        channel(alt.StrokeDash, [[style.px(d) for d in look.dash] or [1, 0] for look in seen]),
        channel(alt.Shape, [look.mark for look in seen]),
    )


def lane_marks(lanes: Iterable[str], style: Style) -> Marks:
    """Those of the lanes of a race."""
    return marks_of("lane", {lane: look(lane) for lane in lanes}, style)


def mark_html(look: Look) -> Html:
    """The mark of a line, for the row of a table that speaks of it."""
    return html_of("charts", "mark", look, MARKS[look.mark])


def haloed(chart: alt.Chart, style: Style, **mark: Any) -> list[alt.Chart]:
    """Words that stay legible over lines: once as a rim of paper, once as they are."""
    import altair as alt

    rim = {**mark, "color": style.paper, "stroke": style.paper, "strokeWidth": style.px(4)}
    below = chart.mark_text(**rim, strokeJoin="round")
    if chart.encoding.color is not alt.Undefined:  # else the lane's color would win
        below = below.encode(color=alt.value(style.paper))
    return [below, chart.mark_text(**mark)]


def make_once(store: Store, of: object, name: Hashable, make: Callable[[], Value]) -> Value:
    """``make()``, cached in ``store`` for all readers with this language and look."""
    return store.value_of(of, (name, language(), style()), make)
