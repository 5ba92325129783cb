"""Contractions of English: 's, 't, 'm, 'd, 'll, 've and 're, with a plain apostrophe."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner

APOSTROPHE = ord("'")
S, T, M, D, L, V, R, E = (ord(letter) for letter in "stmdlvre")
TO_SMALL = 0x20  # the bit that tells small letters from capitals
ANY_CASE, AS_WRITTEN = np.bool_(True), np.bool_(False)
LONG_S = ord("ſ") >> 6 | 0xC0, ord("ſ") & 0x3F | 0x80  # its two bytes


@inner
def contraction_end(text: NDArray[np.uint8], i: int, end: int, any_case: np.bool_) -> int:
    """The end of the contraction whose apostrophe is at ``i``; ``i`` if there is none."""
    if i + 1 >= end:
        return i
    fold = TO_SMALL if any_case else 0
    first = text[i + 1] | fold
    if first in (S, T, M, D):
        return i + 2
    if i + 2 >= end:
        return i
    second = text[i + 2] | fold
    if (first == L and second == L) or (second == E and first in (V, R)):
        return i + 3
    # subtle: the long s is an s where case does not count, and has two bytes.
    if any_case and (text[i + 1], text[i + 2]) == LONG_S:
        return i + 3
    return i
