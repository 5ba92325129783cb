"""The table's page: the button, what will be run, what runs, what came of it."""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.errors import BPELabError, Notice
from ui.compare.compare_files import compare_files
from ui.compare.compare_footer import footer
from ui.compare.compare_inputs import compare_setup, named_file
from ui.compare.compare_job import Comparing, Setup
from ui.compare.compare_live import EVERY, progress
from ui.compare.compare_session import (
    begin,
    cancel,
    cancel_button,
    current,
    hold,
    job_of,
    open_table,
    stopped_here,
)
from ui.compare.compare_table import compare_table
from ui.compare.ideals_table import ideals_table
from ui.compare.size_charts import compression_chart, time_chart
from ui.compare.system_marks import mark_of, system_title
from ui.compare.table_block import block_switch
from ui.page.problems import show
from ui.page.rerun import run_again
from ui.serving.jobs import Job
from ui.text import language, t


def table_view(controls: DeltaGenerator) -> None:
    """Inputs, then the outcome of this set-up; the button stands in ``controls``."""
    notices: list[Notice] = []
    setup = None
    try:
        setup = compare_setup(notices)
    except BPELabError as error:
        show(error)
    for notice in notices:
        show(notice)
    comparing = current(setup) if setup else None
    job = job_of(comparing) if comparing else None
    _buttons(controls, setup, comparing)
    if setup is None:
        return
    if comparing is None:
        _plan(setup)
        return
    hold(comparing)
    if job is not None:
        _live(comparing, job)
        return
    if not comparing.is_whole:
        stopped_here(comparing)
    if comparing.standing().runs_done:
        _outcome(comparing)
    else:
        _plan(setup)


def _buttons(
    controls: DeltaGenerator, setup: Setup | None, comparing: Comparing | None
) -> None:
    if comparing is not None and cancel_button(controls, comparing):
        return
    other = open_table()
    with controls:
        if other is not None:
            st.caption(t("compare.elsewhere"), width="content")
            label = t("race.cancel")
            st.button(label, key="compare_cancel_other", on_click=cancel, args=[other])
        st.button(
            t("compare.start" if comparing is None else "compare.again"),
            key="compare_start",
            type="primary" if comparing is None else "secondary",
            disabled=setup is None,
            on_click=_start,
            args=[setup],
        )


def _start(setup: Setup) -> None:
    begin(setup)


def _plan(setup: Setup) -> None:
    """What will be run, before it is."""
    plan = setup.plan
    corpora = t("compare.and").join(named_file(setup.given, name) for name in plan.corpora)
    runs = len(plan.tasks)
    rows = "".join(
        f"<li>{mark_of(name)}<strong>{escape(system_title(name))}</strong> "
        f"<span>{escape(t(f'compare.about.{name}'))}</span></li>"
        for name in plan.systems
    )
    st.html(
        f'<section class="compare-plan" lang="{language()}">'
        f"<h2>{escape(t('compare.plan', runs=runs, corpora=corpora))}</h2>"
        f"<p>{escape(t('compare.plan_aside', seconds=round(plan.budget)))}</p>"
        f"<ul>{rows}</ul></section>"
    )


def _live(comparing: Comparing, job: Job) -> None:
    """Drawn anew every second; the table fills row by row."""
    corpus, size = block_switch(comparing.setup)
    began = job.state

    @st.fragment(run_every=EVERY)
    def drawn() -> None:
        if not job.is_open or job.state != began:
            run_again()
        progress(comparing, job)
        compare_table(comparing.standing(), corpus, size)

    with st.container(key="compare_live"):
        drawn()


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
