"""Choose, merge, repair: the loop of `train/linked.py`, in slices.

A call runs until there are as many merges as asked and can be called again: all that it knows
is in the tables. So the caller can hand on merges as they are made, stop between two calls,
and give the arrays more room, which a kernel cannot.

No hash table: every pair that a merge gives birth to holds the new token on one side, so the
token on the other side says which pair it is (`before_new`, `after_new`).
"""

from __future__ import annotations

from bpe_core.kernels.cache import kernel
from bpe_core.kernels.heap import best_pair, drop_top, push
from bpe_core.kernels.order import prefix_of
from bpe_core.kernels.tables import NONE, Tables

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
        births = merge_everywhere(tables, pair, now.tokens)
        list_births(tables, first_born, births)
        for born in range(first_born, now.pairs):
            forget_birth(tables, born)
            if tables.counts[born] >= min_count:
                push(tables, rule, born)
        now.tokens += 1
        now.merges += 1
    return ALL_MADE


@kernel
def has_room(tables: Tables, pair: int) -> bool:
    """Whether a merge of ``pair`` fits into the arrays; ``with_room`` reads what it needs."""
    now, this = tables.progress[0], tables.pairs[pair]
    births = 2 * (this.end - this.start)
    now.births_needed = births
    now.pool_needed = now.listed + births
    now.pairs_needed = now.pairs + min(births, 2 * (now.tokens + 1))
    return (
        now.births_needed <= len(tables.births)
        and now.pool_needed <= len(tables.pool)
        and now.pairs_needed <= len(tables.pairs)
    )


@kernel
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


@kernel
def merge_everywhere(tables: Tables, pair: int, new_id: int) -> int:
    """Merge ``pair`` wherever it still stands, keep all counts exact; how many births."""
    cells, counts, pairs, births = tables.cells, tables.counts, tables.pairs, tables.births
    this = pairs[pair]
    size, right_size = tables.tokens[new_id].size, tables.tokens[this.right].size
    left_size = size - right_size
    born = 0
    first = NONE
    for k in range(this.start, this.end):
        middle = tables.pool[k]
        if cells[middle].pair != pair:
            continue
        weight = cells[middle].weight
        start, end = middle - left_size, middle + right_size
        first = start
        cells[middle].pair = NONE
        cells[start].token = new_id
        cells[end - 1].token = new_id
        # subtle: in a run (aaaa) the pair on the left may hold the new token already, and the
        # one on the right may be this very pair; reading the cells now keeps counts exact.
        gone = cells[start].pair
        if gone != NONE:
            counts[gone] -= weight
            come = born_before(tables, cells[start - 1].token, new_id)
            counts[come] += weight
            pairs[come].end += 1
            cells[start].pair = come
            births[born].pair = come
            births[born].cell = start
            born += 1
        gone = cells[end].pair
        if gone != NONE:
            counts[gone] -= weight
            come = born_after(tables, new_id, cells[end].token)
            counts[come] += weight
            pairs[come].end += 1
            cells[end].pair = come
            births[born].pair = come
            births[born].cell = end
            born += 1
    counts[pair] = 0
    tables.tokens[new_id].place = first
    tables.tokens[new_id].prefix = prefix_of(tables, first, size)
    return born


@kernel
def born_before(tables: Tables, left: int, new_id: int) -> int:
    """The pair (left, new token), made at its first birth."""
    pair = tables.before_new[left]
    if pair == NONE:
        pair = new_pair(tables, left, new_id)
        tables.before_new[left] = pair
    return pair


@kernel
def born_after(tables: Tables, new_id: int, right: int) -> int:
    """The pair (new token, right), made at its first birth."""
    pair = tables.after_new[right]
    if pair == NONE:
        pair = new_pair(tables, new_id, right)
        tables.after_new[right] = pair
    return pair


@kernel
def new_pair(tables: Tables, left: int, right: int) -> int:
    now = tables.progress[0]
    pair = now.pairs
    now.pairs += 1
    tables.counts[pair] = 0
    this = tables.pairs[pair]
    this.left = left
    this.right = right
    this.end = 0  # how many births, until they are listed
    return pair


@kernel
def list_births(tables: Tables, first_born: int, births: int) -> None:
    """Give each newborn pair its stretch at the end of the pool, and list its cells in it."""
    now, pairs, pool = tables.progress[0], tables.pairs, tables.pool
    listed = now.listed
    for pair in range(first_born, now.pairs):
        size = pairs[pair].end
        pairs[pair].start = listed
        pairs[pair].end = listed
        listed += size
    now.listed = listed
    for k in range(births):
        birth = tables.births[k]
        this = pairs[birth.pair]
        pool[this.end] = birth.cell
        this.end += 1


@kernel
def forget_birth(tables: Tables, pair: int) -> None:
    """Clear the pair out of the two small tables, for the next merge."""
    this = tables.pairs[pair]
    tables.before_new[this.left] = NONE
    tables.after_new[this.right] = NONE
