"""The training loop: choose the best pair, merge it everywhere, list the pairs born by that.

`bpe_core/train/linked.py` is the same loop in plain Python. A call runs until there are as many
merges as requested, no pair has ``min_count`` or rows for pairs run out. It can be repeated,
with the same rule and ``min_count``, for which the heap was built: its whole state is in the
tables. So the caller can pass merges on as they are made, stop between two calls, and enlarge
the arrays, which a kernel cannot.

A merge costs a step for each cell that its pair lists, stale ones included, and a push for each
pair born in it that reaches the heap's floor.

subtle: a row, such as ``tables.progress[0]``, is a reference to its numbers and not a copy.
"""

from __future__ import annotations

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.prefetch import look_ahead
from bpe_core.kernels.train.cell_weights import weight_at
from bpe_core.kernels.train.lazy_heap import best_pair, drop_top, push
from bpe_core.kernels.train.pair_order import prefix_of
from bpe_core.kernels.train.pair_rows import born_after, born_before, list_births, replace_pair
from bpe_core.kernels.train.train_arrays import NO_ID, Tables

# Why a call ends. Where arrays are full nothing of the next merge is done: enlarge them, go on.
TARGET_REACHED, ARRAYS_FULL, NONE_LEFT = range(3)


@kernel
def merge_until(
    tables: Tables,  # in and out; with rows for ``target`` merges and their tokens
    target: int,  # in: merges, those of earlier calls included
    rule: int,  # in: of ties, see pair_order.py
    min_count: int,  # in: at least 1; a pair that occurs less often is not merged
) -> int:
    """Merge until there are ``target`` merges; returns why it ended."""
    now = tables.progress[0]
    while now.merges < target:
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
    """Whether there are rows for all pairs that may be born in a merge of ``pair``.

    Writes down how many that takes. Of the cells listed each bears two pairs at most, and each
    token, the new one included, is left neighbour in one pair at most, and right in one.
    """
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
    """Merge ``pair`` wherever it still stands, from left to right, and keep all counts exact.

    In a run (aaa) occurrences overlap: all are counted; what overlaps a merged one is stale.
    The pair's own count is 0 in the end; what it was, `note_merge` has written down.
    """
    cells, this, new = tables.cells, tables.pairs[pair], tables.tokens[new_id]
    right_size = tables.tokens[this.right].size
    left_size = new.size - right_size
    for k in range(this.start, this.end):
        look_ahead(tables, pair, this, k, left_size, right_size)
        middle = tables.pool[k]
        if cells[middle].pair != pair:
            continue
        token_start, token_end = middle - left_size, middle + right_size
        weight = weight_at(tables, middle)
        cells[middle].pair = NO_ID
        cells[token_start].token = new_id
        cells[token_end - 1].token = new_id
        new.position = token_start
        # subtle: cells are read as this merge has left them. Where occurrences touch (aaaa,
        # abab) the token on the left may be a new one already; the one on the right is not,
        # since listed cells ascend, but in aaaa the pair there is this very pair.
        if cells[token_start].pair != NO_ID:
            born = born_before(tables, cells[token_start - 1].token, new_id)
            replace_pair(tables, token_start, born, weight)
        if cells[token_end].pair != NO_ID:
            born = born_after(tables, new_id, cells[token_end].token)
            replace_pair(tables, token_end, born, weight)
    tables.counts[pair] = 0
    new.prefix = prefix_of(tables, new.position, new.size)
