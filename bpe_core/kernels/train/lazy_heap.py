"""The lazy heap of `train/linked.py` in an array: the best entry stands at 0.

Each pair has at most one entry. A count that falls does not move its entry; an entry is checked
again only when it reaches the top, and a stale one sinks to where it belongs now. Since neither
the count nor the key of a pair rises after the merge in which it is born, every entry is at
least as good as its pair, and an entry at the top that is up to date is the best of all.

Most pairs are too rare ever to be merged. So only pairs whose count is at least ``floor`` enter
the heap; one that has fallen below leaves it when it reaches the top. Once it is empty, no pair
reaches the floor, and the heap is filled again with the pairs above a lower one.

The children of k are 2k + 1 and 2k + 2. Entries move into a hole, and only the last move
writes the one that is being placed.
"""

from __future__ import annotations

from typing import Any

from bpe_core.kernels.decorators import inlined, inner
from bpe_core.kernels.train.pair_order import goes_first, tie_key
from bpe_core.kernels.train.train_arrays import NO_ID, Tables

FALL = 4  # a new floor is the highest count divided by this, but at least min_count


@inlined
def best_pair(tables: Tables, rule: int, min_count: int) -> int:
    """The pair to merge next, left at the top; ``NO_ID`` where none has ``min_count``."""
    heap, counts, now = tables.heap, tables.counts, tables.progress[0]
    while True:
        while now.heaped > 0:
            top = heap[0]
            count = counts[top.pair]
            if count == top.count:  # then its key is, too: it falls only with the count
                return top.pair
            if count < now.floor:
                drop_top(tables, rule)
            else:
                sink(tables, rule, 0, count, tie_key(tables, rule, top.pair), top.pair)
        if not lower_floor(tables, rule, min_count):
            return NO_ID


@inner
def lower_floor(tables: Tables, rule: int, min_count: int) -> bool:
    """Fill the empty heap with the pairs that come next; whether there are any."""
    counts, now = tables.counts, tables.progress[0]
    highest = 0
    for pair in range(now.pairs):
        highest = max(highest, counts[pair])
    if highest < min_count:
        return False
    now.floor = max(min_count, highest // FALL)
    for pair in range(now.pairs):
        if counts[pair] >= now.floor:
            write(tables, now.heaped, counts[pair], tie_key(tables, rule, pair), pair)
            now.heaped += 1
    order_heap(tables, rule)
    return True


@inner
def order_heap(tables: Tables, rule: int) -> None:
    """Put the entries placed so far in order."""
    for k in range(tables.progress[0].heaped // 2 - 1, -1, -1):
        entry = tables.heap[k]
        sink(tables, rule, k, entry.count, entry.key, entry.pair)


@inlined
def push(tables: Tables, rule: int, pair: int) -> None:
    """Enter ``pair`` with its present count."""
    heap, now = tables.heap, tables.progress[0]
    count, key = tables.counts[pair], tie_key(tables, rule, pair)
    hole = now.heaped
    now.heaped += 1
    while hole > 0:
        parent = (hole - 1) >> 1
        above = heap[parent]
        if not beats(tables, rule, count, key, pair, above):
            break
        heap[hole] = above
        hole = parent
    write(tables, hole, count, key, pair)


@inlined
def drop_top(tables: Tables, rule: int) -> None:
    """Take the top entry out; the last one is placed anew."""
    now = tables.progress[0]
    now.heaped -= 1
    last = tables.heap[now.heaped]
    sink(tables, rule, 0, last.count, last.key, last.pair)


@inner
def sink(tables: Tables, rule: int, hole: int, count: int, key: int, pair: int) -> None:
    """Place an entry at ``hole`` or as far below as it has to go."""
    heap, size = tables.heap, tables.progress[0].heaped
    while True:
        child = 2 * hole + 1
        if child >= size:
            break
        below = heap[child]
        if child + 1 < size:
            other = heap[child + 1]
            if not beats(tables, rule, below.count, below.key, below.pair, other):
                child += 1
                below = other
        if beats(tables, rule, count, key, pair, below):
            break
        heap[hole] = below
        hole = child
    write(tables, hole, count, key, pair)


@inlined
def beats(tables: Tables, rule: int, count: int, key: int, pair: int, other: Any) -> bool:
    """Whether an entry is merged before the ``other``: by count, then key, then bytes."""
    if count != other.count:
        return count > other.count
    if key != other.key:
        return key > other.key
    return goes_first(tables, rule, pair, other.pair)


@inlined
def write(tables: Tables, k: int, count: int, key: int, pair: int) -> None:
    entry = tables.heap[k]
    entry.count = count
    entry.key = key
    entry.pair = pair
