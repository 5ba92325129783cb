"""The workshop below its inputs: the button, then what is to come, under way or over."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpe_lab.text import t
from ui.page.job_page import JobPage
from ui.page.problems import show
from ui.page.stages import plan_html, step_html
from ui.workshop.trained_vocabulary import begin, refusal, session_training, trained_here
from ui.workshop.training_job import PHASES, Setup, Trained
from ui.workshop.training_live import live_view
from ui.workshop.training_result import result_view


def workshop_view(setup: Setup | None, container: st.delta_generator.DeltaGenerator) -> None:
    """``container`` is where the button stands; ``setup`` is None while something is wrong."""
    trained, own = trained_here(), session_training()
    page = JobPage(name="workshop", texts="workshop", own=own, work=own.mine())
    with container:
        page.button(
            t("workshop.train"),
            partial(begin, setup) if setup is not None else None,
            is_primary=True,
            by_clicker=trained is None,
            key="train",
            width="stretch",
        )
    page.body(before=partial(_last_result, trained), live=partial(live_view, page))


def _last_result(trained: Trained | None) -> None:
    """The vocabulary that the session has; before the first training, what one does."""
    if (error := refusal()) is not None:
        show(error)
    if trained is None:
        _plan()
        return
    for notice in trained.notices():
        show(notice)
    result_view(trained)


def _plan() -> None:
    """What will happen, before the first training."""
    phases = (
        step_html(t(f"workshop.phase.{name}"), t(f"workshop.what.{name}")) for name in PHASES
    )
    title, aside = t("workshop.plan"), t("workshop.plan_aside")
    st.html(plan_html("workshop", title, aside, phases, tag="ol"))
