"""How often a pre-token occurs, stored in every one of its cells.

A merge needs the weight at every position that it changes. 32 bits hold it, except for
pre-tokens that occur more than four billion times. Their weights are in a list, sorted by
position and searched by bisection: no corpus has many of them.
"""

from __future__ import annotations

from bpe_core.kernels.decorators import inlined, inner
from bpe_core.kernels.train.train_arrays import Tables

LISTED = 2**32 - 1  # instead of a weight: it is at least this, and in the list


@inlined
def weight_at(tables: Tables, cell: int) -> int:
    """The weight of the pre-token to which ``cell`` belongs."""
    weight = int(tables.cells[cell].weight)
    return weight if weight != LISTED else listed_weight(tables, cell)


@inner
def listed_weight(tables: Tables, cell: int) -> int:
    """The weight in the list: that of the last one listed whose position is below ``cell``."""
    low, high = 0, tables.progress[0].heavy
    while high - low > 1:
        middle = (low + high) >> 1
        if tables.heavy[middle].position < cell:
            low = middle
        else:
            high = middle
    return tables.heavy[low].weight
