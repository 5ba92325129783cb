"""Naive training, merge by merge, on the reader's text."""

from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from ui.inputs import Training, training_inputs
from ui.merge_list import merge_list
from ui.player.player import player
from ui.problems import show
from ui.progress import Progress
from ui.scenes.training_walk import training_walk
from ui.scenes.walk import Walk
from ui.store import shared_store
from ui.text import t


def main() -> None:
    """Inputs, the walk, and below it the list of all merges."""
    st.html(f'<h1 class="visually-hidden">{t("train.title")}</h1>')
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
    player(walk.recording, key="train_player", texts=("train", "tie_rule", "tie_name"))
    merge_list(walk)


def _walk(training: Training) -> Walk:
    progress = Progress(
        lambda merge: t(
            "train.progress",
            merge=merge,
            merges=training.options.merge_limit,
            size=training.corpus.size,
        ),
        total=training.options.merge_limit or 1,
    )
    make = partial(
        training_walk,
        training.corpus,
        training.options,
        pattern=training.pattern,
        on_merge=progress.reached,
    )
    run = ("naive walk", training.corpus, training.options, training.pattern)
    walk: Walk = shared_store().get(run, make)
    progress.done()
    return walk


main()
