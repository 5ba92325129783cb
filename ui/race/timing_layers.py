"""Time against the part done, a line a lane: median, quartiles, what was cut, what runs now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import altair as alt
import pandas as pd

from bpe_lab.text import t
from ui.charts.chart_style import Style, haloed
from ui.charts.end_labels import narrow
from ui.charts.numbers import budget_text
from ui.race.timing_canvas import Canvas, View, canvas_of
from ui.race.timing_frames import frame_of, steps_of
from ui.race.timing_labels import named_ends, pointed_values
from ui.race.timing_lines import Line


def timing_layers(
    lines: Sequence[Line], view: View, style: Style, *, pointed: bool
) -> alt.LayerChart:
    """The chart, without type and background; without a figure, its empty axes.

    ``pointed`` adds the numbers under the pointer, which a kept picture has no use for.
    """
    drawn = [line for line in lines if line.points or line.under_way]
    canvas = canvas_of(lines, drawn, view, style)
    layers = [
        *_curves(drawn, view, canvas),
        *_beyond(drawn, canvas),
        *_under_way(drawn, canvas),
        *named_ends(drawn, view, canvas),
        *_ends(drawn, canvas),
        *_cuts(drawn, view, canvas),
        *(pointed_values(drawn, view, canvas) if pointed else []),
    ]
    return alt.LayerChart(layer=layers or [_empty(canvas)], height=canvas.height)


def _empty(canvas: Canvas) -> alt.Chart:
    nothing = alt.Chart(pd.DataFrame({"done": [0], "median": [canvas.domain[1]]}))
    mark: alt.Chart = nothing.mark_point(opacity=0).encode(x=canvas.x, y=canvas.y)
    return mark


def _curves(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Bands and lines; in the time a part, steps for lanes of which slices are known."""
    stepped = {line.lane for line in lines if view.axis == "each" and line.is_sliced}
    plain = (line for line in lines if line.lane not in stepped and not line.is_point)
    layers = _curve(frame_of(plain), canvas, "linear")
    layers += _curve(
        steps_of(line for line in lines if line.lane in stepped), canvas, "step-before"
    )
    few = frame_of(line for line in lines if line.is_sparse)
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
        band.encode(x=canvas.x, y=low, y2="upper", color=canvas.marks.color),
        line.encode(**canvas.at, strokeDash=canvas.marks.dash),
    ]


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
    words = haloed(
        alt.Chart(pd.DataFrame(middles)).encode(x=canvas.x, y=canvas.y),
        canvas.style,
        text=t("timing.extrapolated"),
        color=canvas.style.muted,
        fontSize=px(12),
        fontStyle="italic",
        dy=narrow(-px(32), -px(14)),
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
    points = frame_of(line for line in whole if line.is_point)
    if not points.empty:
        bar = alt.Chart(points).mark_rule(strokeWidth=px(3), opacity=0.55)
        low = alt.Y("lower", type="quantitative")
        layers = [bar.encode(x=canvas.x, y=low, y2="upper", color=canvas.marks.color)]
    ends = alt.Chart(frame_of(whole).groupby("lane", sort=False).tail(1))
    mark = ends.mark_point(filled=True, opacity=1, size=px(70))
    return [*layers, mark.encode(**canvas.at, shape=canvas.marks.shape)]


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
