"""The museum of bugs: find the line at fault, and a text that shows it."""

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.museum import EXHIBITS
from bpe_lab.pages import EXHIBIT
from ui.museum.exhibits import besides, idea, line_choice, title_of, why_wrong
from ui.museum.trial import trial
from ui.page.elements import own_code
from ui.page.fields import select_box
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show


def main() -> None:
    """One exhibit: its idea, its code, a text through it; and what hangs there without code."""
    room_style("museum")
    page_title("museum.title")
    notices: list[Notice] = []
    with st.container(key="inputs"):
        name = select_box(
            EXHIBIT,
            notices,
            named=lambda option: title_of(EXHIBITS[option]),
        )
    messages = st.container()
    exhibit = EXHIBITS[name]
    idea(exhibit)
    code, text = st.columns([7, 6], gap="large")
    with code:
        if line_choice(exhibit):
            why_wrong(exhibit)
    with text:
        trial(exhibit, notices)
    own_code()
    if not is_presenting():
        with st.container(key="museum_besides"):
            besides()
    with messages:
        for notice in notices:
            show(notice)


main()
