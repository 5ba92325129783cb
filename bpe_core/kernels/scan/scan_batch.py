"""Cut a text into pre-tokens, a batch of them at a time.

A call writes where pre-tokens end and stops behind one of them, where its batch is full; the
next call goes on there. What a pre-token needs to see of the text behind it, it may see, up to
the end of its part: so batches change nothing, and no run is looked at twice for them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.eight_bytes import trailing_zeros
from bpe_core.kernels.kernel_cache import inner, kernel
from bpe_core.kernels.scan.ascii_blocks import BLOCK
from bpe_core.kernels.scan.class_runs import equal_end
from bpe_core.kernels.scan.pattern_numbers import GPT2, NONE, O200K, WHITESPACE
from bpe_core.kernels.scan.pre_token_starts import NO_STARTS, block_starts
from bpe_core.kernels.scan.scan_cl100k import cl100k_end
from bpe_core.kernels.scan.scan_gpt2 import gpt2_end
from bpe_core.kernels.scan.scan_o200k import o200k_end


@kernel
def scan_batch(
    text: NDArray[np.uint8],
    part_ends: NDArray[np.int64],
    special: NDArray[np.int32],
    classes: NDArray[np.uint8],
    rule: int,
    state: NDArray[np.int64],
    size: int,
    ends: NDArray[np.int64],
) -> int:
    """Fill ``ends`` from ``state`` (place in the text, part) on; the number of pre-tokens.

    Stops where ``ends`` is full, the batch has ``size`` bytes or the text ends. The end of a
    special token is written as a negative number.
    """
    i, part, found = state[0], state[1], int(np.int64(0))  # a plain 0 compiles all twice
    limit = i + size
    while part < len(part_ends) and found < len(ends) and i < limit:
        end = part_ends[part]
        if special[part] >= 0:
            ends[found] = -end
            found += 1
            i = end
        else:
            found = scan_part(text, classes, rule, i, end, limit, found, ends)
            i = ends[found - 1]
        part += i == end
    state[0], state[1] = i, part
    return found


@inner
def scan_part(
    text: NDArray[np.uint8],
    classes: NDArray[np.uint8],
    rule: int,
    i: int,
    end: int,
    limit: int,
    found: int,
    ends: NDArray[np.int64],
) -> int:
    """The same from ``i`` on in one part that ends at ``end``.

    Whole blocks of ASCII are looked at together, all else one pre-token at a time.
    """
    while i < end and i < limit and found < len(ends):
        starts = NO_STARTS
        if i + BLOCK <= end and text[i] < 0x80 and rule != NONE:
            starts = block_starts(text, rule, i)
        if starts == NO_STARTS:
            ends[found] = next_end(text, classes, rule, i, end)
            found += 1
        else:
            found = write_ends(starts, i, found, ends)
        i = ends[found - 1]
    return found


@inner
def write_ends(starts: np.uint64, i: int, found: int, ends: NDArray[np.int64]) -> int:
    """Each pre-token ends where the next one starts: those of the block at ``i``."""
    while starts != NO_STARTS and found < len(ends):
        ends[found] = i + trailing_zeros(starts)
        found += 1
        starts &= starts - np.uint64(1)
    return found


@inner
def next_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], rule: int, i: int, end: int
) -> int:
    """The end of the pre-token that starts at ``i``, in a part up to ``end``."""
    if rule == GPT2:
        return gpt2_end(text, classes, i, end)
    if rule == O200K:
        return o200k_end(text, classes, i, end)
    if rule == WHITESPACE:
        return equal_end(text, classes, i, end)
    if rule == NONE:
        return end
    return cl100k_end(text, classes, i, end, rule)
