"""Inside the linked trainer: every event on a short text, with all its structures."""

from functools import partial

import streamlit as st

from bpe_lab.pages import Training
from bpe_lab.player.parts import SECTIONS
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.text import t
from ui.page.elements import folded_away
from ui.page.presenting import is_presenting
from ui.player.walk_page import walk_page
from ui.serving.store import shared_store


def walk_of(training: Training) -> Walk:
    """Every event of one run, computed once for all readers."""
    key = ("linked walk", training)
    walk: Walk = shared_store().get(key, partial(training.walked, linked_walk))
    return walk


def slides_order() -> None:
    """How the lecture's slides order the repair, and why the merges are the same."""
    order, push = st.columns([3, 2], gap="large")
    order.write(t("linked.slides.order"))
    push.write(t("linked.slides.push"))


def in_sheet() -> None:
    """The same in the sheet of inputs, since nothing stands below the walk before a hall."""
    with st.container(key="slides_order"):
        st.markdown(f"**{t('linked.slides.title')}**")
        slides_order()


walk_page(
    "linked",
    walk_of,
    texts=SECTIONS["linked"],
    exercise="trace.linked",
    below=in_sheet if is_presenting() else None,
)
if not is_presenting():
    folded_away(t("linked.slides.title"), slides_order, key="slides_order")
