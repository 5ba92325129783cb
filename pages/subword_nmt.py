"""subword-nmt: how its codes are learned, moment by moment, and how they segment a line."""

from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from ui.page.look import room_style
from ui.page.markup import page_title
from ui.page.presenting import is_presenting
from ui.page.problems import show, show_notices
from ui.player.player import player
from ui.serving.store import shared_store
from ui.subword_nmt.apply_codes import apply_section, beside_section
from ui.subword_nmt.learning_inputs import Learning, learning_inputs

TEXTS = (
    "subword_nmt",
    "linked.code",
    "linked.ledger",
    "train.why",
    "train.end",
    "tie_rule",
    "tie_name",
    "question",
)


def main() -> None:
    """Inputs, the walk, and below it the codes at work."""
    room_style("subword_nmt")
    page_title("subword_nmt.title")
    notices: list[Notice] = []
    learning: Learning | None = None
    walk: Walk | None = None
    try:
        learning = learning_inputs(notices)
        walk = walk_of(learning) if learning else None
    except BPELabError as error:
        show(error)
    # A lecture hall sees the whole walk at once.
    walk_notices = walk.notices if walk and not is_presenting() else ()
    show_notices((*notices, *walk_notices))
    if learning is not None and walk is not None:
        file = file_name("subword_nmt", learning.name)
        player(walk.recording, key="subword_player", texts=TEXTS, file=file)
    if learning is not None and not is_presenting():
        with st.container(key="after"):
            if apply_section(learning):
                beside_section(learning)


def walk_of(learning: Learning) -> Walk:
    """Every moment of one run, computed once for all readers."""
    make = partial(
        learn_walk,
        dict(learning.words),
        num_merges=learning.num_merges,
        min_frequency=learning.min_frequency,
    )
    walk: Walk = shared_store().get(("subword walk", learning), make)
    return walk


main()
