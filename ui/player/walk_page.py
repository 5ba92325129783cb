"""A page with a walk: inputs, the player, the list of all merges."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.charts.merge_tables import merge_list
from ui.page.problems import show, show_notices
from ui.page.text_inputs import Training, training_inputs
from ui.player.file_names import file_name
from ui.player.player import player
from ui.scenes.recorded_walk import Walk
from ui.text import t


def walk_page(name: str, make: Callable[[Training], Walk], *, texts: tuple[str, ...]) -> None:
    """The page ``name``; ``texts`` are the catalogue's sections that its walk speaks with."""
    st.html(f'<h1 class="visually-hidden">{t(f"{name}.title")}</h1>')
    notices: list[Notice] = []
    try:
        training = training_inputs(notices)
        walk = make(training) if training else None
    except BPELabError as error:
        walk = None
        show(error)
    show_notices((*notices, *(walk.notices if walk else ())))
    if walk is None:
        return
    assert training is not None, "it was walked through"
    file = file_name(name, training.name)
    player(walk.recording, key=f"{name}_player", texts=texts, file=file)
    merge_list(walk)
