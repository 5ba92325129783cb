"""The race by size: time and operations against the corpus and against merges."""

from __future__ import annotations

from typing import Literal, TypeAlias

import streamlit as st

from ui.race_files import race_files
from ui.race_growth_chart import growth_chart
from ui.race_job import Racing
from ui.race_switch import switch
from ui.text import t

Against: TypeAlias = Literal["size", "merges"]
Measure: TypeAlias = Literal["time", "merging", "each", "operations"]
MEASURES: dict[Against, tuple[Measure, ...]] = {
    "size": ("time", "merging", "operations"),
    "merges": ("merging", "each"),
}


def growth_view(racing: Racing) -> None:
    """The chart with its fits, and what can be kept."""
    with st.container(key="race_switches", horizontal=True):
        against: Against = switch("against", ("size", "merges"))
        measure: Measure = switch(f"measure_{against}", MEASURES[against])
    standing = racing.standing()
    name = t(f"sample.{racing.contest.name}")
    with st.container(key="race_chart", gap=None):
        chart = growth_chart(
            standing, against=against, measure=measure, facts=racing.facts, corpus_name=name
        )
    race_files(chart, standing, racing.facts, name)
