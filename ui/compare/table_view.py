"""The table's page: the button, what will be run, what runs, what came of it."""

from __future__ import annotations

import streamlit as st

from bpe_lab.text import t
from ui.compare.compare_files import compare_files
from ui.compare.compare_footer import footer
from ui.compare.compare_inputs import compare_setup, named_file
from ui.compare.compare_job import Comparing, Setup, session_table
from ui.compare.compare_live import progress
from ui.compare.compare_session import cancel_button, hold, is_under_way, stopped_here
from ui.compare.compare_table import compare_table
from ui.compare.ideals_table import ideals_table
from ui.compare.size_charts import compression_chart, time_chart
from ui.compare.system_marks import mark_of, system_title
from ui.compare.table_block import block_switch
from ui.page.elements import plan_html, step_html
from ui.page.problems import asked
from ui.page.session import redrawn
from ui.serving.jobs import Job


def table_view(controls: st.delta_generator.DeltaGenerator) -> None:
    """Inputs, then the outcome of this set-up; the button stands in ``controls``."""
    setup, table = asked(compare_setup), session_table()
    comparing = table.current(setup.key) if setup else None
    job = table.job_of(comparing)
    _buttons(controls, setup, comparing)
    if setup is None:
        return
    if comparing is None:
        _plan(setup)
        return
    hold(comparing)
    if job is not None and job.is_open:
        _live(comparing, job)
        return
    if not comparing.is_whole:
        stopped_here(table, comparing)
    if comparing.standing().runs_done:
        _outcome(comparing)
    else:
        _plan(setup)


def _buttons(
    controls: st.delta_generator.DeltaGenerator,
    setup: Setup | None,
    comparing: Comparing | None,
) -> None:
    table = session_table()
    if comparing is not None and is_under_way(table, comparing):
        cancel_button(controls, table, key="compare_cancel")
        return
    if table.open_job() is not None:
        controls.caption(t("compare.elsewhere"), width="content")
        cancel_button(controls, table, key="compare_cancel_other")
    controls.button(
        t("compare.start" if comparing is None else "compare.again"),
        key="compare_start",
        type="primary" if comparing is None else "secondary",
        disabled=setup is None,
        on_click=_start,
        args=[setup],
    )


def _start(setup: Setup) -> None:
    session_table().begin(Comparing.of(setup), is_short=False)


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


def _live(comparing: Comparing, job: Job) -> None:
    """The table fills row by row."""
    corpus, size = block_switch(comparing.setup)
    table = session_table()

    def draw() -> None:
        progress(table, comparing, job)
        compare_table(comparing.standing(), corpus, size)

    with st.container(key="compare_live"):
        redrawn(draw, job)


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
