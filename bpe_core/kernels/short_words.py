"""Encode a short pre-token: look at the rank of every pair, merge the lowest, close the gap.

Quadratic, as `encode_by_scan` of `encode/rank_order.py`, and the quickest way for words of a
few bytes: no heap, no links, everything within two cache lines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.cache import inlined
from bpe_core.kernels.ranks import BYTES, NO_RANK, Ranks, rank_of

HEAP_FROM = 20  # bytes: from here on `long_words.py` is quicker


class Bench(NamedTuple):
    """The tokens of the pre-token that is worked on, and the rank of each with the next one."""

    tokens: NDArray[np.uint32]
    ranks: NDArray[np.uint32]


def empty_bench() -> Bench:
    return Bench(np.empty(HEAP_FROM, np.uint32), np.empty(HEAP_FROM, np.uint32))


@inlined
def encode_short(
    ranks: Ranks,
    bench: Bench,
    text: NDArray[np.uint8],
    start: int,
    size: int,
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out[made:]``; how many are there then."""
    tokens, rank_at = bench.tokens, bench.ranks
    lay_short(ranks, bench, text, start, size)
    while size > 1:
        best, i = rank_at[0], 0
        for k in range(1, size - 1):
            if rank_at[k] < best:
                best, i = rank_at[k], k
        if best == NO_RANK:
            break
        tokens[i] = ranks.new_ids[best]
        size -= 1
        for k in range(i + 1, size):
            tokens[k] = tokens[k + 1]
            rank_at[k] = rank_at[k + 1]
        if i + 1 < size:
            rank_at[i] = rank_of(ranks, tokens[i], tokens[i + 1])
        if i > 0:
            rank_at[i - 1] = rank_of(ranks, tokens[i - 1], tokens[i])
    for k in range(size):
        out[made + k] = tokens[k]
    return made + size


@inlined
def lay_short(
    ranks: Ranks, bench: Bench, text: NDArray[np.uint8], start: int, size: int
) -> None:
    """The bytes as tokens, each with its rank; the last one has none."""
    value = np.int64(text[start])
    for k in range(size - 1):
        following = np.int64(text[start + k + 1])
        bench.tokens[k] = ranks.byte_ids[value]
        bench.ranks[k] = ranks.byte_ranks[BYTES * value + following]
        value = following
    bench.tokens[size - 1] = ranks.byte_ids[value]
    bench.ranks[size - 1] = NO_RANK
