"""Ids back to bytes: sizes summed, then tokens copied, eight bytes at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.eight_bytes import load8, store8
from bpe_core.kernels.kernel_cache import kernel

SIZE_BITS, SIZE_ONLY = np.uint64(32), np.uint64(0xFFFF_FFFF)


class Tokens(NamedTuple):
    """All tokens end to end, with eight bytes to spare behind them.

    ``places[token_id]`` is where the token starts (upper half) and its size; zero: no token.
    """

    data: NDArray[np.uint8]
    places: NDArray[np.uint64]


@kernel
def measure(tokens: Tokens, ids: NDArray[np.uint32]) -> int:
    """How many bytes ``ids`` stand for; -1 - k where ids[k] is the first that is no token's."""
    places, total = tokens.places, 0
    for k in range(len(ids)):
        token = np.int64(ids[k])
        size = int(np.int64(places[token] & SIZE_ONLY)) if token < len(places) else 0
        if size == 0:
            return -1 - k
        total += size
    return total


@kernel
def write_tokens(
    tokens: Tokens, out: NDArray[np.uint8], ids: NDArray[np.uint32], at: int, end: int
) -> None:
    """Write the bytes of ``ids`` to ``out[at:end]``, and nothing to any other place.

    subtle: a word may reach beyond its token, where the next one is written over it; beyond
    ``end`` another thread writes, so the last bytes go one by one.
    """
    for k in range(len(ids)):
        place = tokens.places[ids[k]]
        start, size = np.int64(place >> SIZE_BITS), int(np.int64(place & SIZE_ONLY))
        if at + size + 8 <= end:
            for i in range(0, size, 8):
                store8(out, at + i, load8(tokens.data, start + i))
        else:
            for i in range(size):
                out[at + i] = tokens.data[start + i]
        at += size
