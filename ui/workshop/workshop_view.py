"""The workshop below its inputs: the button, then what is to come, under way or over."""

from __future__ import annotations

import streamlit as st

from bpe_lab.text import t
from ui.page.elements import plan_html, step_html
from ui.page.presenting import key_to_start
from ui.page.problems import show, show_failure
from ui.serving.jobs import Job, session_trainings
from ui.workshop.trained_vocabulary import JOB, begin, refusal, trained_here, training_job
from ui.workshop.training_job import PHASES, Setup
from ui.workshop.training_live import live_view
from ui.workshop.training_result import result_view


def workshop_view(setup: Setup | None, container: st.delta_generator.DeltaGenerator) -> None:
    """``container`` is where the button stands; ``setup`` is None while something is wrong."""
    trained, job = trained_here(), training_job()
    with container:
        _button(setup, job)
    if job is not None and job.is_open:
        live_view(job)
        return
    if job is not None:
        _ended_without(job)
    if (error := refusal()) is not None:
        show(error)
    if trained is None:
        _plan()
        return
    for notice in trained.notices():
        show(notice)
    result_view(trained)


def _button(setup: Setup | None, job: Job | None) -> None:
    if job is not None and job.is_open:
        label = t("race.cancel")
        st.button(label, key="workshop_cancel", on_click=_cancel, width="stretch")
        return
    st.button(
        t("workshop.train"),
        key="workshop_train",
        type="primary",
        shortcut=key_to_start() if trained_here() is None else None,
        disabled=setup is None,
        on_click=begin,
        args=[setup],
        width="stretch",
    )


def _cancel() -> None:
    """The button answers when the work has ended, if that is soon."""
    session_trainings().cancel(JOB)


def _ended_without(job: Job) -> None:
    """How a training ended that left no vocabulary."""
    if job.error is None:
        st.info(t("workshop.cancelled"))
    elif isinstance(job.error, MemoryError):
        st.error(t("workshop.out_of_memory"))
    else:
        show_failure(job.error, t("workshop.broken"))


def _plan() -> None:
    """What will happen, before the first training."""
    phases = (
        step_html(t(f"workshop.phase.{name}"), t(f"workshop.what.{name}")) for name in PHASES
    )
    title, aside = t("workshop.plan"), t("workshop.plan_aside")
    st.html(plan_html("workshop", title, aside, phases, tag="ol"))
