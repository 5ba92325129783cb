"""The likeliest segmentation of texts over the trie of the pieces.

The same sums in the same order as `lattice.py`. Of each place only the piece
that its best way ends with is kept, and scores only as far ahead as a piece can reach: a ring.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.kernel_cache import inlined, kernel
from bpe_core.systems.bytepiece.kernels.trie import (
    GOES_ON,
    NOTHING,
    Trie,
    behind,
    first_slot,
    next_slot,
)

FIRST_ID = 3


class Bench(NamedTuple):
    """What one thread works with.

    ``ring[i & (len(ring) - 1)]`` is the score of place i; ``kept[i]`` the node of the piece
    that the best way to place i ends with.
    """

    ring: NDArray[np.float64]
    kept: NDArray[np.int32]


def bench_for(longest_piece: int, longest_text: int) -> Bench:
    """Room for texts of so many bytes; the system gives memory only to what is written."""
    ring = np.empty(1 << longest_piece.bit_length(), np.float64)
    return Bench(ring, np.empty(longest_text + 1, np.int32))


@kernel
def segment_texts(
    trie: Trie,
    worth: NDArray[np.float64],
    bench: Bench,
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """Write the ids of each text ``data[offsets[k]:offsets[k + 1]]`` to ``out``.

    ``worth[k]`` is the log-probability of node k, ``-inf`` for a piece that is out of use.
    ``made`` ids are in ``out`` before; returns how many there are then.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_best(trie, worth, bench, data, start, size)
        made = put_ids(trie, bench, size, out, made)
    return made


@kernel
def count_parts(
    trie: Trie,
    worth: NDArray[np.float64],
    bench: Bench,
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    weights: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Segment each text and add its weight to ``counts`` of all of its pieces."""
    for k in range(len(offsets) - 1):
        if weights[k] != 0:
            place = offsets[k + 1] - offsets[k]
            find_best(trie, worth, bench, data, offsets[k], place)
            while place > 0:
                piece = bench.kept[place] - 1
                counts[piece] += weights[k]
                place -= trie.sizes[piece]


@inlined
def begin(bench: Bench, size: int) -> None:
    """Scores of the first places: 0 of the first, none of the others."""
    for i in range(min(len(bench.ring), size + 1)):
        bench.ring[i] = -inf
    bench.ring[0] = 0.0


@inlined
def find_best(
    trie: Trie,
    worth: NDArray[np.float64],
    bench: Bench,
    data: NDArray[np.uint8],
    start: int,
    size: int,
) -> None:
    """Forward: fill ``bench.kept`` of a text."""
    ring, kept, pieces = bench.ring, bench.kept, len(trie.sizes)
    mask = len(ring) - 1
    begin(bench, size)
    for i in range(size):
        score = ring[i & mask]
        ring[i & mask] = -inf  # from now on that of a place a ring ahead
        end, slot = i + 1, first_slot(trie, data, start + i)
        while slot != NOTHING:
            node = behind(slot)
            if node <= pieces:
                way = score + worth[node]
                if way > ring[end & mask]:
                    ring[end & mask] = way
                    kept[end] = node
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def put_ids(trie: Trie, bench: Bench, size: int, out: NDArray[np.uint32], made: int) -> int:
    """Backward: the ids of a text, then the other way round."""
    first, place = made, size
    while place > 0:
        node = bench.kept[place]
        out[made] = node - 1 + FIRST_ID
        made += 1
        place -= trie.sizes[node - 1]
    i, j = first, made - 1
    while i < j:
        out[i], out[j] = out[j], out[i]
        i += 1
        j -= 1
    return made
