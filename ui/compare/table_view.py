"""The table: its button, what will be run, what runs, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe_lab.compare.comparison import CompareStanding, CompareTask
from bpe_lab.text import t
from ui.compare.compare_inputs import block_switch, compare_setup, named_file
from ui.compare.compare_job import Comparing, Setup, session_table
from ui.compare.compare_results import (
    compare_table,
    footer,
    ideals_table,
    mark_of,
    phase_text,
    system_title,
)
from ui.page.elements import bar_html, plan_html, step_html
from ui.page.job_page import JobPage
from ui.page.markup import html_of
from ui.page.problems import asked
from ui.page.session import held


@dataclass(slots=True)
class LastTable:
    """The table that the session has seen last, for the view of one text."""

    comparing: Comparing | None = None


def page_of(comparing: Comparing | None) -> JobPage[Comparing]:
    """A table's page, in either view."""
    return JobPage(name="compare", texts="compare", own=session_table(), work=comparing)


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
        held(LastTable).comparing = comparing
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
    # Imported late: the text's view, which comes first, and a plan have no charts.
    from ui.compare.size_charts import compare_files, compression_chart, time_chart

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


def progress(page: JobPage[Comparing], comparing: Comparing) -> None:
    """A sentence, a bar, and what the present run is doing."""
    standing = comparing.standing()
    done, planned = standing.runs_done, comparing.planned
    if (ahead := page.ahead) is not None:
        sentence = t("compare.live.ahead", ahead=ahead)
        aside = t("compare.live.ahead_why")
    else:
        sentence, aside = _sentences(comparing, standing)
    bar = bar_html(sentence, min(1.0, (done + _share(standing)) / max(1, planned)))
    st.html(html_of("compare", "live", sentence, aside, bar))


def _sentences(comparing: Comparing, standing: CompareStanding) -> tuple[str, str]:
    """What is run, and how far it is."""
    task = standing.running
    if task is None:
        return t("compare.live.prepare"), t("compare.live.prepare_why")
    done = t("compare.live.done", **comparing.reached())
    phase = phase_text(standing, task)
    return running_text(comparing, task), " · ".join(filter(None, (phase, done)))


def running_text(comparing: Comparing, task: CompareTask) -> str:
    """What is run: the system, the corpus, the tokens."""
    return t(
        "compare.live.running",
        system=t(f"system.{task.system}"),
        corpus=named_file(comparing.setup.uploads, task.corpus),
        tokens=task.vocab_size,
    )


def _share(standing: CompareStanding) -> float:
    """Of the run under way, about: most of it is learning."""
    task = standing.running
    reached = standing.entries[task].reached if task else None
    if reached is None or not reached.total:
        return 0.1 if task else 0.0
    return min(0.9, 0.8 * reached.done / reached.total)
