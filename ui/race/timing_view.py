"""The race by the clock: time against parts, the table, what can be kept."""

from __future__ import annotations

import streamlit as st

from bpe_core.race.standing import Standing
from ui.charts.axes import Scale
from ui.charts.captioned import Drawn
from ui.race.race_cautions import show_cautions
from ui.race.race_files import race_files
from ui.race.race_footer import repeat_line, repeating
from ui.race.race_job import Racing
from ui.race.race_table import results_table
from ui.race.switch import switch
from ui.race.timing_chart import timing_chart
from ui.race.timing_lines import Axis

AXES: tuple[Axis, ...] = ("total", "each")
SCALES: tuple[Scale, ...] = ("log", "linear")


def timing_view(racing: Racing) -> None:
    """The chart under its switches, what speaks against it, the table, the files."""
    standing = racing.standing()
    drawn = _chart(racing, standing, live=False)
    show_cautions(standing, standing.sizes[-1], racing.facts)
    results_table(standing, standing.sizes[-1])
    contest = racing.contest
    race_files(
        drawn,
        standing,
        racing.facts,
        contest.name,
        text=contest.corpus.text,
        command=repeating(contest),
    )
    repeat_line(contest)


def live_chart(racing: Racing, standing: Standing) -> None:
    """The same chart while points arrive."""
    _chart(racing, standing, live=True)


def _chart(racing: Racing, standing: Standing, *, live: bool) -> Drawn:
    with st.container(key="race_switches", horizontal=True):
        axis = switch("axis", AXES)
        scale = switch("scale", SCALES)
    with st.container(key="race_chart", gap=None):
        return timing_chart(
            standing,
            standing.sizes[-1],
            axis=axis,
            scale=scale,
            facts=racing.facts,
            corpus_name=racing.name,
            live=live,
        )
