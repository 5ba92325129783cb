"""How often a pre-token occurs, said at every one of its bytes.

A merge needs it at every place that it changes. 32 bits say it, but for pre-tokens that occur
more than four billion times. Those stand in a list in the order of their places, and are
searched there: no corpus has many.
"""

from __future__ import annotations

from bpe_core.kernels.kernel_cache import inlined, inner
from bpe_core.kernels.train.train_arrays import Tables

LISTED = 2**32 - 1  # in place of a weight: it is this or more, and listed


@inlined
def weight_at(tables: Tables, cell: int) -> int:
    """The weight of the pre-token that has ``cell``."""
    weight = int(tables.cells[cell].weight)
    return weight if weight != LISTED else listed_weight(tables, cell)


@inner
def listed_weight(tables: Tables, cell: int) -> int:
    """The weight in the list: that of the last pre-token that begins before ``cell``."""
    low, high = 0, tables.progress[0].heavy
    while high - low > 1:
        middle = (low + high) >> 1
        if tables.heavy[middle].place < cell:
            low = middle
        else:
            high = middle
    return tables.heavy[low].weight
