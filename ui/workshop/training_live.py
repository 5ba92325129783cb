"""A training or a long text under way: its place in the line, how far it is, how fast."""

from __future__ import annotations

from html import escape
from time import perf_counter

import streamlit as st

from bpe_lab.text import language, t
from ui.charts.numbers import whole_text
from ui.page.job_page import JobPage
from ui.page.stages import bar_html
from ui.serving import kernels
from ui.workshop.phase_meter import Now
from ui.workshop.phase_table import phase_table, rate_text, time_bar
from ui.workshop.training_job import LEARNING, Work
from ui.workshop.trial import Trial

SETTING_UP = ("ready", "merge")  # phases that begin with something else
EVERY = 0.3  # seconds between two drawings


def live_view(page: JobPage[Work], work: Work) -> None:
    """A training, with what each phase took so far."""

    def draw() -> None:
        now = work.meter.now
        spans = (*now.spans, now.span(perf_counter())) if now.phase in LEARNING else ()
        st.html(
            _stage(page.ahead, now)
            + time_bar(spans)
            + phase_table(now.spans, now, was_read=work.was_read)
        )

    page.live(draw, every=EVERY)


def trial_view(page: JobPage[Trial], trial: Trial) -> None:
    """A long text on its way to ids and back."""
    page.live(lambda: st.html(_stage(page.ahead, trial.meter.now)), every=EVERY)


def _stage(ahead: int | None, now: Now) -> str:
    """Sentence, bar, and what is known of the pace; ``ahead`` are others in the line."""
    if ahead is None:
        sentence, pace = _sentence(now), escape(_pace(now)) or "&nbsp;"
    else:
        sentence, pace = t("workshop.ahead", ahead=ahead), escape(t("workshop.ahead_why"))
    return (
        f'<section class="workshop-stage" lang="{language()}"><h2>{escape(sentence)}</h2>'
        f"{bar_html(sentence, now.share)}<p>{pace}</p></section>"
    )


def _sentence(now: Now) -> str:
    if now.phase == "merge":
        return t("workshop.now.merge", done=now.done, total=now.total or 0)
    return t(f"workshop.now.{now.phase or 'read'}")


def _pace(now: Now) -> str:
    """The rate and the time left of this phase; while code is compiled, that."""
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
