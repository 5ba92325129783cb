"""The growth chart with what it shows in words and its footer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_lab.race.ladder import LANES
from bpe_lab.race.standing import Standing
from bpe_lab.text import joined, t
from ui.charts.captioned import Drawn
from ui.charts.chart_style import lane_title, style
from ui.charts.numbers import slope_text, times_text, whole_text
from ui.race.growth_layers import SYMBOLS, axis_name, growth_layers, measure_name, value_text
from ui.race.growth_rows import Against, LaneGrowth, Measure, lane_growths
from ui.race.race_footer import footer_text


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
