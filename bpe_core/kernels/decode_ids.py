"""Ids back to bytes: sizes summed, then tokens copied, eight bytes at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import kernel
from bpe_core.kernels.eight_bytes import load8, store8

SIZE_BITS, SIZE_ONLY = np.uint64(32), np.uint64(0xFFFF_FFFF)


class Tokens(NamedTuple):
    """All tokens end to end, with eight bytes to spare behind them.

    ``spans[token_id]`` is where the token starts (upper half) and its size; zero: no token.
    """

    data: NDArray[np.uint8]
    spans: NDArray[np.uint64]


@kernel
def measure(
    tokens: Tokens,  # in
    ids: NDArray[np.uint32],  # in
) -> int:
    """How many bytes ``ids`` stand for; -1 - k where ids[k] is the first that is no token's."""
    spans, total = tokens.spans, 0
    for k in range(len(ids)):
        token = np.int64(ids[k])
        size = int(np.int64(spans[token] & SIZE_ONLY)) if token < len(spans) else 0
        if size == 0:
            return -1 - k
        total += size
    return total


@kernel
def write_tokens(
    tokens: Tokens,  # in
    out: NDArray[np.uint8],  # out: out[at:end]
    ids: NDArray[np.uint32],  # in
    at: int,  # in
    end: int,  # in
) -> None:
    """Write the bytes of ``ids`` to ``out[at:end]``, and nothing anywhere else.

    subtle: the eight bytes of a store may reach beyond the token, where the next one overwrites
    them; beyond ``end`` another thread writes, so the last bytes are copied one by one.
    """
    for k in range(len(ids)):
        span = tokens.spans[ids[k]]
        start, size = np.int64(span >> SIZE_BITS), int(np.int64(span & SIZE_ONLY))
        if at + size + 8 <= end:
            for i in range(0, size, 8):
                store8(out, at + i, load8(tokens.data, start + i))
        else:
            for i in range(size):
                out[at + i] = tokens.data[start + i]
        at += size
