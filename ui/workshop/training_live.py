"""A training or a long text under way: its place in the line, how far it is, how fast."""

from __future__ import annotations

from html import escape
from time import perf_counter

import streamlit as st

from ui.charts.numbers import whole_text
from ui.page.rerun import run_again
from ui.serving import kernels
from ui.serving.jobs import Job, session_trainings
from ui.text import language, t
from ui.workshop.phase_meter import Now
from ui.workshop.phase_table import phase_table, rate_text, time_bar
from ui.workshop.training_job import LEARNING, Work
from ui.workshop.trial import Trial

SETTING_UP = ("ready", "merge")  # phases that begin with something else
EVERY = 0.3  # seconds between two drawings


def live_view(job: Job) -> None:
    """A training, drawn anew by itself; the page once it is over."""
    work: Work = job.about

    @st.fragment(run_every=EVERY)
    def drawn() -> None:
        if not job.is_open:
            run_again()
        now = work.meter.now
        spans = (*now.spans, now.span(perf_counter())) if now.phase in LEARNING else ()
        st.html(_stage(job, now) + time_bar(spans) + phase_table(now.spans, now))

    with st.container(key="workshop_live"):
        drawn()


def trial_view(job: Job) -> None:
    """A long text on its way to ids and back."""
    trial: Trial = job.about

    @st.fragment(run_every=EVERY)
    def drawn() -> None:
        if not job.is_open:
            run_again()
        st.html(_stage(job, trial.meter.now))

    with st.container(key="workshop_trial_live"):
        drawn()


def _stage(job: Job, now: Now) -> str:
    """Sentence, bar, and what is known of the pace."""
    percent = round(100 * now.share)
    said = escape(_sentence(job, now))
    return (
        f'<section class="workshop-stage" lang="{language()}"><h2>{said}</h2>'
        f'<div class="bar" role="progressbar" aria-label="{said}" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{percent}"><i style="width: {percent}%"></i></div>'
        f"<p>{escape(_pace(job, now)) or '&nbsp;'}</p></section>"
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
    said = [rate_text(now.phase, now.pace)]
    left = now.left(clock)
    if left is not None:
        said.append(t("workshop.soon") if left < 1 else t("workshop.left", time=_whole(left)))
    return " · ".join(said)


def _whole(seconds: float) -> str:
    return t("race.unit.seconds", value=whole_text(seconds))
