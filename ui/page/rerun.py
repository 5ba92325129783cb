"""Reruns that the reader did not start: notices about the link are repeated.

A page draws itself anew when its work in the background is over. What a link has wrong is found
once, when the page opens; the reader is to see it until they do something themselves.
"""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from bpe_core.errors import Notice
from ui.page.session import held

BY_ITSELF = "page runs by itself"


class LinkNotices(dict[str, Notice]):
    """What is wrong with the link, by the widget that it is of."""


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
