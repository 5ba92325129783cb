"""The timing chart with its finding above and its footer below."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.race.standing import Standing
from ui.charts.axes import Scale
from ui.charts.captioned import Drawn
from ui.charts.chart_style import style
from ui.race.race_footer import footer_text
from ui.race.timing_canvas import View
from ui.race.timing_findings import described, details, finding
from ui.race.timing_layers import timing_layers
from ui.race.timing_lines import Axis, lines, planned_parts


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
