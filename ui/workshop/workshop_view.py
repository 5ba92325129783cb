"""The workshop below its inputs: the button, then what is to come, under way or over."""

from __future__ import annotations

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.errors import BPELabError
from ui.page.problems import show
from ui.serving.jobs import Job, session_trainings
from ui.text import language, t
from ui.workshop.trained_vocabulary import JOB, begin, refusal, trained_here, training_job
from ui.workshop.training_job import PHASES, Setup
from ui.workshop.training_live import live_view
from ui.workshop.training_result import result_view


def workshop_view(setup: Setup | None, place: DeltaGenerator) -> None:
    """``place`` is where the button stands; ``setup`` is None while something is wrong."""
    trained, job = trained_here(), training_job()
    with place:
        _button(setup, job)
    if job is not None and job.is_open:
        live_view(job)
        return
    if job is not None:
        _told(job)
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
        st.button(label, key="workshop_cancel", on_click=_cancel, args=[job], width="stretch")
        return
    st.button(
        t("workshop.train"),
        key="workshop_train",
        type="primary",
        disabled=setup is None,
        on_click=begin,
        args=[setup],
        width="stretch",
    )


def _cancel(job: Job) -> None:
    """The button answers when the work has ended, if that is soon."""
    session_trainings().stop(JOB)
    if job.readers > 0:
        session_trainings().forget(JOB)  # it goes on for others
    else:
        session_trainings().line.wait(job, 2)


def _told(job: Job) -> None:
    """How a training ended that left no vocabulary."""
    if isinstance(job.error, BPELabError):
        show(job.error)
    elif isinstance(job.error, MemoryError):
        st.error(t("workshop.out_of_memory"))
    elif job.error is not None:
        st.error(t("workshop.broken"))
    else:
        st.info(t("workshop.cancelled"))


def _plan() -> None:
    """What will happen, before the first training."""
    rows = "".join(
        f"<li><strong>{escape(t(f'workshop.phase.{name}'))}</strong> "
        f"<span>{escape(t(f'workshop.what.{name}'))}</span></li>"
        for name in PHASES
    )
    st.html(
        f'<section class="workshop-plan" lang="{language()}">'
        f"<h2>{escape(t('workshop.plan'))}</h2><p>{escape(t('workshop.plan_aside'))}</p>"
        f"<ol>{rows}</ol></section>"
    )
