"""The marks of a chart against vocabulary size: lines, points, names at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from ui.charts.axes import NARROW, WHOLE, Scale, pixel_of, spread, value_at
from ui.charts.chart_style import Style, haloed
from ui.charts.numbers import whole_text
from ui.compare.system_marks import system_color, system_dash, system_shape
from ui.text import t

HEIGHT, LABEL, VALUES = 260, 22, 76


class Line(NamedTuple):
    """A system's points: vocabulary size and figure, ascending; ``title`` is its name."""

    system: str
    points: tuple[tuple[int, float], ...]
    title: str


class Axis(NamedTuple):
    """The upright axis: its ends, its scale, its labels, and how a value of it is said."""

    domain: tuple[float, float]
    scale: Scale
    labels: alt.Axis | None
    said: Callable[[float], str]


def size_layers(
    lines: Sequence[Line], axis: Axis, title: str, style: Style, *, pointed: bool
) -> alt.LayerChart:
    """The chart, without type and background."""
    systems = [line.system for line in lines]
    height = max(style.px(HEIGHT), style.px(LABEL) * (len(lines) + 1))
    at = {"x": _x(lines), "y": _y(axis, title, style), "color": system_color(systems, style)}
    base = alt.Chart(_frame(lines, axis))
    line = base.mark_line(strokeWidth=style.px(2)).encode(
        **at, strokeDash=system_dash(systems, style)
    )
    points = base.mark_point(filled=True, size=style.px(75), opacity=1).encode(
        **at, shape=system_shape(systems), **({"tooltip": _tooltip(title)} if pointed else {})
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
            "said": axis.said(value),
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
        alt.Tooltip("said", title=title),
    ]


def _labels(
    lines: Sequence[Line], axis: Axis, at: dict[str, Any], height: int, style: Style
) -> list[Any]:
    """Value and name right of the plot, moved apart; on narrow screens over the lines."""
    px = style.px
    ends = {line.system: line.points[-1] for line in lines}
    titles = {line.system: line.title for line in lines}
    place = (axis.domain, height, axis.scale)
    moved = spread(
        {system: pixel_of(value, *place) for system, (_, value) in ends.items()},
        px(LABEL),
        height,
    )
    rows = [
        {
            "system": system,
            "title": titles[system],
            "said": axis.said(value),
            "size": size,
            "value": value,
            "at": value_at(moved[system], *place),
        }
        for system, (size, value) in ends.items()
    ]
    base = alt.Chart(pd.DataFrame(rows))
    hair = base.mark_rule(color=style.border, strokeWidth=1).encode(
        x=at["x"],
        x2=alt.value({"expr": f"{NARROW} ? width : width + {px(14)}"}),
        y=at["y"],
        y2="at",
    )
    edge = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
    value = haloed(
        edge.encode(text="said"),
        style,
        align="right",
        dx={"expr": f"{NARROW} ? -{px(6)} : {px(VALUES)}"},
        color=style.text,
        fontSize=px(13),
    )
    name = haloed(
        edge.encode(text="title", color=at["color"]),
        style,
        align={"expr": f"{NARROW} ? 'right' : 'left'"},
        dx={"expr": f"{NARROW} ? -{px(VALUES)} : {px(VALUES + 8)}"},
        fontWeight=700,
        fontSize=px(13),
    )
    return [hair, *value, *name]
