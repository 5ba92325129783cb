"""The runs of a page's script, and what a session holds from one to the next.

A run begins in one of five ways:

1. The reader does something, and the browser says so; callbacks come before the script.
2. An answer to a question is judged (`ui/page/asking.py`): once more, with the verdict.
3. The browser is led to another page (`ui/page/leading.py`).
4. Work in the background has begun or is over: `run_again`. Notices about the link, which are
   found once, when the page opens, stay until the reader does something themselves.
5. A part of the page draws itself anew every second (`ui/page/job_page.py`), without the shell.

In all but the last the shell settles in this order (`ui/shell.py`): what the session holds, the
notices, the mode and the language, whether the address is an old one, the lesson, the page.
What all these hold beside the widgets are values of small classes, one of each.

subtle: all of them lie in one entry of Streamlit's state. Streamlit 1.67 copies the whole
state, entry by entry, for each select box, number or text that is drawn. And each look into it
goes through its locks, so a run looks once.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, NoReturn, TypeAlias, TypeVar

import streamlit as st

from bpe_core.errors import Notice

Kind = TypeVar("Kind")
Held: TypeAlias = dict[type, Any]
Sections: TypeAlias = dict[str, list[st.Page]]

ENTRY = "held by pages"
_of_this_run: ContextVar[Held | None] = ContextVar("held by pages", default=None)
_is_first: ContextVar[bool] = ContextVar("a session's first run", default=False)
BY_ITSELF = "page runs by itself"


def hold() -> None:
    """Look the entry up for this run of the script, before all that asks for it."""
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


class LinkNotices(dict[str, Notice]):
    """What is wrong with the link, by the widget that it is of."""


class IdlePages(dict[str, Sections]):
    """All pages by language, while no run uses them; here, since a run makes the shell anew."""


def run_again() -> NoReturn:
    """Draw the whole page anew."""
    st.session_state[BY_ITSELF] = True
    st.rerun()


def begin_run() -> None:
    """Forget the notices, unless the page reran by itself; the shell calls it once per run."""
    if not st.session_state.pop(BY_ITSELF, False):
        held(LinkNotices).clear()


def tell(key: str, notice: Notice) -> list[Notice]:
    """Say ``notice`` of the widget ``key``, in this run and those that follow by themselves."""
    held(LinkNotices)[key] = notice
    return [notice]


def notices_of(key: str) -> list[Notice]:
    """The notices of the run before on the widget ``key``, if this one is a rerun by itself."""
    notice = held(LinkNotices).get(key)
    return [] if notice is None else [notice]
