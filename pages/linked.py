"""Inside the linked trainer: every event on a short text, with all its structures."""

from functools import partial

import streamlit as st

from ui.page.presenting import is_presenting
from ui.page.text_inputs import Training
from ui.player.walk_page import walk_page
from ui.scenes.linked.linked_walk import linked_walk
from ui.scenes.recorded_walk import Walk
from ui.serving.store import shared_store
from ui.text import t


def walk_of(training: Training) -> Walk:
    """Every event of one run, computed once for all readers."""
    arguments = (training.corpus, training.options)
    make = partial(linked_walk, *arguments, pattern=training.pattern)
    walk: Walk = shared_store().get(("linked walk", *arguments, training.pattern), make)
    return walk


walk_page("linked", walk_of, texts=("linked", "train", "question", "tie_rule", "tie_name"))
if not is_presenting():
    with st.expander(t("linked.slides.title")):
        st.write(t("linked.slides.order"))
        st.write(t("linked.slides.push"))
