"""The race by size: time and operations against the corpus and against merges."""

from __future__ import annotations

import streamlit as st

from bpe_lab.pages import AGAINST, MEASURES
from ui.charts.captioned import show_chart
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import switch
from ui.race.growth_chart import drawn_growth
from ui.race.growth_questions import growth_questions, growth_word
from ui.race.race_cautions import show_cautions
from ui.race.race_files import files_and_command
from ui.race.race_job import Racing

VEILED = 34  # rem, of what is not drawn while a question is open


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
        against = switch("race", AGAINST)
        measure = switch("race", MEASURES[against])
    standing, facts, name = racing.standing(), racing.facts, racing.name
    drawn = drawn_growth(
        standing, against=against, measure=measure, facts=facts, corpus_name=name
    )
    with st.container(key="race_chart", gap=None):
        show_chart(drawn, key="chart_growth")
    show_cautions(standing, standing.sizes[-1], facts)
    files_and_command(drawn, racing, standing)
