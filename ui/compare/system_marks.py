"""How a system is named and marked in tables and charts."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from ui.charts.chart_style import MARKS, Style
from ui.scenes.compare.system_looks import look_of
from ui.text import t

STAR = " *"  # at what a system has packed that does not give the text back


def system_title(system: str) -> str:
    """The system's name in the reader's language."""
    return t(f"system.{system}")


def mark_of(system: str) -> str:
    """The mark of its lines in the charts, as HTML."""
    seen = look_of(system)
    color = f"color: light-dark({seen.light}, {seen.dark})"
    return f'<i aria-hidden="true" style="{color}">{MARKS[seen.mark]}</i>'


def system_color(systems: Sequence[str], style: Style) -> alt.Color:
    """The systems' colours; they are named at their marks and in no legend."""
    colors = [look_of(each).dark if style.dark else look_of(each).light for each in systems]
    scale = alt.Scale(domain=list(systems), range=colors)
    return alt.Color("system", type="nominal", scale=scale, legend=None)


def system_dash(systems: Sequence[str], style: Style) -> alt.StrokeDash:
    """The systems' line styles."""
    dashes = [[style.px(d) for d in look_of(each).dash] or [1, 0] for each in systems]
    scale = alt.Scale(domain=list(systems), range=dashes)
    return alt.StrokeDash("system", type="nominal", scale=scale, legend=None)


def system_shape(systems: Sequence[str]) -> alt.Shape:
    """The systems' marks."""
    scale = alt.Scale(domain=list(systems), range=[look_of(each).mark for each in systems])
    return alt.Shape("system", type="nominal", scale=scale, legend=None)
