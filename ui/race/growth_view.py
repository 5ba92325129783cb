"""The race by size: time and operations against the corpus and against merges."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.charts.captioned import show_chart
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import switch
from ui.race.growth_chart import drawn_growth
from ui.race.growth_questions import growth_questions, growth_word
from ui.race.growth_rows import Against, Measure
from ui.race.race_cautions import show_cautions
from ui.race.race_files import files_and_command
from ui.race.race_job import Racing

MEASURES: Mapping[Against, tuple[Measure, ...]] = {
    "size": ("time", "merging", "operations"),
    "merges": ("merging", "each"),
}
VEILED = 34  # rem, of what is not drawn while a question is open
# Two switches, since what is chosen for one axis need not be there for the other.
SWITCHES: Mapping[Against, str] = {"size": "measure_size", "merges": "measure_merges"}


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
        against = switch("race", "against", tuple(MEASURES))
        measure = switch("race", SWITCHES[against], MEASURES[against])
    standing, facts, name = racing.standing(), racing.facts, racing.name
    drawn = drawn_growth(
        standing, against=against, measure=measure, facts=facts, corpus_name=name
    )
    with st.container(key="race_chart", gap=None):
        show_chart(drawn, key="chart_growth")
    show_cautions(standing, standing.sizes[-1], facts)
    files_and_command(drawn, racing, standing)
