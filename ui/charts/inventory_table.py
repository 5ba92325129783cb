"""The table of the vocabulary that a session shows."""

from __future__ import annotations

from collections.abc import Callable

from bpe_core.model import BPEModel
from bpe_lab.scenes.token_table import Inventory, inventory
from ui.serving.belongings import belongings
from ui.serving.store import Store, vocabulary_store


def inventory_of(model: BPEModel) -> Inventory:
    """The table of a vocabulary, computed once for all readers who use the same one.

    The session holds on to the one that it shows, whatever others do.
    """
    table: Inventory | None = belongings().held.get("table")
    if table is None or table.model is not model:
        table = shared_inventory(vocabulary_store(), model)
        belongings().held["table"] = table
    return table


def shared_inventory(
    store: Store, model: BPEModel, pause: Callable[[], None] = lambda: None
) -> Inventory:
    """The table of a vocabulary, for all readers; ``pause`` as in `inventory`."""
    return store.value_of(model, "table", lambda: inventory(model, pause))
