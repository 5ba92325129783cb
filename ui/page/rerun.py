"""Runs of a page that nobody asked for: what the run before said of the link is said again.

A page draws itself anew when its work in the background is over. What a link has wrong is found
once, when the page opens; the reader is to see it until they do something themselves.
"""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from bpe_core.errors import Notice

BY_ITSELF = "page runs by itself"
NOTICES = "told of the link"


def run_again() -> NoReturn:
    """Draw the whole page anew."""
    st.session_state[BY_ITSELF] = True
    st.rerun()


def begin_run() -> None:
    """Forget what was told, unless the page runs by itself; the frame's part, once a run."""
    if not st.session_state.pop(BY_ITSELF, False):
        st.session_state.pop(NOTICES, None)


def tell(key: str, notice: Notice) -> list[Notice]:
    """Say ``notice`` of the widget ``key``, in this run and those that follow by themselves."""
    st.session_state.setdefault(NOTICES, {})[key] = notice
    return [notice]


def notices_of(key: str) -> list[Notice]:
    """What the run before said of the widget ``key``, if this one followed by itself."""
    notice = st.session_state.get(NOTICES, {}).get(key)
    return [] if notice is None else [notice]
