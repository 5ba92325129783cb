"""What a result's page shows in any language, made before the training says that it is over."""

from __future__ import annotations

from collections.abc import Callable

from bpe_core.model import BPEModel
from ui.inventory import kept_inventory
from ui.inventory_charts import counted_lengths, counted_scripts
from ui.merge_list import first_merges
from ui.store import Store


def made_ahead(store: Store, model: BPEModel, give_way: Callable[[], None]) -> None:
    """Look through a vocabulary once, into ``store``; ``give_way`` is called between the parts.

    The page would do it while it is drawn, some 40 ms for 32,000 tokens without a pause, and
    what other readers ask for in that time would take twice as long.
    """
    give_way()
    table = kept_inventory(store, model, give_way)
    give_way()
    counted_lengths(store, table)
    counted_scripts(store, table)
    give_way()
    first_merges(store, model)
    _ = model.longest_token  # kept by the model
