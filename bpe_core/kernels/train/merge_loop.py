"""Choose, merge, repair: the loop of `train/linked.py`, in slices.

A call runs until there are as many merges as asked and can be called again: all that it knows
is in the tables. So the caller can hand on merges as they are made, stop between two calls,
and give the arrays more room, which a kernel cannot.
"""

from __future__ import annotations

from bpe_core.kernels.kernel_cache import inlined, inner, kernel
from bpe_core.kernels.prefetch import look_ahead
from bpe_core.kernels.train.cell_weights import weight_at
from bpe_core.kernels.train.lazy_heap import best_pair, drop_top, push
from bpe_core.kernels.train.pair_order import prefix_of
from bpe_core.kernels.train.pair_rows import born_after, born_before, list_births, replace_pair
from bpe_core.kernels.train.train_arrays import NONE, Tables

ALL_MADE, NO_ROOM, NONE_LEFT = range(3)


@kernel
def merge_until(tables: Tables, merges: int, rule: int, min_count: int) -> int:
    """Merge until there are ``merges`` in all; else say why that was not possible."""
    now = tables.progress[0]
    while now.merges < merges:
        pair = best_pair(tables, rule, min_count)
        if pair == NONE:
            return NONE_LEFT
        if not has_room(tables, pair):
            return NO_ROOM
        drop_top(tables, rule)
        note_merge(tables, pair)
        first_born = now.pairs
        merge_everywhere(tables, pair, now.tokens)
        list_births(tables, first_born, tables.pairs[pair].start, tables.pairs[pair].end)
        for born in range(first_born, now.pairs):
            if tables.counts[born] >= now.floor:
                push(tables, rule, born)
        now.tokens += 1
        now.merges += 1
    return ALL_MADE


@inlined
def has_room(tables: Tables, pair: int) -> bool:
    """Whether there are rows for all pairs that a merge of ``pair`` may give birth to."""
    now, this = tables.progress[0], tables.pairs[pair]
    now.pairs_needed = now.pairs + 2 * min(this.end - this.start, now.tokens + 1)
    return now.pairs_needed <= len(tables.pairs)


@inlined
def note_merge(tables: Tables, pair: int) -> None:
    """Write down the merge and the size of its token."""
    now, this = tables.progress[0], tables.pairs[pair]
    merge = tables.merges[now.merges]
    merge.left = this.left
    merge.right = this.right
    merge.count = tables.counts[pair]
    tables.tokens[now.tokens].size = (
        tables.tokens[this.left].size + tables.tokens[this.right].size
    )


@inner
def merge_everywhere(tables: Tables, pair: int, new_id: int) -> None:
    """Merge ``pair`` wherever it still stands, and keep all counts exact."""
    cells, this, new = tables.cells, tables.pairs[pair], tables.tokens[new_id]
    right_size = tables.tokens[this.right].size
    left_size = new.size - right_size
    for k in range(this.start, this.end):
        look_ahead(tables, pair, this, k, left_size, right_size)
        middle = tables.pool[k]
        if cells[middle].pair != pair:
            continue
        start, end = middle - left_size, middle + right_size
        weight = weight_at(tables, middle)
        cells[middle].pair = NONE
        cells[start].token = new_id
        cells[end - 1].token = new_id
        new.place = start
        # subtle: in a run (aaaa) the pair on the left may hold the new token already, and the
        # one on the right may be this very pair; reading the cells now keeps counts exact.
        if cells[start].pair != NONE:
            born = born_before(tables, cells[start - 1].token, new_id)
            replace_pair(tables, start, born, weight)
        if cells[end].pair != NONE:
            born = born_after(tables, new_id, cells[end].token)
            replace_pair(tables, end, born, weight)
    tables.counts[pair] = 0
    new.prefix = prefix_of(tables, new.place, new.size)
