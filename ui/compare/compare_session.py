"""The comparisons of a session: the small one that starts by itself, and the table."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.errors import BPELabError
from ui.compare.compare_job import Comparing, Setup, kept_comparisons
from ui.page.problems import show
from ui.serving.jobs import Job, SessionJobs, session_races, session_trainings
from ui.text import t

TABLE, SMALL = "compare", "compare_small"  # jobs of the session, and what it holds of them
LAST = "compared last"


def jobs_of(key: str) -> SessionJobs:
    """The session's jobs of this kind. A table is timed: it and races wait for each other."""
    return session_races() if key == TABLE else session_trainings()


def begin(setup: Setup, key: str = TABLE) -> Comparing:
    """Put a comparison in the machine's line; equal ones of several readers are one."""
    jobs = jobs_of(key)
    comparing = Comparing.of(setup, kept_comparisons(), jobs.line.others_wait)
    job = jobs.start(
        key, comparing.run, same=("compare", setup.key), about=comparing, is_short=key == SMALL
    )
    st.session_state[f"{key} of session"] = job.about
    found: Comparing = job.about
    return found


def current(setup: Setup, key: str = TABLE) -> Comparing | None:
    """The comparison of this set-up: the session's, else one that any reader has run."""
    mine: Comparing | None = st.session_state.get(f"{key} of session")
    kept = kept_comparisons().get(setup)
    if mine is None or mine.setup.key != setup.key:
        return kept
    return mine if kept is None or mine.is_whole or job_of(mine) is not None else kept


def trained_small(setup: Setup) -> Comparing | None:
    """The small one; it starts by itself, once. None: the reader has cancelled it."""
    found = current(setup, SMALL)
    if found is None or (not found.is_whole and job_of(found) is None and found.gave_way):
        return begin(setup, SMALL)
    return found


def last_table() -> Comparing | None:
    """The table that the session has seen last."""
    found: Comparing | None = st.session_state.get(LAST)
    return found


def hold(comparing: Comparing) -> None:
    """Hold a table for the other view."""
    st.session_state[LAST] = comparing


def job_of(comparing: Comparing) -> Job | None:
    """Its job, while it waits or works."""
    for key in (TABLE, SMALL):
        job = jobs_of(key).get(key)
        if job is not None and job.is_open and job.about is comparing:
            return job
    return None


def open_table() -> Job | None:
    """The job of the session's table, whatever it is about, while it waits or works."""
    job = jobs_of(TABLE).get(TABLE)
    return job if job is not None and job.is_open else None


def is_timed(job: Job) -> bool:
    """Whether it is a table, and so has the machine for itself."""
    return jobs_of(TABLE).get(TABLE) is job


def ahead_of(job: Job) -> int:
    """How many jobs come before it in its line."""
    return jobs_of(TABLE if is_timed(job) else SMALL).line.ahead_of(job)


def cancel(job: Job) -> None:
    """The button answers when all has ended, if that is soon; for others it goes on."""
    key = TABLE if is_timed(job) else SMALL
    jobs = jobs_of(key)
    jobs.stop(key)
    if job.readers > 0:
        jobs.forget(key)
        st.session_state.pop(f"{key} of session", None)
    else:
        jobs.line.wait(job, 3)


def cancel_button(controls: DeltaGenerator, comparing: Comparing) -> bool:
    """The way to end a comparison, while it is under way; whether it is."""
    job = job_of(comparing)
    if job is not None:
        label = t("race.cancel")
        controls.button(label, key="compare_cancel", on_click=cancel, args=[job])
    return job is not None


def stopped_here(comparing: Comparing) -> None:
    """How a comparison ended that did not come to its end."""
    job = next(
        (
            job
            for key in (TABLE, SMALL)
            if (job := jobs_of(key).get(key)) and job.about is comparing
        ),
        None,
    )
    error = job.error if job else None
    if isinstance(error, BPELabError):
        show(error)
    elif error is not None:
        st.error(t("compare.broken"))
    elif comparing.gave_way:
        st.info(t("compare.gave_way", done=comparing.standing().runs_done))
    elif not comparing.standing().runs_done:
        st.info(t("compare.cancelled_at_once"))
    else:
        st.info(t("compare.cancelled", done=comparing.standing().runs_done))
