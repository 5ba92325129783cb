"""The present mode: for the session, and in the address as ``mode=present``."""

from __future__ import annotations

import streamlit as st

from ui.page.arrival import scene_here
from ui.page.links import keep

PRESENT, BROWSE = "present", "browse"
CLICKER = "pagedown"  # the only key that a lecturer in the middle of a hall has


def settle_mode() -> None:
    """Take the mode from the address once a session."""
    asked = st.query_params.get("mode")
    st.session_state.setdefault("mode", PRESENT if asked == PRESENT else BROWSE)


def keep_mode() -> None:
    """Write it into the address, on every run."""
    keep("mode", PRESENT if is_presenting() else None)


def is_presenting() -> bool:
    """Whether the page is presented in a hall."""
    return bool(st.session_state.get("mode") == PRESENT)


def key_to_start() -> str | None:
    """The key of a button that starts what a lesson's scene is about, while it is presented.

    A reader presses it: no link starts work by itself.
    """
    return CLICKER if is_presenting() and scene_here() else None


def present() -> None:
    """Large type, no navigation."""
    st.session_state["mode"] = PRESENT


def leave() -> None:
    """Back to the page with its inputs."""
    st.session_state["mode"] = BROWSE
