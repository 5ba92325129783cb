"""The timing chart on the page: its finding above, its footer below, itself to be kept."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bpe_core.race.standing import Standing
from ui.charts.axes import Scale
from ui.charts.captioned import Drawn, draw_captioned
from ui.charts.chart_style import style
from ui.race.canvas import View
from ui.race.findings import described, details, finding
from ui.race.footer import footer_text
from ui.race.lines import Axis, lines, planned_parts
from ui.race.timing_layers import timing_layers


def timing_chart(
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
    drawn = drawn_timing(
        standing,
        size,
        axis=axis,
        scale=scale,
        facts=facts,
        corpus_name=corpus_name,
        live=live,
    )
    with st.container(key="chart_timing", gap=None):
        draw_captioned(drawn)
    return drawn


def drawn_timing(
    standing: Standing,
    size: int,
    *,
    axis: Axis,
    scale: Scale,
    facts: Mapping[str, str],
    corpus_name: str,
    live: bool = False,
) -> Drawn:
    """The chart with all that stands around it, not yet on the page."""
    found = lines(standing, size, axis, live=live)
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
        layers=timing_layers(found, view, look, pointed=True),
        still=timing_layers(found, view, look.on_paper, pointed=False),
        style=look,
        finding=finding(standing, size, axis, found),
        details=details(standing, size, axis, found),
        footer=footer_text(standing, size, facts, corpus_name),
        described=described(standing, size, found, axis, scale),
    )
