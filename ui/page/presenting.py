"""The present mode: for the session, and in the address as ``mode=present``."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from ui.page.fields import link
from ui.page.session import held

MODE, PRESENT = "mode", "present"
CLICKER = "pagedown"  # the only key that a lecturer in the middle of a hall has


@dataclass(slots=True)
class Presenting:
    """Whether the session presents; None before its first address was read."""

    is_on: bool | None = None


def settle_mode() -> None:
    """Take the mode from the address once a session."""
    mode = held(Presenting)
    if mode.is_on is None:
        mode.is_on = st.query_params.get(MODE) == PRESENT


def keep_mode() -> None:
    """Write it into the address, on every run."""
    link(MODE, PRESENT if is_presenting() else None)


def is_presenting() -> bool:
    """Whether the page is presented in a hall."""
    return bool(held(Presenting).is_on)


def key_to_start() -> str | None:
    """The key of a button that starts what a page is about, while it is presented.

    A reader presses it: no link starts work by itself.
    """
    return CLICKER if is_presenting() else None


def present() -> None:
    """Large type, no navigation."""
    held(Presenting).is_on = True


def leave() -> None:
    """Back to the page with its inputs."""
    held(Presenting).is_on = False
