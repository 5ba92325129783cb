"""What pages hold of a session beside its widgets: values of small classes, one of each.

subtle: all of them lie in one entry of Streamlit's state. Streamlit 1.67 copies the whole
state, entry by entry, for each select box, number or text that is drawn. And each look into it
goes through its locks, so a run looks once.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

import streamlit as st

Kind = TypeVar("Kind")
Held: TypeAlias = dict[type, Any]

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


def held(kind: type[Kind]) -> Kind:
    """This session's one value of ``kind``, made without arguments at its first use."""
    entry = _of_this_run.get()
    if entry is None:  # a fragment by itself, a callback: the shell has not run in this thread
        entry = _entry()
    if kind not in entry:
        entry[kind] = kind()
    value: Kind = entry[kind]
    return value


def _entry() -> Held:
    entry: Held = st.session_state.setdefault(ENTRY, {})
    return entry
