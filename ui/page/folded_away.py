"""What is folded away below a page's picture, and made only when somebody unfolds it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st


def folded_away(title: str, draw: Callable[[], object], *, key: str) -> None:
    """A fold that is closed at first; whatever ``draw`` needs, a closed one never costs."""
    fold = st.expander(title, key=key, on_change="rerun")
    if fold.open:
        with fold:
            draw()
