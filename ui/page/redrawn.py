"""A live view: a part of the page that draws itself anew while a job is under way."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_lab.text import language, speak
from ui.page.rerun import run_again
from ui.page.session import hold
from ui.serving.jobs import Job

EVERY = 1.0  # seconds between two drawings, seldom enough not to disturb what is timed


def redrawn(draw: Callable[[], object], job: Job | None, *, every: float = EVERY) -> None:
    """Draw every so many seconds; the whole page once ``job`` begins and once it is over.

    Without a job it is drawn once.
    """
    began = job.state if job is not None else None

    @st.fragment(run_every=every if job is not None else None)
    def drawn() -> None:
        hold()  # by itself it runs without the shell
        speak(language())
        if job is not None and (job.state != began or not job.is_open):
            run_again()
        draw()

    drawn()
