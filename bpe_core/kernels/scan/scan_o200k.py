"""The pattern of o200k (GPT-4o) as a scanner: words are cut at capitals."""

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
from bpe_core.kernels.scan.classes import KIND, LOWER, NEWLINE, NUMBER, OTHER, SPACE, UPPER
from bpe_core.kernels.scan.contractions import ANY_CASE, APOSTROPHE, contraction_end
from bpe_core.kernels.scan.scan_gpt2 import BLANK

SLASH = ord("/")
NOT_ALL = np.bool_(False)
DIGITS = np.int64(3)


@inner
def o200k_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """The end of the pre-token at ``i`` in a part up to ``end``."""
    flags = flags_at(text, classes, i)
    if flags & (UPPER | LOWER):
        return contracted_end(text, word_end(text, classes, i, end), end)
    if flags & NUMBER:
        return numbers_end(text, classes, i, end, DIGITS)
    second = i + char_size(text[i])
    after = flags_at(text, classes, second) if second < end else SPACE
    if after & (UPPER | LOWER) and not flags & NEWLINE:
        return contracted_end(text, word_end(text, classes, second, end), end)
    if not flags & KIND or (text[i] == BLANK and not after & KIND):
        return others_end(text, classes, second, end)
    return lines_end(text, classes, i, end, NOT_ALL)


@inner
def word_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """Capitals, then small letters; capitals alone only where no small letter ends the word.

    Letters without case and marks are both. So the small letters start at the last one that
    could be a capital, too, or after the capitals.

    subtle: a mark may also stand before a word, like any punctuation, and that is tried first;
    but the word ends in the same place if the mark is its first letter.
    """
    small = -1
    while i < end:
        flags = flags_at(text, classes, i)
        if flags & LOWER:
            small = i
        if not flags & UPPER:
            break
        i += char_size(text[i])
    return i if small < 0 else letters_end(text, classes, small, end, LOWER)


@inner
def contracted_end(text: NDArray[np.uint8], i: int, end: int) -> int:
    """``i``, or the end of the contraction there."""
    return contraction_end(text, i, end, ANY_CASE) if i < end and text[i] == APOSTROPHE else i


@inner
def others_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """Neither letters, numbers nor white space from ``i`` on, then newlines and slashes."""
    i = kind_end(text, classes, i, end, OTHER)
    while i < end:
        after = newlines_end(text, classes, i, end)
        after += after < end and text[after] == SLASH
        if after == i:
            break
        i = after
    return i
