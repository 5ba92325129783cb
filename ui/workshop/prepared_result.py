"""What a result's page shows in any language, made before the training says that it is over."""

from __future__ import annotations

from collections.abc import Callable

from bpe_core.model import BPEModel
from ui.serving.store import Store


def prepare_ahead(
    store: Store, model: BPEModel, held_out: bytes, pause: Callable[[], None]
) -> None:
    """Look through a vocabulary once, into ``store``; ``pause`` is called between the parts.

    The page would do it while it is drawn, some 40 ms for 32,000 tokens without a pause, and
    what other readers ask for in that time would take twice as long.
    """
    # Imported late: pages that only use a trained vocabulary show no charts.
    from ui.charts.inventory_charts import counted_lengths, counted_scripts
    from ui.charts.inventory_table import shared_inventory
    from ui.charts.merge_tables import first_merges
    from ui.workshop.growing import followed, replayed

    pause()
    table = shared_inventory(store, model, pause)
    for make in (counted_lengths, counted_scripts):
        pause()
        make(store, table)
    pause()
    first_merges(store, model)
    pause()
    _ = model.longest_token  # kept by the model
    if line := followed(held_out):
        pause()
        replayed(store, model, line)
