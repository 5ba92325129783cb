"""The race by size: measurements on two log axes, the lines fitted to them, and the laws."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import altair as alt
import streamlit as st

from bpe_lab.exercises.figure_questions import factor
from bpe_lab.exercises.questions import Question
from bpe_lab.measure.record import Band
from bpe_lab.pages import AGAINST, MEASURES, Measure
from bpe_lab.race.figures import steps, total
from bpe_lab.race.growth import FITTED_POINTS, Growth, Quantity, Theory, growth_of, theory
from bpe_lab.race.plan import LANES, Work
from bpe_lab.race.standing import Standing
from bpe_lab.text import joined, t
from ui.charts.axes import WHOLE, decades, seconds_axis
from ui.charts.captioned import Drawn, show_chart
from ui.charts.chart_style import Style, lane_marks, lane_title, style
from ui.charts.line_charts import Canvas, log_axis, narrow
from ui.charts.numbers import slope_text, time_text, times_text, whole_text
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import drawing_switch
from ui.race.race_job import Racing
from ui.race.race_results import files_and_command, footer_text, show_cautions

Against: TypeAlias = Literal["size", "merges"]

MEASURED: Mapping[tuple[Against, Measure], Quantity] = {
    ("size", "time"): "total",
    ("size", "merging"): "merging",
    ("size", "operations"): "operations",
    ("merges", "merging"): "cumulative",
    ("merges", "each"): "per_part",
}
HEIGHT = 340
LABEL = 40  # pixels from one label of two lines to the next
MARGIN = 1.12  # of the x axis, so that the marks at its ends are whole
SYMBOLS = {"size": "n", "merges": "m"}
MOST_ASKED = 2  # lanes
VEILED = 34  # rem, of what is not drawn while a question is open


@dataclass(frozen=True, slots=True)
class LaneGrowth:
    """A lane's growth; ``bands`` are the quartiles of its points by x, where they are known."""

    growth: Growth
    theory: Theory | None
    bands: Mapping[float, Band]

    @property
    def lane(self) -> str:
        """Its name."""
        return self.growth.lane


def lane_growths(standing: Standing, against: Against, measure: Measure) -> list[LaneGrowth]:
    """The lanes that have points, in the plan's order."""
    wanted = MEASURED[against, measure]
    return [
        LaneGrowth(growth, theory(standing, growth), _bands(standing, growth))
        for growth in growth_of(standing)
        if growth.measure == wanted
    ]


def _bands(standing: Standing, growth: Growth) -> dict[float, Band]:
    if growth.measure == "total":
        bands = {x: total(standing, growth.lane, int(x)) for x, _ in growth.points}
        return {x: band for x, band in bands.items() if band}
    if growth.measure == "per_part":
        points = steps(standing, growth.lane, standing.sizes[-1], most=FITTED_POINTS)
        return {float(point.done): point.band for point in points}
    return {}


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
    canvas = canvas_of(lanes, against, measure, work, style)
    layers = [
        *_theories(lanes, canvas),
        *_fits(lanes, canvas),
        *_bars(lanes, canvas),
        *_points(lanes, canvas, measure, axis_name(against, work), measure_name(measure, work)),
        *_labels(lanes, canvas, SYMBOLS[against]),
    ]
    return canvas.layered(layers, x=1)


def canvas_of(
    lanes: Sequence[LaneGrowth], against: Against, measure: Measure, work: Work, style: Style
) -> Canvas:
    ys = [y for one in lanes for _, y in one.growth.points]
    ys += [value for one in lanes for band in one.bands.values() for value in band]
    domain = decades(ys)
    axis = seconds_axis(domain, "log", style)
    if measure == "operations":
        axis = axis.copy()
        axis["labelExpr"] = WHOLE
    title = f"{measure_name(measure, work)} ({t('growth.scale')}) · {_key(lanes, measure)}"
    return Canvas.of(
        *(_x(lanes, against, work), "y", title, domain, "log", axis),
        marks=lane_marks((one.lane for one in lanes), style),
        style=style,
        height=HEIGHT,
        gap=LABEL,
        labels=len(lanes),
    )


def _x(lanes: Sequence[LaneGrowth], against: Against, work: Work) -> alt.X:
    xs = [x for one in lanes for x, _ in one.growth.points] or [1, 10]
    low, high = min(xs), max(xs)
    if against == "size":
        marked = sorted(set(xs))
    else:
        powers = range(round(math.log10(low)), math.ceil(math.log10(high)) + 1)
        marked = [m * 10.0**power for power in powers for m in (1, 2, 5)]
    return log_axis(
        "x",
        f"{SYMBOLS[against]} = {axis_name(against, work)}",
        (low / MARGIN, high * MARGIN),
        (value for value in marked if low <= value <= high),
        labelExpr=WHOLE,
        labelOverlap=True,
    )


def _key(lanes: Sequence[LaneGrowth], measure: Measure) -> str:
    """What is drawn, as far as it is."""
    banded = any(band.lower < band.upper for one in lanes for band in one.bands.values())
    marks = "counts" if measure == "operations" else "quartiles" if banded else "medians"
    keys = [f"growth.key_{marks}"]
    keys += ["growth.key_fit"] if any(one.growth.fit for one in lanes) else []
    keys += ["growth.key_theory"] if any(one.theory for one in lanes) else []
    return " · ".join(map(t, keys))


def _row(lane: str, x: float, y: float) -> dict[str, object]:
    return {"lane": lane, "x": x, "y": y}


def _theories(lanes: Sequence[LaneGrowth], canvas: Canvas) -> list[alt.Chart]:
    px = canvas.style.px
    rows = [_row(o.lane, x, y) for o in lanes if o.theory for x, y in o.theory.points if y]
    dotted: dict[str, Any] = {
        "strokeWidth": px(1.6),
        "strokeDash": [px(1), px(4)],
        "opacity": 0.8,
    }
    return canvas.drawn(rows, "line", clip=True, **dotted)


def _fits(lanes: Sequence[LaneGrowth], canvas: Canvas) -> list[alt.Chart]:
    rows = [
        _row(one.lane, x, one.growth.fit.at(x))
        for one in lanes
        if one.growth.fit
        for x in (one.growth.points[0][0], one.growth.points[-1][0])
    ]
    of = {"strokeDash": canvas.marks.dash}
    return canvas.drawn(rows, "line", of, strokeWidth=canvas.style.px(2), clip=True)


def _bars(lanes: Sequence[LaneGrowth], canvas: Canvas) -> list[alt.Chart]:
    rows = [
        {"lane": one.lane, "x": x, "lower": band.lower, "upper": band.upper}
        for one in lanes
        for x, band in one.bands.items()
        if band.lower > 0
    ]
    return canvas.bars(rows, strokeWidth=canvas.style.px(2), opacity=0.55)


def _points(
    lanes: Sequence[LaneGrowth], canvas: Canvas, measure: Measure, x_name: str, y_name: str
) -> list[alt.Chart]:
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
    many = max((len(one.growth.points) for one in lanes), default=0) > 12
    tips = [
        alt.Tooltip("title", title=t("timing.tip_lane")),
        alt.Tooltip("x_text", title=x_name),
        alt.Tooltip("value_text", title=y_name),
    ]
    of, size = {"shape": canvas.marks.shape, "tooltip": tips}, 22 if many else 70
    opacity = 0.5 if many else 1
    return canvas.drawn(
        rows, "point", of, filled=True, opacity=opacity, size=canvas.style.px(size)
    )


def value_text(y: float, measure: Measure) -> str:
    """A point's value in words."""
    return whole_text(y) if measure == "operations" else time_text(y)


def _labels(lanes: Sequence[LaneGrowth], canvas: Canvas, symbol: str) -> list[alt.Chart]:
    """Name and slope right of the plot."""
    px = canvas.style.px
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
    return canvas.end_labels(
        rows,
        hair=(2, 14),
        name={"dy": -px(8), **beside},
        note=("slope", {"align": align, "dy": px(8), **beside}),
    )


def drawn_growth(
    standing: Standing,
    *,
    against: Against,
    measure: Measure,
    facts: Mapping[str, str],
    corpus_name: str,
) -> Drawn:
    """How time or operations grow; ``facts`` are those of ``machine.machine``.

    Against the size: ``time``, ``merging`` (without pre-tokenization and set-up) or
    ``operations``. Against the merges: ``merging`` or ``each``.
    """
    lanes, look, work = lane_growths(standing, against, measure), style(), standing.plan.work
    size = standing.sizes[-1]
    footer = footer_text(standing, size, facts, corpus_name)
    return Drawn(
        name=f"growth-{against}-{measure}",
        layers=growth_layers(lanes, against, measure, work, look),
        still=growth_layers(lanes, against, measure, work, look.on_paper),
        style=look,
        finding=_finding(lanes, "size" if against == "size" else work, measure),
        details=_details(lanes),
        footer=[*footer, *_fitting(standing, against)],
        described=t(
            "growth.alt",
            measure=measure_name(measure, work),
            axis=axis_name(against, work),
            symbol=SYMBOLS[against],
            list=joined(_described(one, measure) for one in lanes) or t("growth.none"),
        ),
    )


def _finding(lanes: Sequence[LaneGrowth], doubled: str, measure: Measure) -> str:
    """What twice as much of ``doubled`` does to the slowest and the fastest lane of ours."""
    ends = _slowest_and_fastest(lanes)
    if not ends:
        return t("growth.none")
    kind = "more" if measure == "operations" else "longer"
    factors = [_factor(one, "part" if index else kind) for index, one in enumerate(ends)]
    return t(f"growth.twice_{doubled}_{measure}", list=t("timing.and").join(factors))


def _slowest_and_fastest(lanes: Sequence[LaneGrowth]) -> list[LaneGrowth]:
    """The slowest and the fastest at the end; of ours, where one of them has a slope."""
    fitted = [one for one in lanes if one.growth.fit]
    ours = [one for one in fitted if LANES[one.lane].algorithm] or fitted
    ranked = sorted(ours, key=lambda one: one.growth.points[-1][1], reverse=True)
    return [ranked[0], ranked[-1]] if len(ranked) > 1 else ranked


def _factor(one: LaneGrowth, key: str) -> str:
    assert one.growth.fit is not None
    return t(
        f"growth.{key}", name=lane_title(one.lane), times=times_text(2**one.growth.fit.slope)
    )


def _slope(one: LaneGrowth) -> dict[str, str]:
    assert one.growth.fit is not None
    slope, _, error = slope_text(one.growth.fit).partition(" ± ")
    return {"slope": slope, "error": error}


def _details(lanes: Sequence[LaneGrowth]) -> str:
    """The lanes that the finding leaves out, the laws, and lanes that have no slope."""
    ends = {one.lane for one in _slowest_and_fastest(lanes)}
    others = [_factor(one, "part") for one in lanes if one.growth.fit and one.lane not in ends]
    rest = [t("growth.rest", list=t("timing.and").join(others))] if others else []
    by_law: dict[str, list[str]] = {}
    for one in lanes:
        if one.theory:
            by_law.setdefault(one.theory.law, []).append(lane_title(one.lane))
    comma = t("timing.and")
    laws = [t(f"theory.{law}", names=comma.join(names)) for law, names in by_law.items()]
    theory = [t("growth.theory", list=t("growth.and").join(laws))] if laws else []
    few = [t("growth.few", name=lane_title(one.lane)) for one in lanes if not one.growth.fit]
    return joined([*rest, *theory, *few])


def _fitting(standing: Standing, against: Against) -> list[str]:
    """What the footer of a growth chart says besides."""
    if against == "merges":
        return [t("growth.errors_curve")]
    sizes = standing.sizes
    sentence = t("growth.sizes", sizes=len(sizes), least=sizes[0], most=sizes[-1])
    return [sentence, t("growth.errors")]


def _described(one: LaneGrowth, measure: Measure) -> str:
    (least, first), (most, last) = one.growth.points[0], one.growth.points[-1]
    sentence = t(
        "growth.alt_lane",
        name=lane_title(one.lane),
        first=value_text(first, measure),
        last=value_text(last, measure),
        least=whole_text(least),
        most=whole_text(most),
    )
    slope = [t("growth.alt_slope", **_slope(one))] if one.growth.fit else []
    return joined([sentence, *slope])


def growth_questions(standing: Standing) -> Sequence[Question | None]:
    """The factor of the lane that grows most, and of the one that grows least."""
    grown = [
        (question.right, question)
        for growth in growth_of(standing)
        if growth.measure == "total" and (question := factor(growth.lane, growth.points))
    ]
    ranked = sorted(grown, key=lambda each: -max(int(str(answer)) for answer in each[0]))
    ends = ranked[:1] + ranked[1:][-1:]
    return [question for _, question in ends][:MOST_ASKED]


def growth_word(name: str, value: object) -> object:
    """Lanes, times and factors as the page writes them."""
    match name, value:
        case "lane", str():
            return t(f"lane.{value}.title")
        case (("first" | "last"), float()):
            return time_text(value)
        case "factor", float():
            return times_text(value)
        case (("choice" | "answer"), str()):
            return f"× {value}"
        case _:
            return int(value) if isinstance(value, float) else value


def growth_view(racing: Racing) -> None:
    """The chart with its fits, and what can be taken away."""
    asking_switch()
    if not asked_first(
        "growth",
        racing.key,
        lambda: growth_questions(racing.standing()),
        growth_word,
        height=VEILED,
    ):
        return
    with st.container(key="race_switches", horizontal=True):
        against = drawing_switch("race", AGAINST)
        measure = drawing_switch("race", MEASURES[against])
    standing, facts, name = racing.standing(), racing.facts, racing.name
    drawn = drawn_growth(
        standing, against=against, measure=measure, facts=facts, corpus_name=name
    )
    with st.container(key="race_chart", gap=None):
        show_chart(drawn, key="chart_growth")
    show_cautions(standing, standing.sizes[-1], facts)
    files_and_command(drawn, racing, standing)
