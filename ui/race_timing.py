"""The race by the clock: time against parts, the table, what can be kept."""

from __future__ import annotations

from typing import Literal, TypeAlias

import streamlit as st

from bpe_core.race.cautions import cautions
from bpe_core.race.standing import Standing
from ui.problems import show
from ui.race_files import race_files
from ui.race_job import Racing
from ui.race_switch import switch
from ui.race_table import results_table
from ui.race_timing_chart import timing_chart
from ui.text import t

Axis: TypeAlias = Literal["total", "each"]
Scale: TypeAlias = Literal["log", "linear"]


def timing_view(racing: Racing) -> None:
    """The chart under its switches, cautions, the table, the files."""
    axis, scale = _switches()
    standing = racing.standing()
    size = standing.sizes[-1]
    with st.container(key="race_chart", gap=None):
        chart = _chart(racing, standing, axis, scale, live=False)
    for notice in cautions(standing, size):
        show(notice)
    results_table(standing, size)
    race_files(chart, standing, racing.facts, t(f"sample.{racing.contest.name}"))


def live_chart(racing: Racing, standing: Standing) -> None:
    """The same chart while points arrive, as it was last set."""
    axis = st.session_state.get("race_axis") or "total"
    scale = st.session_state.get("race_scale") or "log"
    _chart(racing, standing, axis, scale, live=True)


def _switches() -> tuple[Axis, Scale]:
    with st.container(key="race_switches", horizontal=True):
        axis: Axis = switch("axis", ("total", "each"))
        scale: Scale = switch("scale", ("log", "linear"))
    return axis, scale


def _chart(
    racing: Racing, standing: Standing, axis: Axis, scale: Scale, *, live: bool
) -> object:
    return timing_chart(
        standing,
        standing.sizes[-1],
        axis=axis,
        scale=scale,
        facts=racing.facts,
        corpus_name=t(f"sample.{racing.contest.name}"),
        live=live,
    )
