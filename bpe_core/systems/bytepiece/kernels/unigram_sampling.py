"""A segmentation at random: `unigram.py` with sums over all paths instead of the best one.

The same sums and choices in the same order as `sampling.sample_taught`.
"""

from __future__ import annotations

from math import exp, inf, log1p, nextafter

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
from bpe_core.systems.bytepiece.kernels.unigram import Scratch, begin, put_ids

BELOW_ONE = nextafter(1.0, 0.0)


@kernel
def sample_texts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in: texts end to end
    offsets: NDArray[np.int64],  # in: where each starts, and the end
    uniforms: NDArray[np.float64],  # in, used up: one per byte
    out: NDArray[np.uint32],  # out: the ids
    id_count: int,  # in: how many ids are in out
) -> int:
    """Like ``segment_texts``, each text at random; ``uniforms`` has a number for every byte.

    They are used up: each is rescaled whenever it has decided on a piece.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_any(trie, worth, scratch, data, start, size, uniforms)
        id_count = put_ids(trie, scratch, size, out, id_count)
    return id_count


@inlined
def find_any(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in
    scratch: Scratch,  # out
    data: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    uniforms: NDArray[np.float64],  # in, used up
) -> None:
    """Forward: the ring has sums over all paths, and the stored piece is chosen at random."""
    ring, best_node, pieces = scratch.ring, scratch.best_node, len(trie.sizes)
    mask = len(ring) - 1
    begin(scratch, size)
    for i in range(size):
        total = ring[i & mask]
        ring[i & mask] = -inf
        end, slot = i + 1, first_slot(trie, data, start + i)
        while slot != NOTHING:
            node = behind(slot)
            if node <= pieces and worth[node] > -inf:
                weight = total + worth[node]
                ring[end & mask] = log_sum(ring[end & mask], weight)
                share = exp(weight - ring[end & mask])
                if uniforms[start + end - 1] < share:
                    best_node[end] = node
                uniforms[start + end - 1] = stretched(uniforms[start + end - 1], share)
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def stretched(chance: float, share: float) -> float:
    """Rescale a number known to be below ``share``, or not, to be uniform in [0, 1) again."""
    part = chance / share if chance < share else (chance - share) / (1.0 - share)
    return min(part, BELOW_ONE)


@inlined
def log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), where b is a number and a may be ``-inf``."""
    return max(a, b) + log1p(exp(-abs(a - b)))
