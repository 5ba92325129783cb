"""The race by the clock: time against the part done, a line a lane."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import altair as alt
import pandas as pd
import streamlit as st

from bpe_lab.pages import AXIS, SCALE
from bpe_lab.race.figures import CurvePoint
from bpe_lab.race.plan import Work
from bpe_lab.race.standing import Standing
from bpe_lab.text import t
from ui.charts.axes import WHOLE, Scale, decades, rounded_up, seconds_axis
from ui.charts.captioned import Drawn, show_chart
from ui.charts.chart_style import Style, lane_marks, lane_title, style
from ui.charts.line_charts import Canvas, narrow
from ui.charts.numbers import budget_text, time_text, whole_text
from ui.page.fields import drawing_switch
from ui.race.race_job import Racing
from ui.race.race_results import files_and_command, footer_text, results_table, show_cautions
from ui.race.timing_lines import Axis, Line, described, details, finding, lines, planned_parts

HEIGHT = 320
LABEL = 20  # pixels from one label at the lines' ends to the next
VALUES = 94  # right of the plot, where the column of values ends


@dataclass(frozen=True, slots=True)
class View:
    """How the lines are to be drawn. ``parts`` is where x ends; ``budget`` in seconds."""

    parts: int
    axis: Axis
    scale: Scale
    work: Work
    budget: float
    repeats: int


def canvas_of(lines: Sequence[Line], drawn: Sequence[Line], view: View, style: Style) -> Canvas:
    domain = _domain(drawn, view.scale)
    x = alt.X(
        "done",
        type="quantitative",
        title=t(f"timing.x_{view.work}"),
        scale=alt.Scale(domain=[0, view.parts], nice=False),
        axis=alt.Axis(grid=False, tickCount=6, labelExpr=WHOLE, tickMinStep=1),
    )
    live = any(line.under_way for line in drawn)
    sliced = view.axis == "each" and any(line.is_sliced for line in drawn)
    axis = seconds_axis(domain, view.scale, style)
    return Canvas.of(
        *(x, "median", _y_title(view, live, sliced), domain, view.scale, axis),
        marks=lane_marks((line.lane for line in lines), style),
        style=style,
        height=HEIGHT,
        gap=LABEL,
        labels=len(drawn),
    )


def _domain(lines: Sequence[Line], scale: Scale) -> tuple[float, float]:
    """Of the y axis. Of what lies above the medians only the ends' quartiles must be seen."""
    heights = [point.band.middle for line in lines for point in line.points]
    heights += [at for line in lines for _, at in line.under_way]
    heights += [line.to[1] for line in lines if line.to]
    heights += [line.last.band.upper for line in lines if line.last]
    return decades(heights) if scale == "log" else (0.0, rounded_up(max(heights, default=1.0)))


def _y_title(view: View, live: bool, sliced: bool) -> str:
    total = view.axis == "total"
    name = t("timing.y_total") if total else t(f"timing.y_each_{view.work}")
    parts = [f"{name} ({t(f'timing.scale_{view.scale}')})"]
    parts.append(t("timing.key" if view.repeats > 1 else "timing.key_one"))
    parts += [t("timing.slices")] if sliced else []
    return " · ".join([*parts, *([t("timing.live")] if live else [])])


def frame_of(lines: Iterable[Line]) -> pd.DataFrame:
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


def steps_of(lines: Iterable[Line]) -> pd.DataFrame:
    """Their points, and where the first slice begins."""
    begun = [
        replace(line, points=(replace(line.points[0], done=line.first), *line.points))
        for line in lines
    ]
    return frame_of(begun)


def named_ends(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Name and total right of the plot."""
    rows = [
        {
            "lane": line.lane,
            "title": lane_title(line.lane),
            "value": _end_text(line, view),
            "median": end,
        }
        for line in lines
        if (end := _end(line)) is not None
    ]
    px = canvas.style.px
    above: dict[str, Any] = {"dy": narrow(-px(10), 0), "fontSize": px(14)}
    return canvas.end_labels(
        rows,
        hair=(5, 18),
        name={"dx": narrow(-px(VALUES - 4), px(VALUES + 8)), **above},
        note=("value", {"align": "right", "dx": narrow(-px(10), px(VALUES)), **above}),
    )


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


def pointed_values(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """The numbers under the pointer."""
    nearest = alt.selection_point(
        name="pointed",
        nearest=True,
        on="pointerover",
        clear="pointerout",
        fields=["done", "lane"],
        empty=False,
    )
    tips = [
        alt.Tooltip("title", title=t("timing.tip_lane")),
        alt.Tooltip("done_text", title=t(f"timing.x_{view.work}")),
        alt.Tooltip("median_text", title=t("timing.tip_median")),
    ]
    if view.repeats > 1:
        tips.append(alt.Tooltip("quartiles_text", title=t("timing.tip_quartiles")))
    seen = alt.condition(nearest, alt.value(1), alt.value(0))
    of = {"opacity": seen, "tooltip": tips}
    dots = canvas.drawn(frame_of(lines), "circle", of, size=canvas.style.px(60))
    return [each.add_params(nearest) for each in dots]


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
    return canvas.layered(layers, done=0)


def _curves(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """Bands and lines; in the time a part, steps for lanes of which slices are known."""
    stepped = {line.lane for line in lines if view.axis == "each" and line.is_sliced}
    plain = (line for line in lines if line.lane not in stepped and not line.is_point)
    layers = _curve(frame_of(plain), canvas, "linear")
    layers += _curve(
        steps_of(line for line in lines if line.lane in stepped), canvas, "step-before"
    )
    few = frame_of(line for line in lines if line.is_sparse)
    return layers + canvas.drawn(few, "circle", size=canvas.style.px(30), opacity=1, clip=True)


def _curve(
    data: pd.DataFrame, canvas: Canvas, way: Literal["linear", "step-before"]
) -> list[alt.Chart]:
    wide, of = 2.2 * canvas.style.scale, {"strokeDash": canvas.marks.dash}
    return [
        *canvas.bars(data, "area", opacity=0.2, clip=True, interpolate=way),
        *canvas.drawn(data, "line", of, strokeWidth=wide, clip=True, interpolate=way),
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
    px = canvas.style.px
    dotted: dict[str, Any] = {
        "strokeWidth": px(1.6),
        "strokeDash": [px(1), px(4)],
        "opacity": 0.75,
    }
    words = canvas.words(
        middles,
        text=t("timing.extrapolated"),
        color=canvas.style.muted,
        fontSize=px(12),
        fontStyle="italic",
        dy=narrow(-px(32), -px(14)),
    )
    return [*canvas.drawn(rows, "line", **dotted), *words]


def _under_way(lines: Sequence[Line], canvas: Canvas) -> list[alt.Chart]:
    rows = [
        {"lane": line.lane, "done": done, "median": at}
        for line in lines
        for done, at in line.under_way
    ]
    return canvas.drawn(rows, "circle", size=canvas.style.px(18), opacity=0.9)


def _ends(lines: Sequence[Line], canvas: Canvas) -> list[alt.Chart]:
    """A mark where each line ends; lanes that tell only their end have a quartile bar."""
    whole = [line for line in lines if line.last and not line.cut]
    if not whole:
        return []
    px, of = canvas.style.px, {"shape": canvas.marks.shape}
    points = frame_of(line for line in whole if line.is_point)
    ends = frame_of(whole).groupby("lane", sort=False).tail(1)
    return [
        *canvas.bars(points, strokeWidth=px(3), opacity=0.55),
        *canvas.drawn(ends, "point", of, filled=True, opacity=1, size=px(70)),
    ]


def _cuts(lines: Sequence[Line], view: View, canvas: Canvas) -> list[alt.Chart]:
    """A cross and words where the budget ended a lane."""
    rows = [
        {"lane": line.lane, "done": line.last.done, "median": line.last.band.middle}
        for line in lines
        if line.cut and line.last
    ]
    px = canvas.style.px
    cross: dict[str, Any] = {
        "shape": "cross",
        "angle": 45,
        "filled": True,
        "opacity": 1,
        "size": px(130),
    }
    # Above a rising line there is room, and left of its end nothing of its own.
    left = f"datum.done < {0.25 * view.parts}"
    words = canvas.words(
        rows,
        {"color": canvas.marks.color},
        text=t("timing.cut_mark", seconds=budget_text(view.budget)),
        align={"expr": f"{left} ? 'left' : 'right'"},
        dx={"expr": f"{left} ? -{px(4)} : {px(4)}"},
        dy=-px(15),
        fontSize=px(12),
        fontWeight=600,
    )
    return [*canvas.drawn(rows, "point", **cross), *words]


def drawn_timing(
    standing: Standing,
    size: int,
    *,
    axis: Axis = "total",
    scale: Scale = "log",
    facts: Mapping[str, str],
    corpus_name: str,
    live: bool = False,
) -> Drawn:
    """Time by part of a heat; ``facts`` are those of ``machine.machine``.

    ``live`` also draws the run under way.
    """
    drawn = lines(standing, size, axis, live=live)
    view = View(
        parts=planned_parts(standing, size),
        axis=axis,
        scale=scale,
        work=standing.plan.work,
        budget=standing.plan.budget,
        repeats=standing.plan.repeats,
    )
    look = style()
    return Drawn(
        name="timing",
        layers=timing_layers(drawn, view, look, pointed=True),
        still=timing_layers(drawn, view, look.on_paper, pointed=False),
        style=look,
        finding=finding(standing, size, axis, drawn),
        details=details(standing, size, axis, drawn),
        footer=footer_text(standing, size, facts, corpus_name),
        described=described(standing, size, drawn, axis, scale),
    )


def timing_view(racing: Racing) -> None:
    """The chart under its switches, what speaks against it, the table, the files."""
    standing = racing.standing()
    drawn = timing_chart(racing, standing, live=False)
    show_cautions(standing, standing.sizes[-1], racing.facts)
    results_table(standing, standing.sizes[-1])
    files_and_command(drawn, racing, standing)


def timing_chart(racing: Racing, standing: Standing, *, live: bool) -> Drawn:
    """The chart and its switches; ``live`` while points arrive."""
    with st.container(key="race_switches", horizontal=True):
        axis = drawing_switch("race", AXIS)
        scale = drawing_switch("race", SCALE)
    drawn = drawn_timing(
        standing,
        standing.sizes[-1],
        axis=axis,
        scale=scale,
        facts=racing.facts,
        corpus_name=racing.name,
        live=live,
    )
    with st.container(key="race_chart", gap=None):
        return show_chart(drawn, key="chart_timing")
