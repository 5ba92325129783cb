"""A line above every page: what it shows, and the pages before and after in the course."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.page.terms import explained
from ui.text import language


def orientation(here: st.Page, pages: Sequence[st.Page], name: str) -> None:
    """The line for ``here``, whose name is ``name``, in the order of ``pages``."""
    index = [page.url_path for page in pages].index(here.url_path)
    with st.container(key="orientation", horizontal=True, vertical_alignment="center"):
        _link("before", "←", pages[index - 1] if index else None)
        st.html(f'<p lang="{language()}">{explained(f"shows.{name}")}</p>')
        _link("after", "→", pages[index + 1] if index + 1 < len(pages) else None)


def _link(way: str, arrow: str, page: st.Page | None) -> None:
    """The way to ``page``; at the course's ends its room stays, so that nothing moves."""
    with st.container(key=f"page_{way}", width="content"):
        if page is not None:
            st.page_link(page, label=f"{arrow} {page.title}")
