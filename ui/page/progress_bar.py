"""A progress bar that shows itself only when work is long enough to need one."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import streamlit as st

PATIENCE = 0.4  # seconds before the bar appears
PAUSE = 0.1  # seconds between two drawings


class Progress:
    """Told how far the work is; draws at most ten times a second.

    Drawing is also where Streamlit ends a run that the reader no longer wants, so changing
    an input cancels the work.
    """

    def __init__(self, label: Callable[[int], str], *, total: int) -> None:
        self._label, self._total = label, total
        self._next_drawing = monotonic() + PATIENCE
        self._container = st.empty()

    def reached(self, number: int) -> None:
        """``number`` of ``total`` parts are done."""
        if monotonic() >= self._next_drawing:
            share = min(1.0, (number + 1) / self._total)
            self._container.progress(share, self._label(number + 1))
            self._next_drawing = monotonic() + PAUSE

    def done(self) -> None:
        """Take the bar away."""
        self._container.empty()
