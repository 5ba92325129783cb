"""The race by size: time and operations against the corpus and against merges."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.race.growth_chart import growth_chart
from ui.race.growth_rows import Against, Measure
from ui.race.race_cautions import show_cautions
from ui.race.race_files import race_files
from ui.race.race_footer import repeat_line, repeating
from ui.race.race_job import Racing
from ui.race.switch import switch

MEASURES: Mapping[Against, tuple[Measure, ...]] = {
    "size": ("time", "merging", "operations"),
    "merges": ("merging", "each"),
}
# Two switches, since what is chosen for one axis need not be there for the other.
SWITCHES: Mapping[Against, str] = {"size": "measure_size", "merges": "measure_merges"}


def growth_view(racing: Racing) -> None:
    """The chart with its fits, and what can be kept."""
    with st.container(key="race_switches", horizontal=True):
        against = switch("against", tuple(MEASURES))
        measure = switch(SWITCHES[against], MEASURES[against])
    standing = racing.standing()
    with st.container(key="race_chart", gap=None):
        chart = growth_chart(
            standing,
            against=against,
            measure=measure,
            facts=racing.facts,
            corpus_name=racing.name,
        )
    show_cautions(standing, standing.sizes[-1], racing.facts)
    contest = racing.contest
    race_files(
        chart,
        standing,
        racing.facts,
        contest.name,
        text=contest.corpus.text,
        command=repeating(contest),
    )
    repeat_line(contest)
