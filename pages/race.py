"""The race: the same merges by several algorithms, in lock-step, by the clock, by size."""

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.page.problems import show
from ui.race.race_inputs import race_setup
from ui.race.race_view import race_view
from ui.text import t


def main() -> None:
    """Inputs, then the view of the race."""
    st.html(f'<h1 class="visually-hidden">{t("race.title")}</h1>')
    notices: list[Notice] = []
    try:
        setup = race_setup(notices)
    except BPELabError as error:
        setup = None
        show(error)
    for notice in notices:
        show(notice)
    if setup is not None:
        race_view(setup)


main()
