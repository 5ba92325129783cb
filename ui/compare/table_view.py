"""The table's page: the button, what will be run, what runs, what came of it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpe_lab.text import t
from ui.compare.compare_files import compare_files
from ui.compare.compare_footer import footer
from ui.compare.compare_inputs import compare_setup, named_file
from ui.compare.compare_job import Comparing, Setup, session_table
from ui.compare.compare_live import progress
from ui.compare.compare_session import hold, page_of
from ui.compare.compare_table import compare_table
from ui.compare.ideals_table import ideals_table
from ui.compare.size_charts import compression_chart, time_chart
from ui.compare.system_marks import mark_of, system_title
from ui.compare.table_block import block_switch
from ui.page.job_page import JobPage
from ui.page.problems import asked
from ui.page.stages import plan_html, step_html


def table_view(controls: st.delta_generator.DeltaGenerator) -> None:
    """Inputs, then the outcome of this set-up; the button stands in ``controls``."""
    setup = asked(compare_setup)
    comparing = session_table().current(setup.key) if setup else None
    page, is_new = page_of(comparing), comparing is None
    with controls:
        label = t("compare.start" if is_new else "compare.again")
        page.button(label, partial(start, setup) if setup else None, is_primary=is_new)
    page.elsewhere()
    if setup is None:
        return
    if comparing is not None:
        hold(comparing)
    page.body(before=partial(_plan, setup), live=partial(_live, page), after=_outcome)


def start(setup: Setup) -> None:
    """Put a table in the machine's line."""
    session_table().begin(Comparing.of(setup))


def _plan(setup: Setup) -> None:
    """What will be run, before it is."""
    plan = setup.plan
    corpora = t("compare.and").join(named_file(setup.uploads, name) for name in plan.corpora)
    systems = (
        step_html(system_title(name), t(f"compare.about.{name}"), mark=mark_of(name))
        for name in plan.systems
    )
    title = t("compare.plan", runs=len(plan.tasks), corpora=corpora)
    aside = t("compare.plan_aside", seconds=round(plan.budget))
    st.html(plan_html("compare", title, aside, systems, tag="ul"))


def _live(page: JobPage[Comparing], comparing: Comparing) -> None:
    """The table fills row by row."""
    corpus, size = block_switch(comparing.setup)

    def draw() -> None:
        progress(page, comparing)
        compare_table(comparing.standing(), corpus, size)

    page.live(draw)


def _outcome(comparing: Comparing) -> None:
    corpus, size = block_switch(comparing.setup)
    standing = comparing.standing()
    compare_table(standing, corpus, size)
    footer(comparing, corpus)
    charts = [
        compression_chart(comparing, standing, corpus),
        time_chart(comparing, standing, corpus),
    ]
    ideals_table(standing, corpus, size)
    compare_files([chart for chart in charts if chart], comparing, standing)
