"""The likeliest segmentation of texts over the trie of the pieces.

The same sums in the same order as `lattice.py`. For each offset only the
last piece of its best path is stored, and scores only as far ahead as a piece can reach, in a
ring.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.systems.bytepiece.kernels.trie import (
    GOES_ON,
    NOTHING,
    Trie,
    behind,
    first_slot,
    next_slot,
)

FIRST_ID = 3


class Scratch(NamedTuple):
    """What one thread works with.

    ``ring[i & (len(ring) - 1)]`` is the score of offset i; ``best_node[i]`` the node of the
    piece that the best path to offset i ends with.
    """

    ring: NDArray[np.float64]
    best_node: NDArray[np.int32]


def scratch_for(longest_piece: int, longest_text: int) -> Scratch:
    """For texts of so many bytes; the system provides memory only for what is written."""
    ring = np.empty(1 << longest_piece.bit_length(), np.float64)
    return Scratch(ring, np.empty(longest_text + 1, np.int32))


@kernel
def segment_texts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in: texts end to end
    offsets: NDArray[np.int64],  # in: where each starts, and the end
    out: NDArray[np.uint32],  # out: the ids
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of each text ``data[offsets[k]:offsets[k + 1]]`` to ``out``.

    ``worth[k]`` is the log-probability of node k, ``-inf`` for a piece that is out of use.
    Returns the new ``id_count``.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_best(trie, worth, scratch, data, start, size)
        id_count = put_ids(trie, scratch, size, out, id_count)
    return id_count


@kernel
def count_parts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in
    offsets: NDArray[np.int64],  # in
    weights: NDArray[np.int64],  # in: by text
    counts: NDArray[np.int64],  # in and out: by piece
) -> None:
    """Segment each text and add its weight to ``counts`` of all of its pieces."""
    for k in range(len(offsets) - 1):
        if weights[k] != 0:
            end = offsets[k + 1] - offsets[k]
            find_best(trie, worth, scratch, data, offsets[k], end)
            while end > 0:
                piece = scratch.best_node[end] - 1
                counts[piece] += weights[k]
                end -= trie.sizes[piece]


@inlined
def begin(scratch: Scratch, size: int) -> None:
    """Scores of the first offsets: 0 of the first, none of the others."""
    for i in range(min(len(scratch.ring), size + 1)):
        scratch.ring[i] = -inf
    scratch.ring[0] = 0.0


@inlined
def find_best(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in
    scratch: Scratch,  # out
    data: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> None:
    """Forward: fill ``scratch.best_node`` for a text."""
    ring, best_node, pieces = scratch.ring, scratch.best_node, len(trie.sizes)
    mask = len(ring) - 1
    begin(scratch, size)
    for i in range(size):
        score = ring[i & mask]
        ring[i & mask] = -inf  # from now on the score of an offset one ring ahead
        end, slot = i + 1, first_slot(trie, data, start + i)
        while slot != NOTHING:
            node = behind(slot)
            if node <= pieces:
                way = score + worth[node]
                if way > ring[end & mask]:
                    ring[end & mask] = way
                    best_node[end] = node
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def put_ids(
    trie: Trie,  # in
    scratch: Scratch,  # in
    size: int,  # in: of the text
    out: NDArray[np.uint32],  # out
    id_count: int,  # in
) -> int:
    """Backward: write the ids of a text, then reverse them."""
    first, end = id_count, size
    while end > 0:
        node = scratch.best_node[end]
        out[id_count] = node - 1 + FIRST_ID
        id_count += 1
        end -= trie.sizes[node - 1]
    i, j = first, id_count - 1
    while i < j:
        out[i], out[j] = out[j], out[i]
        i += 1
        j -= 1
    return id_count
