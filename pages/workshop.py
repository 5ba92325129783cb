"""The workshop: train a real vocabulary on a real text, live; try it and take it along."""

from functools import partial

import streamlit as st

from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.problems import asked
from ui.workshop.workshop_view import workshop_setup, workshop_view


def main() -> None:
    """Inputs, then the training: still to come, under way or over."""
    room_style("workshop")
    page_title("workshop.title")
    inputs = st.container(key="inputs_workshop")
    row = inputs.columns([5, 3, 2, 2], vertical_alignment="bottom")
    workshop_view(asked(partial(workshop_setup, inputs, row)), row[-1])


main()
