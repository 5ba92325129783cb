"""What pages hold of a session beside its widgets, all of it in one entry of its state.

subtle: Streamlit 1.67 copies the whole state, entry by entry, for each select box, number or
text that is drawn. And each look into the state goes through its locks, so a run looks once.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, TypeAlias

import streamlit as st

Held: TypeAlias = dict[str, dict[str, Any]]

ENTRY = "held by pages"
_of_this_run: ContextVar[Held | None] = ContextVar("held by pages", default=None)
_is_first: ContextVar[bool] = ContextVar("a session's first run", default=False)


def hold() -> None:
    """Look the entry up for this run of the script; the shell calls it first."""
    _is_first.set(ENTRY not in st.session_state)
    _of_this_run.set(_entry())


def is_first_run() -> bool:
    """Whether the session has just begun."""
    return _is_first.get()


def in_one_entry(name: str) -> dict[str, Any]:
    """What is held of this session under ``name``, by widget or by a word."""
    held = _of_this_run.get()
    if held is None:  # a fragment by itself, a callback: the shell has not run in this thread
        held = _entry()
    return held.setdefault(name, {})


def _entry() -> Held:
    entry: Held = st.session_state.setdefault(ENTRY, {})
    return entry
