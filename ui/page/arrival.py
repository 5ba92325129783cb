"""When a page opens: by a link, by the navigation, by the browser's Back or Forward."""

from __future__ import annotations

import streamlit as st

from ui.page.links import SEEDED

PAGE = "page"
OF_A_VISIT = (SEEDED, "linked_position", "shown_recording")


def arrive(page: str) -> None:
    """Let ``page`` read the address anew if the reader comes from another one."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE] = page
        for name in OF_A_VISIT:
            st.session_state.pop(name, None)
