"""Inside the linked trainer: every event on a short text, with all its structures."""

from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.inputs import Training, training_inputs
from ui.merge_list import merge_list
from ui.player.player import player
from ui.problems import show
from ui.scenes.glassbox.walk import linked_walk
from ui.scenes.walk import Walk
from ui.store import shared_store
from ui.text import t


def main() -> None:
    """Inputs, the walk, and below it the list of all merges."""
    st.html(f'<h1 class="visually-hidden">{t("linked.title")}</h1>')
    notices: list[Notice] = []
    try:
        training = training_inputs(notices)
        walk = _walk(training) if training else None
    except BPELabError as error:
        walk = None
        show(error)
    for notice in (*notices, *(walk.notices if walk else ())):
        show(notice)
    if walk is None:
        return
    texts = ("linked", "train", "tie_rule", "tie_name")
    player(walk.recording, key="linked_player", texts=texts)
    merge_list(walk)


def _walk(training: Training) -> Walk:
    make = partial(linked_walk, training.corpus, training.options, pattern=training.pattern)
    run = ("linked walk", training.corpus, training.options, training.pattern)
    walk: Walk = shared_store().get(run, make)
    return walk


main()
