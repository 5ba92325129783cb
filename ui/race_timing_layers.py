"""Time against the part done, a line a lane: median, quartiles, what was cut, what runs now."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import altair as alt
import pandas as pd

from bpe_core.race.plan import Work
from bpe_core.race.summary import CurvePoint
from ui.chart_style import Style, haloed, lane_color, lane_dash, lane_shape, lane_title
from ui.race_lines import Axis, Line, decades, rounded_up, spread
from ui.race_numbers import budget_text, time_text, whole_text
from ui.text import t

Scale: TypeAlias = Literal["log", "linear"]

HEIGHT = 320
LABEL = 20  # pixels from one label at the lines' ends to the next
VALUES = 94  # right of the plot, where the column of values ends
NARROW = "containerSize()[0] < 560"  # then the labels stand over the lines
WHOLE = "format(datum.value, datum.value < 10000 ? 'd' : ',d')"  # as `text.fill` has it


@dataclass(frozen=True, slots=True)
class View:
    """How the lines are to be drawn. ``parts`` is where x ends; ``budget`` in seconds."""

    parts: int
    axis: Axis
    scale: Scale
    work: Work
    budget: float
    repeats: int


@dataclass(frozen=True, slots=True)
class Canvas:
    """What all marks of the chart share: encodings of a place and of a lane, and the style."""

    x: alt.X
    y: alt.Y
    color: alt.Color
    dash: alt.StrokeDash
    shape: alt.Shape
    style: Style
    domain: tuple[float, float]
    height: int

    @property
    def at(self) -> dict[str, Any]:
        """The encodings that nearly every mark has."""
        return {"x": self.x, "y": self.y, "color": self.color}


def timing_layers(
    lines: Sequence[Line], view: View, style: Style, *, pointed: bool
) -> alt.LayerChart:
    """The chart, without type and background; without a figure, its empty axes.

    ``pointed`` adds the numbers under the pointer, which a kept picture has no use for.
    """
    drawn = [line for line in lines if line.points or line.under_way]
    canvas = _canvas(lines, drawn, view, style)
    layers = [
        *_curves(drawn, view, canvas),
        *_beyond(drawn, canvas),
        *_under_way(drawn, canvas),
        *_labels(drawn, view, canvas),
        *_ends(drawn, canvas),
        *_cuts(drawn, view, canvas),
        *(_values(drawn, view, canvas) if pointed else []),
    ]
    return alt.LayerChart(layer=layers or [_empty(canvas)], height=canvas.height)


def _canvas(lines: Sequence[Line], drawn: Sequence[Line], view: View, style: Style) -> Canvas:
    lanes = [line.lane for line in lines]
    domain = _domain(drawn, view.scale)
    return Canvas(
        x=alt.X(
            "done",
            type="quantitative",
            title=t(f"timing.x_{view.work}"),
            scale=alt.Scale(domain=[0, view.parts], nice=False),
            axis=alt.Axis(grid=False, tickCount=6, labelExpr=WHOLE, tickMinStep=1),
        ),
        y=alt.Y(
            "median",
            type="quantitative",
            title=_y_title(
                view,
                live=any(line.under_way for line in drawn),
                sliced=view.axis == "each" and any(line.is_sliced for line in drawn),
            ),
            scale=alt.Scale(type=view.scale, domain=list(domain), nice=False),
            axis=seconds_axis(domain, view.scale, style),
        ),
        color=lane_color(lanes, style),
        dash=lane_dash(lanes, style),
        shape=lane_shape(lanes),
        style=style,
        domain=domain,
        height=max(style.px(HEIGHT), style.px(LABEL) * (len(drawn) + 1)),
    )


def _empty(canvas: Canvas) -> alt.Chart:
    nothing = alt.Chart(pd.DataFrame({"done": [0], "median": [canvas.domain[1]]}))
    mark: alt.Chart = nothing.mark_point(opacity=0).encode(x=canvas.x, y=canvas.y)
    return mark


def _domain(lines: Sequence[Line], scale: Scale) -> tuple[float, float]:
    """Of the y axis. Of what lies above the medians only the ends' quartiles must be seen."""
    shown = [point.band.middle for line in lines for point in line.points]
    shown += [at for line in lines for _, at in line.under_way]
    shown += [line.to[1] for line in lines if line.to]
    shown += [line.last.band.upper for line in lines if line.last]
    return decades(shown) if scale == "log" else (0.0, rounded_up(max(shown, default=1.0)))


def _y_title(view: View, live: bool, sliced: bool) -> str:
    total = view.axis == "total"
    name = t("timing.y_total") if total else t(f"timing.y_each_{view.work}")
    parts = [f"{name} ({t(f'timing.scale_{view.scale}')})"]
    parts.append(t("timing.key" if view.repeats > 1 else "timing.key_one"))
    parts += [t("timing.slices")] if sliced else []
    return " · ".join([*parts, *([t("timing.live")] if live else [])])


def seconds_axis(domain: tuple[float, float], scale: Scale, style: Style) -> alt.Axis:
    """Units that people read instead of zeros; the title stands on top, where it has room."""
    low, high = (round(math.log10(max(value, 1e-9))) for value in domain)
    whole = [10.0**power for power in range(low, high + 1)]
    return alt.Axis(
        labelExpr=seconds_expr(),
        titleAngle=0,
        titleAlign="left",
        titleAnchor="end",
        titleX=0,
        titleY=-style.px(10),
        titleBaseline="bottom",
        **({"values": whole} if scale == "log" else {"tickCount": 5}),
    )


def seconds_expr() -> str:
    """Vega's expression for an axis label of seconds."""
    units = (("seconds", 1.0, 1), ("milliseconds", 1e-3, 1e3), ("microseconds", 0.0, 1e6))
    shown = "''"
    for name, least, factor in reversed(units):
        unit = t(f"race.unit.{name}", value="")
        value = f"format(datum.value * {factor}, ',.3~r') + '{unit}'"
        shown = f"datum.value >= {least * 0.999} ? {value} : {shown}"
    return f"datum.value == 0 ? '0' : ({shown})"


def _curves(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Bands and lines; in the time a part, steps for lanes of which slices are known."""
    stepped = {line.lane for line in lines if view.axis == "each" and line.is_sliced}
    plain = (line for line in lines if line.lane not in stepped and not line.is_point)
    layers = _curve(_frame(plain), canvas, "linear")
    layers += _curve(
        _steps(line for line in lines if line.lane in stepped), canvas, "step-before"
    )
    few = _frame(line for line in lines if line.is_sparse)
    if few.empty:
        return layers
    dots = alt.Chart(few).mark_circle(size=canvas.style.px(30), opacity=1, clip=True)
    return [*layers, dots.encode(**canvas.at)]


def _curve(
    data: pd.DataFrame, canvas: Canvas, way: Literal["linear", "step-before"]
) -> list[alt.Chart]:
    if data.empty:
        return []
    base = alt.Chart(data)
    low = alt.Y("lower", type="quantitative")
    band = base.mark_area(opacity=0.2, clip=True, interpolate=way)
    line = base.mark_line(strokeWidth=2.2 * canvas.style.scale, clip=True, interpolate=way)
    return [
        band.encode(x=canvas.x, y=low, y2="upper", color=canvas.color),
        line.encode(**canvas.at, strokeDash=canvas.dash),
    ]


def _steps(lines: Iterable[Line]) -> pd.DataFrame:
    """Their points, and where the first slice begins."""
    begun = [
        replace(line, points=(replace(line.points[0], done=line.first), *line.points))
        for line in lines
    ]
    return _frame(begun)


def _beyond(lines: Sequence[Line], canvas: Canvas) -> list[alt.Chart]:
    """What a cut lane would take: lighter, dotted, and said to be no measurement.

    subtle: as far in each part as in the next, which on a log axis is no straight line.
    """
    rows, middles = [], []
    for line in lines:
        if way := line.beyond:
            rows += [{"lane": line.lane, "done": done, "median": at} for done, at in way]
            done, at = way[len(way) // 2]
            middles.append({"done": done, "median": at})
    if not rows:
        return []
    px = canvas.style.px
    line = alt.Chart(pd.DataFrame(rows)).mark_line(
        strokeWidth=px(1.6), strokeDash=[px(1), px(4)], opacity=0.75
    )
    said = alt.Chart(pd.DataFrame(middles)).encode(x=canvas.x, y=canvas.y)
    words = haloed(
        said,
        canvas.style,
        text=t("timing.extrapolated"),
        color=canvas.style.muted,
        fontSize=px(12),
        fontStyle="italic",
        dy={"expr": f"{NARROW} ? -{px(32)} : -{px(14)}"},
    )
    return [line.encode(**canvas.at), *words]


def _under_way(lines: Sequence[Line], canvas: Canvas) -> list[alt.Chart]:
    rows = [
        {"lane": line.lane, "done": done, "median": at}
        for line in lines
        for done, at in line.under_way
    ]
    if not rows:
        return []
    dots = alt.Chart(pd.DataFrame(rows)).mark_circle(size=canvas.style.px(18), opacity=0.9)
    return [dots.encode(**canvas.at)]


def _ends(lines: Sequence[Line], canvas: Canvas) -> list[alt.Chart]:
    """A mark where each line ends; lanes that tell only their end have a quartile bar."""
    whole = [line for line in lines if line.last and not line.cut]
    if not whole:
        return []
    px = canvas.style.px
    layers = []
    points = _frame(line for line in whole if line.is_point)
    if not points.empty:
        bar = alt.Chart(points).mark_rule(strokeWidth=px(3), opacity=0.55)
        low = alt.Y("lower", type="quantitative")
        layers = [bar.encode(x=canvas.x, y=low, y2="upper", color=canvas.color)]
    ends = alt.Chart(_frame(whole).groupby("lane", sort=False).tail(1))
    mark = ends.mark_point(filled=True, opacity=1, size=px(70))
    return [*layers, mark.encode(**canvas.at, shape=canvas.shape)]


def _cuts(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """A cross and words where the budget ended a lane."""
    rows = [
        {"lane": line.lane, "done": line.last.done, "median": line.last.band.middle}
        for line in lines
        if line.cut and line.last
    ]
    if not rows:
        return []
    px = canvas.style.px
    data = alt.Chart(pd.DataFrame(rows))
    cross = data.mark_point(shape="cross", angle=45, filled=True, opacity=1, size=px(130))
    # Above a rising line there is room, and left of its end nothing of its own.
    left = f"datum.done < {0.25 * view.parts}"
    words = haloed(
        data.encode(**canvas.at),
        canvas.style,
        text=t("timing.cut_mark", seconds=budget_text(view.budget)),
        align={"expr": f"{left} ? 'left' : 'right'"},
        dx={"expr": f"{left} ? -{px(4)} : {px(4)}"},
        dy=-px(15),
        fontSize=px(12),
        fontWeight=600,
    )
    return [cross.encode(**canvas.at), *words]


def _labels(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Name and total right of the plot, moved apart, with a hairline from the line's end."""
    ends = {line.lane: end for line in lines if (end := _end(line)) is not None}
    if not ends:
        return []
    px, place = canvas.style.px, (canvas.domain, canvas.height, view.scale)
    moved = spread(
        {lane: _pixel(value, *place) for lane, value in ends.items()},
        px(LABEL),
        canvas.height,
    )
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "value": _end_text(line, view),
            "median": ends[line.lane],
            "at": _value(moved[line.lane], *place),
        }
        for line in lines
        if line.lane in ends
    ]
    base = alt.Chart(pd.DataFrame(rows))
    hair = base.mark_rule(color=canvas.style.border, strokeWidth=1).encode(
        x=alt.value({"expr": f"width + {px(5)}"}),
        x2=alt.value({"expr": f"{NARROW} ? width + {px(5)} : width + {px(18)}"}),
        y=canvas.y,
        y2="at",
    )
    at = base.encode(x=alt.value({"expr": "width"}), y=alt.Y("at", type="quantitative"))
    above: dict[str, Any] = {"dy": {"expr": f"{NARROW} ? -{px(10)} : 0"}, "fontSize": px(14)}
    value = haloed(
        at.encode(text="value"),
        canvas.style,
        align="right",
        dx={"expr": f"{NARROW} ? -{px(10)} : {px(VALUES)}"},
        color=canvas.style.text,
        **above,
    )
    name = haloed(
        at.encode(text="title", color=canvas.color),
        canvas.style,
        align={"expr": f"{NARROW} ? 'right' : 'left'"},
        dx={"expr": f"{NARROW} ? -{px(VALUES - 4)} : {px(VALUES + 8)}"},
        fontWeight=700,
        **above,
    )
    return [hair, *value, *name]


def _end(line: Line) -> float | None:
    """The height at which a lane is named."""
    if line.to:
        return line.to[1]
    if line.last:
        return line.last.band.middle
    return line.under_way[-1][1] if line.under_way else None


def _end_text(line: Line, view: View) -> str:
    if line.to:
        return t("timing.about", seconds=time_text(line.to[1]))
    if line.cut or not line.last:
        return ""
    middle = line.end.middle if view.axis == "total" and line.end else line.typical
    return time_text(middle or line.last.band.middle)


def _values(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """The numbers under the pointer."""
    data = _frame(lines)
    if data.empty:
        return []
    nearest = alt.selection_point(
        name="pointed",
        nearest=True,
        on="pointerover",
        clear="pointerout",
        fields=["done", "lane"],
        empty=False,
    )
    told = [
        alt.Tooltip("title", title=t("timing.tip_lane")),
        alt.Tooltip("done_text", title=t(f"timing.x_{view.work}")),
        alt.Tooltip("median_text", title=t("timing.tip_median")),
    ]
    if view.repeats > 1:
        told.append(alt.Tooltip("quartiles_text", title=t("timing.tip_quartiles")))
    dots = alt.Chart(data).mark_circle(size=canvas.style.px(60))
    dots = dots.encode(
        **canvas.at,
        opacity=alt.condition(nearest, alt.value(1), alt.value(0)),
        tooltip=told,
    )
    return [dots.add_params(nearest)]


def _frame(lines: Iterable[Line]) -> pd.DataFrame:
    """A row a point, for marks and tooltips."""
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "done": point.done,
            "done_text": whole_text(point.done),
            "lower": point.band.lower,
            "median": point.band.middle,
            "upper": point.band.upper,
            "median_text": time_text(point.band.middle),
            "quartiles_text": _quartiles_text(point),
        }
        for line in lines
        for point in line.points
    ]
    return pd.DataFrame(rows)


def _quartiles_text(point: CurvePoint) -> str:
    """A dash where one run has told the point."""
    lower, _, upper = point.band
    if lower == upper and not point.bound:
        return "–"
    return f"{time_text(lower)} – {'≥ ' if point.bound else ''}{time_text(upper)}"


def _pixel(value: float, domain: tuple[float, float], height: int, scale: Scale) -> float:
    """Down from the top of the plot."""
    low, high = domain
    if scale == "log":
        low, high, value = math.log10(low), math.log10(high), math.log10(value)
    return height * (high - value) / (high - low)


def _value(pixel: float, domain: tuple[float, float], height: int, scale: Scale) -> float:
    low, high = domain
    if scale == "linear":
        return high - (high - low) * pixel / height
    span = math.log10(high / low)
    return float(10 ** (math.log10(high) - span * pixel / height))
