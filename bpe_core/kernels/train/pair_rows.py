"""The rows of pairs, how a merge finds the pairs born in it, and the lists of cells.

A pair that is not of bytes gets its row in one merge and never again. One of its tokens is the
new token of that merge, so which side that is on and the other token identify it: two small
tables by token id, empty between merges, replace the dict of all pairs in `linked.py`. Two new
tokens side by side are in the first alone: a merge never has a new one on its right yet.

All cells of the pairs of one merge are known when it ends. So each pair is given a stretch of
the pool as long as its cells, and then each cell is written into its pair's stretch: no list
ever grows, and the cells of a pair are read in one go when it is merged.
"""

from __future__ import annotations

from bpe_core.kernels.decorators import inlined
from bpe_core.kernels.train.train_arrays import NO_ID, Tables


@inlined
def begin_pair(tables: Tables, pair: int, left: int, right: int) -> None:
    """A new row, with no cells yet; ``end`` counts them until they are listed."""
    tables.counts[pair] = 0
    this = tables.pairs[pair]
    this.left = left
    this.right = right
    this.end = 0


@inlined
def born_before(tables: Tables, left: int, new_id: int) -> int:
    """The pair (left, new token), made at its first birth."""
    pair = tables.before_new[left]
    if pair == NO_ID:
        pair = tables.progress[0].pairs
        tables.progress[0].pairs += 1
        begin_pair(tables, pair, left, new_id)
        tables.before_new[left] = pair
    return pair


@inlined
def born_after(tables: Tables, new_id: int, right: int) -> int:
    """The pair (new token, right), made at its first birth."""
    pair = tables.after_new[right]
    if pair == NO_ID:
        pair = tables.progress[0].pairs
        tables.progress[0].pairs += 1
        begin_pair(tables, pair, new_id, right)
        tables.after_new[right] = pair
    return pair


@inlined
def replace_pair(tables: Tables, cell: int, pair: int, weight: int) -> None:
    """File the newborn ``pair`` under ``cell`` instead of the pair that was there."""
    now, this = tables.progress[0], tables.cells[cell]
    tables.counts[this.pair] -= weight
    tables.counts[pair] += weight
    tables.pairs[pair].end += 1
    this.pair = pair
    birth = tables.births[now.births]
    birth.pair = pair
    birth.cell = cell
    now.births += 1


@inlined
def list_births(tables: Tables, first_born: int, spare: int, spare_end: int) -> None:
    """List where the pairs of this merge were born, and be ready for the next merge."""
    now = tables.progress[0]
    assign_stretches(tables, first_born, spare, spare_end)
    for k in range(now.births):
        list_cell(tables, tables.births[k].pair, tables.births[k].cell)
    now.births = 0
    for pair in range(first_born, now.pairs):
        tables.before_new[tables.pairs[pair].left] = NO_ID
        tables.after_new[tables.pairs[pair].right] = NO_ID


@inlined
def assign_stretches(tables: Tables, first: int, spare: int, spare_end: int) -> None:
    """Give every pair from ``first`` on as much of the pool as it has cells.

    What the merged pair had, ``pool[spare:spare_end]``, is given out first: it is no longer
    read, and it is in the processor's cache.
    """
    now = tables.progress[0]
    for pair in range(first, now.pairs):
        this = tables.pairs[pair]
        size = this.end
        if size <= spare_end - spare:
            this.start = spare
            spare += size
        else:
            this.start = now.listed
            now.listed += size
        this.end = this.start


@inlined
def list_cell(tables: Tables, pair: int, cell: int) -> None:
    """Append a cell to the stretch of its pair."""
    this = tables.pairs[pair]
    tables.pool[this.end] = cell
    this.end += 1
