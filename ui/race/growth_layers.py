"""Measurements on two log axes: points, the line fitted to them, and the law beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from bpe_lab.race.plan import Work
from bpe_lab.text import t
from ui.charts.axes import WHOLE, decades, seconds_axis
from ui.charts.chart_style import Style, lane_marks, lane_title
from ui.charts.end_labels import Ends, end_labels, narrow
from ui.charts.numbers import slope_text, time_text, whole_text
from ui.race.growth_rows import Against, LaneGrowth, Measure

HEIGHT = 340
LABEL = 40  # pixels from one label of two lines to the next
MARGIN = 1.12  # of the x axis, so that the marks at its ends are whole
SYMBOLS = {"size": "n", "merges": "m"}


def measure_name(measure: Measure, work: Work) -> str:
    """What is measured, in the reader's language."""
    return t(f"growth.each_{work}") if measure == "each" else t(f"growth.{measure}")


def axis_name(against: Against, work: Work) -> str:
    """What it grows with."""
    return t("growth.x_size") if against == "size" else t(f"growth.x_{work}")


def growth_layers(
    lanes: Sequence[LaneGrowth], against: Against, measure: Measure, work: Work, style: Style
) -> alt.LayerChart:
    """The chart, without type and background; without a point, its empty axes."""
    ys = [y for one in lanes for _, y in one.growth.points]
    ys += [value for one in lanes for band in one.bands.values() for value in band]
    domain = decades(ys)
    height = max(style.high(HEIGHT), style.px(LABEL) * (len(lanes) + 1))
    marks = lane_marks((one.lane for one in lanes), style)
    x, y = _x(lanes, against, work), _y(lanes, domain, measure, work, style)
    at = {"x": x, "y": y, "color": marks.color}
    ends = Ends("y", y, domain, height, "log")
    layers: list[Any] = [
        *_theories(lanes, at, style),
        *_fits(lanes, at, marks.dash, style),
        *_bars(lanes, at, style),
        *_points(lanes, at, marks.shape, measure, against, work, style),
        *_labels(lanes, ends, marks.color, SYMBOLS[against], style),
    ]
    nothing = alt.Chart(pd.DataFrame({"x": [1], "y": [domain[1]]})).mark_point(opacity=0)
    return alt.LayerChart(layer=layers or [nothing.encode(x=x, y=y)], height=height)


def _x(lanes: Sequence[LaneGrowth], against: Against, work: Work) -> alt.X:
    xs = [x for one in lanes for x, _ in one.growth.points] or [1, 10]
    low, high = min(xs), max(xs)
    if against == "size":
        marked = sorted(set(xs))
    else:
        powers = range(round(math.log10(low)), math.ceil(math.log10(high)) + 1)
        marked = [m * 10.0**power for power in powers for m in (1, 2, 5)]
    return alt.X(
        "x",
        type="quantitative",
        title=f"{SYMBOLS[against]} = {axis_name(against, work)}",
        scale=alt.Scale(type="log", domain=[low / MARGIN, high * MARGIN], nice=False),
        axis=alt.Axis(
            grid=False,
            values=[value for value in marked if low <= value <= high],
            labelExpr=WHOLE,
            labelOverlap=True,
        ),
    )


def _key(lanes: Sequence[LaneGrowth], measure: Measure) -> str:
    """What is drawn, as far as it is."""
    banded = any(band.lower < band.upper for one in lanes for band in one.bands.values())
    marks = "counts" if measure == "operations" else "quartiles" if banded else "medians"
    keys = [f"growth.key_{marks}"]
    keys += ["growth.key_fit"] if any(one.growth.fit for one in lanes) else []
    keys += ["growth.key_theory"] if any(one.theory for one in lanes) else []
    return " · ".join(map(t, keys))


def _y(
    lanes: Sequence[LaneGrowth],
    domain: tuple[float, float],
    measure: Measure,
    work: Work,
    style: Style,
) -> alt.Y:
    axis = seconds_axis(domain, "log", style)
    if measure == "operations":
        axis = axis.copy()
        axis["labelExpr"] = WHOLE
    return alt.Y(
        "y",
        type="quantitative",
        title=f"{measure_name(measure, work)} ({t('growth.scale')}) · {_key(lanes, measure)}",
        scale=alt.Scale(type="log", domain=list(domain), nice=False),
        axis=axis,
    )


def _frame(rows: list[tuple[str, float, float]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["lane", "x", "y"])


def _theories(lanes: Sequence[LaneGrowth], at: dict[str, Any], style: Style) -> list[Any]:
    rows = [(one.lane, x, y) for one in lanes if one.theory for x, y in one.theory.points if y]
    if not rows:
        return []
    dotted = alt.Chart(_frame(rows)).mark_line(
        strokeWidth=style.px(1.6), strokeDash=[style.px(1), style.px(4)], opacity=0.8, clip=True
    )
    return [dotted.encode(**at)]


def _fits(
    lanes: Sequence[LaneGrowth], at: dict[str, Any], dash: Any, style: Style
) -> list[Any]:
    rows = [
        (one.lane, x, one.growth.fit.at(x))
        for one in lanes
        if one.growth.fit
        for x in (one.growth.points[0][0], one.growth.points[-1][0])
    ]
    if not rows:
        return []
    line = alt.Chart(_frame(rows)).mark_line(strokeWidth=style.px(2), clip=True)
    return [line.encode(**at, strokeDash=dash)]


def _bars(lanes: Sequence[LaneGrowth], at: dict[str, Any], style: Style) -> list[Any]:
    rows = [
        {"lane": one.lane, "x": x, "lower": band.lower, "upper": band.upper}
        for one in lanes
        for x, band in one.bands.items()
        if band.lower > 0
    ]
    if not rows:
        return []
    bar = alt.Chart(pd.DataFrame(rows)).mark_rule(strokeWidth=style.px(2), opacity=0.55)
    low = alt.Y("lower", type="quantitative")
    return [bar.encode(x=at["x"], y=low, y2="upper", color=at["color"])]


def _points(
    lanes: Sequence[LaneGrowth],
    at: dict[str, Any],
    shape: Any,
    measure: Measure,
    against: Against,
    work: Work,
    style: Style,
) -> list[Any]:
    rows = [
        {
            "lane": one.lane,
            "title": lane_title(one.lane),
            "x": x,
            "x_text": whole_text(x),
            "y": y,
            "value_text": value_text(y, measure),
        }
        for one in lanes
        for x, y in one.growth.points
    ]
    if not rows:
        return []
    many = max(len(one.growth.points) for one in lanes) > 12
    marks = alt.Chart(pd.DataFrame(rows)).mark_point(
        filled=True, opacity=0.5 if many else 1, size=style.px(22 if many else 70)
    )
    return [
        marks.encode(
            **at,
            shape=shape,
            tooltip=[
                alt.Tooltip("title", title=t("timing.tip_lane")),
                alt.Tooltip("x_text", title=axis_name(against, work)),
                alt.Tooltip("value_text", title=measure_name(measure, work)),
            ],
        )
    ]


def value_text(y: float, measure: Measure) -> str:
    """A point's value in words."""
    return whole_text(y) if measure == "operations" else time_text(y)


def _labels(
    lanes: Sequence[LaneGrowth], ends: Ends, color: alt.Color, symbol: str, style: Style
) -> list[Any]:
    """Name and slope right of the plot."""
    if not lanes:
        return []
    px = style.px
    rows = [
        {
            "lane": one.lane,
            "title": lane_title(one.lane),
            "slope": f"∝ {symbol}^{slope_text(one.growth.fit)}" if one.growth.fit else "",
            "y": one.growth.points[-1][1],
        }
        for one in lanes
    ]
    beside: dict[str, Any] = {"dx": narrow(0, px(18)), "fontSize": px(14)}
    align = narrow("'right'", "'left'")
    return end_labels(
        rows,
        ends,
        style,
        gap=LABEL,
        hair=(2, 14),
        name={"dy": -px(8), **beside},
        note=("slope", {"align": align, "dy": px(8), **beside}),
        color=color,
    )
