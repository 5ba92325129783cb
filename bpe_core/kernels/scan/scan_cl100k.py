"""The patterns of cl100k (GPT-4, Llama 3) and Qwen2 as one scanner.

They differ in how many digits stand together and, for tiktoken's own text of cl100k, in white
space at the end of a part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner
from bpe_core.kernels.scan.characters import char_size, flags_at
from bpe_core.kernels.scan.class_runs import (
    kind_end,
    letters_end,
    lines_end,
    newlines_end,
    numbers_end,
)
from bpe_core.kernels.scan.classes import KIND, LETTER, NEWLINE, NUMBER, OTHER
from bpe_core.kernels.scan.contractions import ANY_CASE, APOSTROPHE, contraction_end
from bpe_core.kernels.scan.pattern_numbers import CL100K_TIKTOKEN, QWEN2
from bpe_core.kernels.scan.scan_gpt2 import BLANK

ONE_DIGIT, THREE_DIGITS = np.int64(1), np.int64(3)


@inner
def cl100k_end(
    text: NDArray[np.uint8],
    classes: NDArray[np.uint8],
    i: int,
    end: int,
    pattern: int,
) -> int:
    """The end of the pre-token at ``i`` in a part up to ``end``, by one of three rules."""
    flags = flags_at(text, classes, i)
    if flags & LETTER:
        return letters_end(text, classes, i, end, LETTER)
    if text[i] == APOSTROPHE:
        after = contraction_end(text, i, end, ANY_CASE)
        if after > i:
            return after
    if flags & NUMBER:
        digits = ONE_DIGIT if pattern == QWEN2 else THREE_DIGITS
        return numbers_end(text, classes, i, end, digits)
    second = i + char_size(text[i])
    next_flags = flags_at(text, classes, second) if second < end else NEWLINE
    if next_flags & LETTER and not flags & NEWLINE:
        return letters_end(text, classes, second, end, LETTER)
    if not flags & KIND or (text[i] == BLANK and not next_flags & KIND and second < end):
        others = kind_end(text, classes, second, end, OTHER)
        return newlines_end(text, classes, others, end)
    return lines_end(text, classes, i, end, pattern == CL100K_TIKTOKEN)
