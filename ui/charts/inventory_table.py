"""The table of the vocabulary that a session shows."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bpe_core.model import BPEModel
from ui.scenes.token_table import Inventory, inventory
from ui.serving.store import Store, vocabulary_store


def inventory_of(model: BPEModel) -> Inventory:
    """The table of a vocabulary, made once for all readers who use the same one.

    The session keeps the one that it shows, whatever others do.
    """
    shown: Inventory | None = st.session_state.get("table")
    if shown is None or shown.model is not model:
        shown = kept_inventory(vocabulary_store(), model)
        st.session_state["table"] = shown
    return shown


def kept_inventory(
    store: Store, model: BPEModel, pause: Callable[[], None] = lambda: None
) -> Inventory:
    """The table of a vocabulary, for all readers; ``pause`` as in `inventory`."""
    return store.made_of(model, "table", lambda: inventory(model, pause))
