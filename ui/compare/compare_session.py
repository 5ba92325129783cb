"""The table of a session: the last one, whether it is under way, how it ended."""

from __future__ import annotations

import streamlit as st

from bpe_lab.text import t
from ui.compare.compare_job import Comparing
from ui.page.problems import show_failure
from ui.serving.session_measurement import SessionMeasurement

LAST = "compared last"


def last_table() -> Comparing | None:
    """The table that the session has seen last."""
    table: Comparing | None = st.session_state.get(LAST)
    return table


def hold(comparing: Comparing) -> None:
    """Hold a table for the other view."""
    st.session_state[LAST] = comparing


def is_under_way(session: SessionMeasurement[Comparing], comparing: Comparing) -> bool:
    """Whether it waits or works for this session."""
    job = session.job_of(comparing)
    return job is not None and job.is_open


def cancel_button(
    controls: st.delta_generator.DeltaGenerator,
    session: SessionMeasurement[Comparing],
    *,
    key: str,
) -> None:
    """It answers when all has ended, if that is soon."""
    controls.button(t("race.cancel"), key=key, on_click=session.cancel)


def stopped_here(session: SessionMeasurement[Comparing], comparing: Comparing) -> None:
    """How a comparison ended that did not come to its end."""
    job, runs_done = session.job_of(comparing), comparing.standing().runs_done
    if job is not None and job.error is not None:
        show_failure(job.error, t("compare.broken"))
    elif comparing.gave_way:
        st.info(t("compare.gave_way", done=runs_done))
    elif not runs_done:
        st.info(t("compare.cancelled_at_once"))
    else:
        st.info(t("compare.cancelled", done=runs_done))
