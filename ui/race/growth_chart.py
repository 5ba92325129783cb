"""The growth chart on the page: what it shows in words, its footer, itself to be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from bpe_core.race.ladder import LANES
from bpe_core.race.standing import Standing
from ui.charts.captioned import Drawn, draw_captioned
from ui.charts.chart_style import lane_title, style
from ui.charts.numbers import slope_text, times_text, whole_text
from ui.race.footer import footer_text
from ui.race.growth_layers import SYMBOLS, axis_name, growth_layers, measure_name, said
from ui.race.growth_rows import Against, Grown, Measure, grown
from ui.text import joined, t


def growth_chart(
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
    drawn = drawn_growth(
        standing, against=against, measure=measure, facts=facts, corpus_name=corpus_name
    )
    with st.container(key="chart_growth", gap=None):
        draw_captioned(drawn)
    return drawn


def drawn_growth(
    standing: Standing,
    *,
    against: Against,
    measure: Measure,
    facts: Mapping[str, str],
    corpus_name: str,
) -> Drawn:
    """The chart with all that stands around it, not yet on the page."""
    found, look, work = grown(standing, against, measure), style(), standing.plan.work
    size = standing.sizes[-1]
    footer = footer_text(standing, size, facts, corpus_name)
    return Drawn(
        name=f"growth-{against}-{measure}",
        layers=growth_layers(found, against, measure, work, look),
        still=growth_layers(found, against, measure, work, look.on_paper),
        style=look,
        finding=_finding(found, "size" if against == "size" else work, measure),
        details=_details(found),
        footer=[*footer, *_fitting(standing, against)],
        described=t(
            "growth.alt",
            measure=measure_name(measure, work),
            axis=axis_name(against, work),
            symbol=SYMBOLS[against],
            list=joined(_described(one, measure) for one in found) or t("growth.none"),
        ),
    )


def _finding(found: Sequence[Grown], doubled: str, measure: Measure) -> str:
    """What twice as much of ``doubled`` does to the slowest and the fastest lane of ours."""
    told = _headed(found)
    if not told:
        return t("growth.none")
    kind = "more" if measure == "operations" else "longer"
    factors = [_factor(one, "part" if place else kind) for place, one in enumerate(told)]
    return t(f"growth.twice_{doubled}_{measure}", list=t("timing.and").join(factors))


def _headed(found: Sequence[Grown]) -> list[Grown]:
    """The slowest and the fastest at the end; of ours, where one of them has a slope."""
    fitted = [one for one in found if one.growth.fit]
    ours = [one for one in fitted if LANES[one.lane].algorithm] or fitted
    ranked = sorted(ours, key=lambda one: one.growth.points[-1][1], reverse=True)
    return [ranked[0], ranked[-1]] if len(ranked) > 1 else ranked


def _factor(one: Grown, key: str) -> str:
    assert one.growth.fit is not None
    return t(
        f"growth.{key}", name=lane_title(one.lane), times=times_text(2**one.growth.fit.slope)
    )


def _slope(one: Grown) -> dict[str, str]:
    assert one.growth.fit is not None
    slope, _, error = slope_text(one.growth.fit).partition(" ± ")
    return {"slope": slope, "error": error}


def _details(found: Sequence[Grown]) -> str:
    """The lanes that the finding leaves out, the laws, and lanes that have no slope."""
    headed = {one.lane for one in _headed(found)}
    others = [
        _factor(one, "part") for one in found if one.growth.fit and one.lane not in headed
    ]
    rest = [t("growth.rest", list=t("timing.and").join(others))] if others else []
    lanes: dict[str, list[str]] = {}
    for one in found:
        if one.theory:
            lanes.setdefault(one.theory.law, []).append(lane_title(one.lane))
    comma = t("timing.and")
    laws = [t(f"theory.{law}", names=comma.join(names)) for law, names in lanes.items()]
    theory = [t("growth.theory", list=t("growth.and").join(laws))] if laws else []
    few = [t("growth.few", name=lane_title(one.lane)) for one in found if not one.growth.fit]
    return joined([*rest, *theory, *few])


def _fitting(standing: Standing, against: Against) -> list[str]:
    """What the footer of a growth chart says besides."""
    if against == "merges":
        return [t("growth.errors_curve")]
    sizes = standing.sizes
    told = t("growth.sizes", sizes=len(sizes), least=sizes[0], most=sizes[-1])
    return [told, t("growth.errors")]


def _described(one: Grown, measure: Measure) -> str:
    (least, first), (most, last) = one.growth.points[0], one.growth.points[-1]
    sentence = t(
        "growth.alt_lane",
        name=lane_title(one.lane),
        first=said(first, measure),
        last=said(last, measure),
        least=whole_text(least),
        most=whole_text(most),
    )
    slope = [t("growth.alt_slope", **_slope(one))] if one.growth.fit else []
    return joined([sentence, *slope])
