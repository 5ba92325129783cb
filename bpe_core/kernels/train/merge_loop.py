"""Choose, merge, repair: the loop of `train/linked.py`, in slices.

A call runs until there are as many merges as requested, and can be repeated: its whole state is
in the tables. So the caller can pass merges on as they are made, stop between two calls, and
enlarge the arrays, which a kernel cannot.
"""

from __future__ import annotations

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.prefetch import look_ahead
from bpe_core.kernels.train.cell_weights import weight_at
from bpe_core.kernels.train.lazy_heap import best_pair, drop_top, push
from bpe_core.kernels.train.pair_order import prefix_of
from bpe_core.kernels.train.pair_rows import born_after, born_before, list_births, replace_pair
from bpe_core.kernels.train.train_arrays import NO_ID, Tables

TARGET_REACHED, ARRAYS_FULL, NONE_LEFT = range(3)


@kernel
def merge_until(
    tables: Tables,  # in and out
    merges: int,  # in: the total to reach
    rule: int,  # in: see pair_order.py
    min_count: int,  # in
) -> int:
    """Merge until there are ``merges`` in all, or return why that is not possible."""
    now = tables.progress[0]
    while now.merges < merges:
        pair = best_pair(tables, rule, min_count)
        if pair == NO_ID:
            return NONE_LEFT
        if not has_capacity(tables, pair):
            return ARRAYS_FULL
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
    return TARGET_REACHED


@inlined
def has_capacity(tables: Tables, pair: int) -> bool:
    """Whether there are rows for all pairs that may be born in a merge of ``pair``."""
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
        cells[middle].pair = NO_ID
        cells[start].token = new_id
        cells[end - 1].token = new_id
        new.position = start
        # subtle: in a run (aaaa) the pair on the left may hold the new token already, and the
        # one on the right may be this very pair; reading the cells now keeps counts exact.
        if cells[start].pair != NO_ID:
            born = born_before(tables, cells[start - 1].token, new_id)
            replace_pair(tables, start, born, weight)
        if cells[end].pair != NO_ID:
            born = born_after(tables, new_id, cells[end].token)
            replace_pair(tables, end, born, weight)
    tables.counts[pair] = 0
    new.prefix = prefix_of(tables, new.position, new.size)
