"""What a session holds of its reader's that is heavy or at work: vocabularies, texts, jobs.

It lies in `st.session_state` and outlives a lost connection: a phone that was locked comes back
to all of it. When `server.disconnectedSessionTTL` is over, nobody can come back, and it is let
go of, whoever else comes or not. Seen with Streamlit 1.67: by itself it forgets sessions
only when the next reader leaves, and their memory when Python looks for cycles.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any
from weakref import WeakSet

import streamlit as st

from ui.serving.streamlit_private import drop_file, own_session, stored_files

ENTRY = "belongings"
AFTER = 1.0  # seconds after the last moment at which a reader can be back
A_DAY = 86_400.0  # seconds


@dataclass(eq=False)  # no slots: weakly held
class Belongings:
    """By name; ``endings`` are called before all of it is let go of."""

    session: str = ""  # its id
    held: dict[str, Any] = field(default_factory=dict)
    endings: list[Callable[[], None]] = field(default_factory=list)
    left_at: float | None = None  # when the connection was lost

    def leave(self) -> None:
        """Let go of all in a while, unless the reader is back by then."""
        self.left_at = monotonic()
        patience = st.get_option("server.disconnectedSessionTTL") + AFTER
        try:
            asyncio.get_running_loop().call_later(patience, self._end_if_away, self.left_at)
        except RuntimeError:  # no connection was lost: the session itself is over
            self.end()

    def _end_if_away(self, since: float) -> None:
        if self.left_at == since:
            self.end()

    def end(self) -> None:
        """Let go of all, the files that were uploaded included."""
        while self.endings:
            self.endings.pop()()
        self.held.clear()
        for file in stored_files().get(self.session, ()) if self.session else ():
            drop_file(self.session, file)


_all: WeakSet[Belongings] = WeakSet()
_lock = Lock()


def belongings() -> Belongings:
    """Those of this session."""
    mine: Belongings | None = st.session_state.get(ENTRY)
    if mine is None:
        mine = st.session_state[ENTRY] = Belongings(own_session())
        with _lock:
            _all.add(mine)
    return mine


def note_presence() -> None:
    """The reader is here; the shell calls it in each run."""
    belongings().left_at = None
    _watched()


@st.cache_resource(scope="session", show_spinner=False, on_release=Belongings.leave)
def _watched() -> Belongings:
    """Streamlit lets go of it as soon as the connection is lost, which is how we hear of it."""
    return belongings()


def stay_in_touch() -> None:
    """Where the session holds something, have the browser ask for a run when it is back.

    subtle: when its connection is back, it does so only where a fragment runs by itself, be it
    once a day. Seen with Streamlit 1.65 to 1.67.
    """
    if belongings().held:
        _once_a_day()


@st.fragment(run_every=A_DAY)
def _once_a_day() -> None:
    """Draws nothing."""


def end_who_left_first() -> bool:
    """Make room for who is here; False where everybody is who holds something."""
    with _lock:
        left = {each.left_at: each for each in _all if each.left_at is not None and each.held}
    if left:
        left[min(left)].end()
    return bool(left)
