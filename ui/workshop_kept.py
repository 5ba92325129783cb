"""The vocabulary that a session has trained in the workshop, for every page."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from ui.jobs import Job, session_trainings
from ui.room import Loaded, room
from ui.text import t
from ui.workshop_job import Trained, Work

JOB = "training"


def trained_here() -> Trained | None:
    """The session's last whole training; one that has just ended takes its place.

    Raises `NoRoomError` once for a vocabulary that all sessions together have no room for; the
    one before stays.
    """
    jobs = session_trainings()
    job = jobs.get(JOB)
    work: Work | None = job.about if job else None
    if job is not None and work is not None and not job.is_open and work.result is not None:
        jobs.forget(JOB)
        _hold(work.result)
    kept: Trained | None = st.session_state.get("workshop_trained")
    return kept


def _hold(trained: Trained) -> None:
    before: Loaded | None = st.session_state.get("workshop_loaded")
    loaded = room().admit(Loaded(trained.model, (), JOB), instead_of=before)
    st.session_state["workshop_loaded"] = loaded
    st.session_state["workshop_trained"] = trained
    for made in ("table", "workshop_tried"):  # of the vocabulary before
        st.session_state.pop(made, None)


def training_job() -> Job | None:
    """The session's training that is under way, or that ended without a vocabulary."""
    return session_trainings().get(JOB)


def workshop_model(notices: list[Notice]) -> BPEModel | None:
    """For the pages that choose among vocabularies; None: none was trained yet."""
    trained = trained_here()
    if trained is None:
        st.info(t("workshop.none_yet"))
        return None
    return trained.model
