"""Encode a longer pre-token: the merges that can be made in a heap, O(n log n).

As `encode_by_heap` of `encode/rank_order.py`. An entry is a rank and a position in one number,
so the smallest has the lowest rank, and among equal ranks is leftmost. An entry is stale if the
pair at its position has another rank by now, or none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined
from bpe_core.kernels.encode.merge_ranks import BYTES, NO_RANK, Ranks, rank_of

MAX_SIZE = 2**31 - 2  # bytes: positions are 32 bits wide
DEAD = np.uint32(0xFFFF_FFFF)  # the id of no token
POSITION_BITS, POSITION_MASK = np.uint64(32), np.uint64(0xFFFF_FFFF)


class LongScratch(NamedTuple):
    """Three arrays by position (of a token's first byte), and a heap twice as long."""

    tokens: NDArray[np.uint32]
    after: NDArray[np.int32]
    before: NDArray[np.int32]
    heap: NDArray[np.uint64]


def long_scratch(size: int) -> LongScratch:
    """For a pre-token of ``size`` bytes; takes 28 times as many."""
    after, before = np.empty((2, size + 1), np.int32)
    return LongScratch(np.empty(size, np.uint32), after, before, np.empty(2 * size, np.uint64))


@inlined
def encode_long(
    ranks: Ranks,  # in
    scratch: LongScratch,  # scratch
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    tokens, after, before, heap = scratch.tokens, scratch.after, scratch.before, scratch.heap
    heaped = lay_long(ranks, scratch, text, start, size)
    while heaped > 0:
        entry = heap[0]
        heaped -= 1
        sink(heap, heaped, 0, heap[heaped])
        i = int(np.int64(entry & POSITION_MASK))
        gone = np.int64(after[i])
        if tokens[i] == DEAD or gone == size:
            continue
        rank = rank_of(ranks, tokens[i], tokens[gone])
        if np.uint64(rank) != entry >> POSITION_BITS:
            continue
        left, right = int(np.int64(before[i])), np.int64(after[gone])
        tokens[i] = ranks.new_ids[rank]
        tokens[gone] = DEAD
        after[i] = right
        before[right] = i
        if left >= 0:
            heaped = push(heap, heaped, rank_of(ranks, tokens[left], tokens[i]), left)
        if right < size:
            heaped = push(heap, heaped, rank_of(ranks, tokens[i], tokens[right]), i)
    i = 0
    while i < size:
        out[id_count] = tokens[i]
        id_count += 1
        i = int(np.int64(after[i]))
    return id_count


@inlined
def lay_long(
    ranks: Ranks,  # in
    scratch: LongScratch,  # out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> int:
    """The bytes as tokens, and all their merges in heap order; how many there are."""
    heap, heaped = scratch.heap, 0
    for i in range(size):
        value = np.int64(text[start + i])
        scratch.tokens[i] = ranks.byte_ids[value]
        scratch.after[i] = i + 1
        scratch.before[i] = i - 1
        if i + 1 < size:
            rank = ranks.byte_ranks[BYTES * value + np.int64(text[start + i + 1])]
            if rank != NO_RANK:
                heap[heaped] = entry_of(rank, i)
                heaped += 1
    for k in range(heaped // 2 - 1, -1, -1):
        sink(heap, heaped, k, heap[k])
    return heaped


@inlined
def entry_of(rank: np.uint32, i: int) -> np.uint64:
    """Rank first, so that it is compared first."""
    return (np.uint64(rank) << POSITION_BITS) | np.uint64(i)


@inlined
def push(heap: NDArray[np.uint64], heaped: int, rank: np.uint32, i: int) -> int:
    """Push the merge at position ``i``, if there is one; returns the number of entries."""
    if rank == NO_RANK:
        return heaped
    entry, hole = entry_of(rank, i), heaped
    while hole > 0:
        parent = (hole - 1) >> 1
        if heap[parent] <= entry:
            break
        heap[hole] = heap[parent]
        hole = parent
    heap[hole] = entry
    return heaped + 1


@inlined
def sink(heap: NDArray[np.uint64], heaped: int, hole: int, entry: np.uint64) -> None:
    """Place ``entry`` at ``hole`` or as far below as it has to go."""
    while True:
        child = 2 * hole + 1
        if child >= heaped:
            break
        if child + 1 < heaped and heap[child + 1] < heap[child]:
            child += 1
        if entry <= heap[child]:
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = entry
