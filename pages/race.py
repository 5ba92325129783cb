"""The race: the same merges by several algorithms, in lock-step, by the clock, by size."""

import streamlit as st

from bpe_lab.text import t
from ui.page.problems import asked
from ui.race.race_inputs import race_setup
from ui.race.race_view import race_view


def main() -> None:
    """Inputs, then the view of the race."""
    st.html(f'<h1 class="visually-hidden">{t("race.title")}</h1>')
    setup = asked(race_setup)
    if setup is not None:
        race_view(setup)


main()
