"""One character of UTF-8: its code point, its size, its classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner

THREE_BYTES = np.uint64(0xFFFFFF)


@inner
def code_point(text: NDArray[np.uint8], i: int) -> np.int64:
    """The number of the character that starts at byte ``i``."""
    first = np.int64(text[i])
    if first < 0x80:
        return first
    second = np.int64(text[i + 1]) & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | second
    third = np.int64(text[i + 2]) & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | second << 6 | third
    return (first & 0x07) << 18 | second << 12 | third << 6 | np.int64(text[i + 3]) & 0x3F


@inner
def point_of_three(word: np.uint64) -> np.int64:
    """The same of a character of three bytes, which are the lowest of ``word``."""
    low = np.int64(word & THREE_BYTES)
    return (low & 0xF) << 12 | (low >> 2) & 0xFC0 | (low >> 16) & 0x3F


@inner
def char_size(first: int) -> int:
    """How many bytes a character has whose first one this is."""
    return 1 + (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)


@inner
def flags_at(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int) -> np.int64:
    """The classes of the character at ``i``."""
    first = text[i]
    return np.int64(classes[first] if first < 0x80 else classes[code_point(text, i)])
