"""Encode a short pre-token: look at the rank of every pair, merge the lowest, close the gap.

Quadratic, as `encode_by_scan` of `encode/rank_order.py`, and the quickest way for pre-tokens
of a few bytes: no heap, no links, everything within three cache lines.

A cell is a token in one number: the rank of its merge with the next one in the upper half, its
id in the lower. So closing the gap moves one array.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined
from bpe_core.kernels.eight_bytes import load8, store8
from bpe_core.kernels.encode.merge_ranks import BYTES, NO_RANK, Ranks, rank_of

HEAP_FROM = 20  # bytes: from here on `long_pre_tokens.py` is quicker
RANK = np.uint64(32)  # where it begins in a cell
NOT_MERGED = np.uint64(NO_RANK)


class Scratch(NamedTuple):
    """The cells of the pre-token that is worked on."""

    cells: NDArray[np.uint64]


def empty_scratch() -> Scratch:
    return Scratch(np.empty(HEAP_FROM, np.uint64))


@inlined
def encode_short(
    ranks: Ranks,  # in
    scratch: Scratch,  # scratch
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    cells = scratch.cells
    lay_short(ranks, scratch, text, start, size)
    while size > 1:
        best, i = load8(cells, 0) >> RANK, 0
        for k in range(1, size - 1):
            rank = load8(cells, k) >> RANK
            if rank < best:
                best, i = rank, k
        if best == NOT_MERGED:
            break
        token = ranks.new_ids[np.int64(best)]
        size -= 1
        for k in range(i + 1, size):
            store8(cells, k, load8(cells, k + 1))
        if i > 0:
            left = np.uint32(load8(cells, i - 1))
            store8(cells, i - 1, cell_of(rank_of(ranks, left, token), left))
        rank_after = NO_RANK
        if i + 1 < size:
            rank_after = rank_of(ranks, token, np.uint32(load8(cells, i + 1)))
        store8(cells, i, cell_of(rank_after, token))
    for k in range(size):
        out[id_count + k] = np.uint32(load8(cells, k))
    return id_count + size


@inlined
def lay_short(
    ranks: Ranks,  # in
    scratch: Scratch,  # out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> None:
    """The bytes as tokens, each with its rank; the last one has none."""
    value = np.int64(text[start])
    for k in range(size - 1):
        following = np.int64(text[start + k + 1])
        rank = ranks.byte_ranks[BYTES * value + following]
        store8(scratch.cells, k, cell_of(rank, ranks.byte_ids[value]))
        value = following
    store8(scratch.cells, size - 1, cell_of(NO_RANK, ranks.byte_ids[value]))


@inlined
def cell_of(rank: np.uint32, token: np.uint32) -> np.uint64:
    """Rank and token in one number."""
    return (np.uint64(rank) << RANK) | np.uint64(token)
