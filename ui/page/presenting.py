"""The present mode: for the session, and in the address as ``mode=present``."""

from __future__ import annotations

import streamlit as st

from ui.page.links import keep
from ui.page.one_entry import in_one_entry

MODE, PRESENT = "mode", "present"
CLICKER = "pagedown"  # the only key that a lecturer in the middle of a hall has


def settle_mode() -> None:
    """Take the mode from the address once a session."""
    if PRESENT not in in_one_entry(MODE):
        in_one_entry(MODE)[PRESENT] = st.query_params.get(MODE) == PRESENT


def keep_mode() -> None:
    """Write it into the address, on every run."""
    keep(MODE, PRESENT if is_presenting() else None)


def is_presenting() -> bool:
    """Whether the page is presented in a hall."""
    return bool(in_one_entry(MODE).get(PRESENT))


def key_to_start() -> str | None:
    """The key of a button that starts what a page is about, while it is presented.

    A reader presses it: no link starts work by itself.
    """
    return CLICKER if is_presenting() else None


def present() -> None:
    """Large type, no navigation."""
    in_one_entry(MODE)[PRESENT] = True


def leave() -> None:
    """Back to the page with its inputs."""
    in_one_entry(MODE)[PRESENT] = False
