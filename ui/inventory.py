"""The table of the vocabulary that a session shows."""

from __future__ import annotations

import streamlit as st

from bpe_core.model import BPEModel
from ui.scenes.vocabulary import Inventory, inventory
from ui.store import vocabulary_store


def inventory_of(model: BPEModel) -> Inventory:
    """The table of a vocabulary, made once for all readers who use the same one.

    The session keeps the one that it shows, whatever others do.
    """
    shown: Inventory | None = st.session_state.get("table")
    if shown is None or shown.model is not model:
        shown = vocabulary_store().made_of(model, "table", lambda: inventory(model))
        st.session_state["table"] = shown
    return shown
