"""The systems side by side: one text through all of them, and the article's table, run live."""

from __future__ import annotations

import streamlit as st

from bpe_lab.pages import COMPARE_VIEW
from ui.compare.table_view import table_view
from ui.compare.text_view import text_view
from ui.page.fields import view_switch
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting

VIEWS = {"text": text_view, "table": table_view}


def main() -> None:
    """One of the two views."""
    room_style("compare")
    if is_presenting():
        room_style("compare", "present")
    page_title("compare.title")
    controls = st.container(
        key="compare_controls", horizontal=True, vertical_alignment="center"
    )
    with controls:
        view = view_switch("compare", COMPARE_VIEW)
    VIEWS[view](controls)


main()
