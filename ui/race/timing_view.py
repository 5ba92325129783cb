"""The race by the clock: time against parts, the table, what can be taken away."""

from __future__ import annotations

import streamlit as st

from bpe_lab.pages import AXIS, SCALE
from bpe_lab.race.standing import Standing
from ui.charts.captioned import Drawn, show_chart
from ui.page.fields import switch
from ui.race.race_cautions import show_cautions
from ui.race.race_files import files_and_command
from ui.race.race_job import Racing
from ui.race.race_table import results_table
from ui.race.timing_chart import drawn_timing


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
        axis = switch("race", AXIS)
        scale = switch("race", SCALE)
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
