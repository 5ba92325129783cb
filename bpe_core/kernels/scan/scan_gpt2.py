"""The GPT-2 pattern as a scanner: the end of the pre-token that starts at ``i``.

'll   one of seven contractions
\xa0a1!  perhaps a space, then letters, numbers or others, as many as there are
white space, but for its last character where something else follows
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner
from bpe_core.kernels.scan.characters import flags_at
from bpe_core.kernels.scan.class_runs import kind_end, letters_end, spaces_end
from bpe_core.kernels.scan.classes import KIND, LETTER, SPACE
from bpe_core.kernels.scan.contractions import APOSTROPHE, AS_WRITTEN, contraction_end

BLANK = ord(" ")


@inner
def gpt2_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """The end of the pre-token at ``i`` in a part up to ``end``."""
    first = i + (text[i] == BLANK)
    if first == end:
        return end
    kind = flags_at(text, classes, first) & KIND
    if kind == LETTER:
        return letters_end(text, classes, first, end, LETTER)
    if kind == SPACE:
        return spaces_end(text, classes, i, end)
    if text[i] == APOSTROPHE:
        behind = contraction_end(text, i, end, AS_WRITTEN)
        if behind > i:
            return behind
    return kind_end(text, classes, first, end, kind)
