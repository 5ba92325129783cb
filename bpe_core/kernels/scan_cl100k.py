"""The patterns of cl100k (GPT-4, Llama 3) and Qwen2 as one scanner.

They differ in how many digits stand together and, for tiktoken's own text of cl100k, in white
space at the end of a part.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.cache import kernel
from bpe_core.kernels.characters import char_size, flags_at
from bpe_core.kernels.classes import KIND, LETTER, NEWLINE, NUMBER
from bpe_core.kernels.contractions import APOSTROPHE, contraction_end
from bpe_core.kernels.runs import (
    kind_end,
    letters_end,
    lines_end,
    newlines_end,
    numbers_end,
)
from bpe_core.kernels.scan_gpt2 import BLANK


@kernel
def cl100k_end(
    text: NDArray[np.uint8],
    classes: NDArray[np.uint8],
    i: int,
    end: int,
    digits: int,
    all_at_end: bool,
) -> int:
    """The end of the pre-token at ``i`` in a part up to ``end``."""
    flags = flags_at(text, classes, i)
    if flags & LETTER:
        return letters_end(text, classes, i, end)
    if text[i] == APOSTROPHE:
        behind = contraction_end(text, i, end, True)
        if behind > i:
            return behind
    if flags & NUMBER:
        return numbers_end(text, classes, i, end, NUMBER, digits)
    second = i + char_size(text[i])
    after = flags_at(text, classes, second) if second < end else NEWLINE
    if after & LETTER and not flags & NEWLINE:
        return letters_end(text, classes, second, end)
    if not flags & KIND or (text[i] == BLANK and not after & KIND and second < end):
        others = kind_end(text, classes, second, end, 0)
        return newlines_end(text, classes, others, end)
    return lines_end(text, classes, i, end, all_at_end)
