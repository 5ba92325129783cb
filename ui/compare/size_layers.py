"""The marks of a chart against vocabulary size: lines, points, names at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from bpe_lab.text import t
from ui.charts.axes import WHOLE, Scale
from ui.charts.chart_style import Style
from ui.charts.end_labels import Ends, end_labels, narrow
from ui.charts.numbers import whole_text
from ui.compare.system_marks import system_marks

HEIGHT, LABEL, VALUES = 260, 22, 76


class Line(NamedTuple):
    """A system's points: vocabulary size and figure, ascending; ``title`` is its name."""

    system: str
    points: tuple[tuple[int, float], ...]
    title: str


class Axis(NamedTuple):
    """The upright axis: its ends, its scale, its labels, and how a value of it reads."""

    domain: tuple[float, float]
    scale: Scale
    labels: alt.Axis | None
    value_text: Callable[[float], str]


def size_layers(
    lines: Sequence[Line], axis: Axis, title: str, style: Style, *, pointed: bool
) -> alt.LayerChart:
    """The chart, without type and background."""
    height = max(style.high(HEIGHT), style.px(LABEL) * (len(lines) + 1))
    marks = system_marks((line.system for line in lines), style)
    at = {"x": _x(lines), "y": _y(axis, title, style), "color": marks.color}
    base = alt.Chart(_frame(lines, axis))
    line = base.mark_line(strokeWidth=style.px(2)).encode(**at, strokeDash=marks.dash)
    points = base.mark_point(filled=True, size=style.px(75), opacity=1).encode(
        **at, shape=marks.shape, **({"tooltip": _tooltip(title)} if pointed else {})
    )
    labels = _labels(lines, axis, at, height, style)
    return alt.LayerChart(layer=[line, points, *labels], height=height)


def _frame(lines: Sequence[Line], axis: Axis) -> pd.DataFrame:
    rows = [
        {
            "system": line.system,
            "title": line.title,
            "size": size,
            "size_text": whole_text(size),
            "value": value,
            "value_text": axis.value_text(value),
        }
        for line in lines
        for size, value in line.points
    ]
    return pd.DataFrame(rows)


def _x(lines: Sequence[Line]) -> alt.X:
    sizes = sorted({size for line in lines for size, _ in line.points})
    low, high = sizes[0], sizes[-1]
    ends = [low / 1.1, high * 1.1] if low < high else [low / 2, high * 2]
    return alt.X(
        "size",
        type="quantitative",
        title=t("compare.x"),
        scale=alt.Scale(type="log", domain=ends, nice=False),
        axis=alt.Axis(grid=False, values=sizes, labelExpr=WHOLE),
    )


def _y(axis: Axis, title: str, style: Style) -> alt.Y:
    plain: dict[str, Any] = {
        "titleAngle": 0,
        "titleAlign": "left",
        "titleAnchor": "end",
        "titleX": 0,
        "titleY": -style.px(10),
        "titleBaseline": "bottom",
    }
    return alt.Y(
        "value",
        type="quantitative",
        title=title,
        scale=alt.Scale(type=axis.scale, domain=list(axis.domain), nice=False),
        axis=axis.labels or alt.Axis(tickCount=5, **plain),
    )


def _tooltip(title: str) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("title", title=t("compare.column.system")),
        alt.Tooltip("size_text", title=t("compare.x")),
        alt.Tooltip("value_text", title=title),
    ]


def _labels(
    lines: Sequence[Line], axis: Axis, at: dict[str, Any], height: int, style: Style
) -> list[alt.Chart]:
    """Value and name right of the plot."""
    rows = [
        {
            "system": line.system,
            "title": line.title,
            "value_text": axis.value_text(line.points[-1][1]),
            "size": line.points[-1][0],
            "value": line.points[-1][1],
        }
        for line in lines
    ]
    px = style.px
    value = {"align": "right", "dx": narrow(-px(6), px(VALUES)), "fontSize": px(13)}
    return end_labels(
        rows,
        Ends("value", at["y"], axis.domain, height, axis.scale),
        style,
        gap=LABEL,
        hair=(0, 14),
        name={"dx": narrow(-px(VALUES), px(VALUES + 8)), "fontSize": px(13)},
        note=("value_text", value),
        color=at["color"],
        x=at["x"],
    )
