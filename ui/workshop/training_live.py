"""A training or a long text under way: its place in the line, how far it is, how fast."""

from __future__ import annotations

from html import escape
from time import perf_counter

import streamlit as st

from bpe_lab.text import language, t
from ui.charts.numbers import whole_text
from ui.page.elements import bar_html
from ui.page.session import redrawn
from ui.serving import kernels
from ui.serving.jobs import Job, session_trainings
from ui.workshop.phase_meter import Now
from ui.workshop.phase_table import phase_table, rate_text, time_bar
from ui.workshop.training_job import LEARNING, Work
from ui.workshop.trial import Trial

SETTING_UP = ("ready", "merge")  # phases that begin with something else
EVERY = 0.3  # seconds between two drawings


def live_view(job: Job) -> None:
    """A training, with what each phase took so far."""
    work: Work = job.about

    def draw() -> None:
        now = work.meter.now
        spans = (*now.spans, now.span(perf_counter())) if now.phase in LEARNING else ()
        st.html(
            _stage(job, now)
            + time_bar(spans)
            + phase_table(now.spans, now, was_read=work.was_read)
        )

    with st.container(key="workshop_live"):
        redrawn(draw, job, every=EVERY)


def trial_view(job: Job) -> None:
    """A long text on its way to ids and back."""
    trial: Trial = job.about
    with st.container(key="workshop_trial_live"):
        redrawn(lambda: st.html(_stage(job, trial.meter.now)), job, every=EVERY)


def _stage(job: Job, now: Now) -> str:
    """Sentence, bar, and what is known of the pace."""
    sentence, pace = _sentence(job, now), escape(_pace(job, now)) or "&nbsp;"
    return (
        f'<section class="workshop-stage" lang="{language()}"><h2>{escape(sentence)}</h2>'
        f"{bar_html(sentence, now.share)}<p>{pace}</p></section>"
    )


def _sentence(job: Job, now: Now) -> str:
    if job.state == "waiting":
        ahead = session_trainings().line.ahead_of(job)
        return t("workshop.ahead", ahead=ahead)
    if now.phase == "merge":
        return t("workshop.now.merge", done=now.done, total=now.total or 0)
    return t(f"workshop.now.{now.phase or 'read'}")


def _pace(job: Job, now: Now) -> str:
    """The rate and the time left of this phase; while code is compiled, that."""
    if job.state == "waiting":
        return t("workshop.ahead_why")
    if now.phase == "ready" and kernels.compiling():
        return t("workshop.compiling")
    clock = perf_counter()
    if now.phase in SETTING_UP and not now.done:
        return t(f"workshop.setting_up.{now.phase}")
    if not now.done:
        return ""
    notes = [rate_text(now.phase, now.pace)]
    left = now.left(clock)
    if left is not None:
        notes.append(t("workshop.soon") if left < 1 else t("workshop.left", time=_whole(left)))
    return " · ".join(notes)


def _whole(seconds: float) -> str:
    return t("race.unit.seconds", value=whole_text(seconds))
