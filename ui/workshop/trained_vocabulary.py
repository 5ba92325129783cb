"""The vocabulary that a session has trained in the workshop, for every page."""

from __future__ import annotations

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from bpe_lab.text import t
from ui.serving.belongings import belongings
from ui.serving.jobs import SessionWork, session_trainings
from ui.serving.reader_room import Loaded, NoRoomError, room
from ui.workshop.training_job import Setup, Trained, Work

JOB = "training"
REFUSED = "workshop_refused"
NEW = "workshop_new"


def trained_here() -> Trained | None:
    """The session's last whole training; one that has just ended takes its place.

    Where all sessions together have no room for it, the one before stays; see `refusal`.

    subtle: each look into the session's state ends this run where another is asked for. So the
    job is let go of last: until then the next run does it all again.
    """
    own = session_training()
    work = own.mine()
    if own.open_job() is None and work is not None and work.result is not None:
        try:
            _hold(work.result)
        except NoRoomError as error:
            st.session_state[REFUSED] = error
        own.forget()
    trained: Trained | None = belongings().held.get("workshop_trained")
    return trained


def _hold(trained: Trained) -> None:
    mine = belongings().held
    before: Loaded | None = mine.get("workshop_loaded")
    loaded = room().admit(Loaded(trained.model, (), JOB), instead_of=before)
    mine |= {"workshop_loaded": loaded, "workshop_trained": trained}
    st.session_state[NEW] = True
    for key in ("table", "workshop_tried", "workshop_typed"):  # of the vocabulary before
        mine.pop(key, None)


def is_drawn_first() -> bool:
    """Whether the last training's result is drawn for the first time; asked once a run."""
    is_new: bool = st.session_state.pop(NEW, False)
    return is_new


def refusal() -> NoRoomError | None:
    """Why the last training could not be kept, until the next one begins."""
    error: NoRoomError | None = st.session_state.get(REFUSED)
    return error


def begin(setup: Setup) -> None:
    """Put a training in the machine's line; equal ones of several readers are one."""
    st.session_state.pop(REFUSED, None)
    session_training().begin(Work(setup))


def session_training() -> SessionWork[Work]:
    """The session's training that is under way, or that ended without a vocabulary."""
    return SessionWork(JOB, session_trainings())


def workshop_model(notices: list[Notice]) -> BPEModel | None:
    """For the pages that choose among vocabularies; None: none was trained yet."""
    trained = trained_here()
    if trained is None:
        st.info(t("workshop.none_yet"))
        return None
    return trained.model
