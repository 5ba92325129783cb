"""Cut a text into pre-tokens, a batch of them at a time.

A call writes where pre-tokens end and stops behind one of them, where its batch is full; the
next call goes on there. What a pre-token needs to see of the text behind it, it may see, up to
the end of its part: so batches change nothing, and no run is looked at twice for them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.cache import kernel
from bpe_core.kernels.rules import CL100K_TIKTOKEN, GPT2, NONE, O200K, QWEN2, WHITESPACE
from bpe_core.kernels.runs import equal_end
from bpe_core.kernels.scan_cl100k import cl100k_end
from bpe_core.kernels.scan_gpt2 import gpt2_end
from bpe_core.kernels.scan_o200k import o200k_end


@kernel
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
    digits = 1 if rule == QWEN2 else 3
    return cl100k_end(text, classes, i, end, digits, rule == CL100K_TIKTOKEN)


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
    i, part, found = state[0], state[1], 0
    limit = i + size
    while part < len(part_ends) and found < len(ends) and i < limit:
        end = part_ends[part]
        if special[part] >= 0:
            ends[found] = -end
            found += 1
            i = end
        else:
            while i < end and found < len(ends) and i < limit:
                i = next_end(text, classes, rule, i, end)
                ends[found] = i
                found += 1
        if i == end:
            part += 1
    state[0], state[1] = i, part
    return found
