r"""The GPT-2 pattern as a scanner: the end of the pre-token that starts at ``i``.

'(?:[sdmt]|ll|ve|re)     one of seven contractions
 ?\p{L}+                 letters, and a blank before them
 ?\p{N}+                 the same with numbers
 ?[^\s\p{L}\p{N}]+       and with all else but white space
\s+(?!\S)|\s+            white space; of two or more that something follows, all but the last
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
    if first == end:  # a blank at the part's end stands alone
        return end
    kind = flags_at(text, classes, first) & KIND
    if kind == LETTER:
        return letters_end(text, classes, first, end, LETTER)
    if kind == SPACE:
        return spaces_end(text, classes, i, end)
    if text[i] == APOSTROPHE:
        after = contraction_end(text, i, end, AS_WRITTEN)
        if after > i:
            return after
    return kind_end(text, classes, first, end, kind)
