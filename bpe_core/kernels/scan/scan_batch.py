"""Cut a text into pre-tokens, a batch of them at a time.

A text has parts: each special token is one, and what stands between two of them. A call writes
where pre-tokens end and stops after one of them when its batch is full; the next call goes on
there. A scanner may look at the text after a pre-token up to the end of its part, so where
batches are cut changes nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner, kernel
from bpe_core.kernels.eight_bytes import store8, trailing_zeros
from bpe_core.kernels.scan.ascii_blocks import BLOCK
from bpe_core.kernels.scan.class_runs import equal_end
from bpe_core.kernels.scan.pattern_numbers import GPT2, NO_PATTERN, O200K, WHITESPACE
from bpe_core.kernels.scan.pre_token_starts import NO_STARTS, block_starts
from bpe_core.kernels.scan.scan_cl100k import cl100k_end
from bpe_core.kernels.scan.scan_gpt2 import gpt2_end
from bpe_core.kernels.scan.scan_o200k import o200k_end


@kernel
def scan_batch(
    text: NDArray[np.uint8],  # in: UTF-8 that was checked, or code points run beyond it
    part_ends: NDArray[np.int64],  # in: where each part ends; none is empty
    special: NDArray[np.int32],  # in: by part, its special token or -1
    classes: NDArray[np.uint8],  # in: by code point, see classes.py
    pattern: int,  # in: see pattern_numbers.py
    state: NDArray[np.int64],  # in and out: offset in the text, part
    size: int,  # in: bytes after which no other pre-token or block is begun
    ends: NDArray[np.int64],  # out: where pre-tokens end
) -> int:
    """Fill ``ends`` from ``state`` on; returns the number of pre-tokens.

    Stops where ``ends`` is full, the batch has ``size`` bytes or the text ends. The end of a
    special token is written as a negative number.
    """
    # subtle: for a literal 0 numba compiles what is called once more
    i, part, count = state[0], state[1], int(np.int64(0))
    limit = i + size
    while part < len(part_ends) and count < len(ends) and i < limit:
        end = part_ends[part]
        if special[part] >= 0:
            ends[count] = -end
            count += 1
            i = end
        else:
            count = scan_part(text, classes, pattern, i, end, limit, count, ends)
            i = ends[count - 1]
        part += i == end
    state[0], state[1] = i, part
    return count


@inner
def scan_part(
    text: NDArray[np.uint8],  # in
    classes: NDArray[np.uint8],  # in
    pattern: int,  # in
    i: int,  # in: where to go on
    end: int,  # in: of the part
    limit: int,  # in: of the batch
    count: int,  # in: how many ends are written
    ends: NDArray[np.int64],  # out
) -> int:
    """The same from ``i`` on in one part that ends at ``end``.

    Where 64 bytes of the part are left and the first is ASCII, they are looked at as a block;
    where no start can be decided there, and everywhere else, one pre-token is scanned alone.
    """
    while i < end and i < limit and count < len(ends):
        starts = NO_STARTS
        if i + BLOCK <= end and text[i] < 0x80 and pattern != NO_PATTERN:
            starts = block_starts(text, pattern, i)
        if starts == NO_STARTS:
            ends[count] = next_end(text, classes, pattern, i, end)
            count += 1
        else:
            count = write_ends(starts, i, count, ends)
        i = ends[count - 1]
    return count


@inner
def write_ends(
    starts: np.uint64,  # in: a bit per byte of the block
    i: int,  # in: where the block starts
    count: int,  # in: how many ends are written
    ends: NDArray[np.int64],  # out
) -> int:
    """Each pre-token ends where the next one starts: those of the block at ``i``."""
    while starts != NO_STARTS and count < len(ends):
        store8(ends, count, np.uint64(i + trailing_zeros(starts)))
        count += 1
        starts &= starts - np.uint64(1)
    return count


@inner
def next_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], pattern: int, i: int, end: int
) -> int:
    """The end of the pre-token that starts at ``i``, in a part up to ``end``."""
    if pattern == GPT2:
        return gpt2_end(text, classes, i, end)
    if pattern == O200K:
        return o200k_end(text, classes, i, end)
    if pattern == WHITESPACE:
        return equal_end(text, classes, i, end)
    if pattern == NO_PATTERN:
        return end
    return cl100k_end(text, classes, i, end, pattern)
