"""The workshop: train a real vocabulary on a real text, live; try it and take it along."""

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.problems import show
from ui.workshop.workshop_view import workshop_setup, workshop_view


def main() -> None:
    """Inputs, then the training: still to come, under way or over."""
    room_style("workshop")
    page_title("workshop.title")
    notices: list[Notice] = []
    with st.container(key="inputs_workshop"):
        row = st.columns([5, 3, 2, 2], vertical_alignment="bottom")
        try:
            setup = workshop_setup(row, notices)
        except BPELabError as error:
            setup = None
            show(error)
    for notice in notices:
        show(notice)
    workshop_view(setup, row[-1])


main()
