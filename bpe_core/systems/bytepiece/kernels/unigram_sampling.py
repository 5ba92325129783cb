"""A segmentation at random: `unigram.py` with sums over all ways in place of the best one.

The same sums and choices in the same order as `sampling.sample_taught`.
"""

from __future__ import annotations

from math import exp, inf, log1p, nextafter

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
from bpe_core.systems.bytepiece.kernels.unigram import Bench, begin, put_ids

BELOW_ONE = nextafter(1.0, 0.0)


@kernel
def sample_texts(
    trie: Trie,
    worth: NDArray[np.float64],
    bench: Bench,
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    uniforms: NDArray[np.float64],
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """Like ``segment_texts``, each text at random; ``uniforms`` has a number for every byte.

    They are used up: each is stretched anew when a piece was chosen with it or passed over.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_any(trie, worth, bench, data, start, size, uniforms)
        made = put_ids(trie, bench, size, out, made)
    return made


@inlined
def find_any(
    trie: Trie,
    worth: NDArray[np.float64],
    bench: Bench,
    data: NDArray[np.uint8],
    start: int,
    size: int,
    uniforms: NDArray[np.float64],
) -> None:
    """Forward: the ring holds sums over all ways, and which one is kept is chosen at random."""
    ring, kept, pieces = bench.ring, bench.kept, len(trie.sizes)
    mask = len(ring) - 1
    begin(bench, size)
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
                    kept[end] = node
                uniforms[start + end - 1] = stretched(uniforms[start + end - 1], share)
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def stretched(chance: float, share: float) -> float:
    """A number that was below ``share``, or not, as one that is anywhere from 0 up to 1."""
    part = chance / share if chance < share else (chance - share) / (1.0 - share)
    return min(part, BELOW_ONE)


@inlined
def log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), where b is a number and a may be ``-inf``."""
    return max(a, b) + log1p(exp(-abs(a - b)))
