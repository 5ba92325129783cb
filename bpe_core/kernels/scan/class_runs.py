"""Ends of runs: letters, numbers, white space, whatever else.

``i`` is where a run starts, ``end`` where its part of the text ends. Where eight ASCII letters
may stand together, all eight are looked at in one step.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner
from bpe_core.kernels.eight_bytes import load8, trailing_zeros
from bpe_core.kernels.scan.characters import char_size, flags_at, point_of_three
from bpe_core.kernels.scan.classes import KIND, LETTER, NEWLINE, NUMBER, SPACE

EACH = 0x0101_0101_0101_0101
LOW_BITS, HIGH_BITS = np.uint64(EACH * 0x7F), np.uint64(EACH * 0x80)
AS_SMALL, AS_IT_IS = np.uint64(EACH * 0x20), np.uint64(0)
FROM_A, BEYOND_Z = np.uint64(EACH * (0x80 - ord("a"))), np.uint64(EACH * (0x7F - ord("z")))

NO_BITS, HIGH_BIT = np.uint64(0), np.uint64(0x80)
FOUR_HIGH_BITS, OF_THREE = np.uint64(0xF0), np.uint64(0xE0)


@inner
def not_small(word: np.uint64) -> np.uint64:
    """The high bit of every byte of ``word`` that is none of a to z.

    subtle: sums of seven bits each. "a" + 31 is 128, so from a on the eighth bit is set; "z" +
    5 is 127, so here it is set beyond z. No sum reaches the next byte.
    """
    low = word & LOW_BITS
    return (~(low + FROM_A) | (low + BEYOND_Z) | word) & HIGH_BITS


@inner
def letters_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int, flag: np.int64
) -> int:
    """Characters with ``flag``: LETTER, or LOWER for what may end a word of o200k."""
    fold = AS_SMALL if flag == LETTER else AS_IT_IS
    while i + 8 <= end:
        word = load8(text, i)
        if word & HIGH_BIT == NO_BITS:
            size = trailing_zeros(not_small(word | fold)) >> 3
            i += size
            if size < 8 and text[i] < 0x80:
                return i
        elif word & FOUR_HIGH_BITS == OF_THREE:
            # Such as Chinese: all bytes are in ``word``. 1.5 times as fast as the general way.
            if not classes[point_of_three(word)] & flag:
                return i
            i += 3
        elif flags_at(text, classes, i) & flag:
            i += char_size(text[i])
        else:
            return i
    while i < end and flags_at(text, classes, i) & flag:
        i += char_size(text[i])
    return i


@inner
def kind_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int, kind: np.int64
) -> int:
    """Characters of one kind: LETTER, NUMBER, SPACE or OTHER."""
    while i < end and flags_at(text, classes, i) & KIND == kind:
        i += char_size(text[i])
    return i


@inner
def numbers_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int, most: np.int64
) -> int:
    """Digits and other numbers, at most ``most`` of them."""
    while most > 0 and i < end and flags_at(text, classes, i) & NUMBER:
        i += char_size(text[i])
        most -= 1
    return i


@inner
def newlines_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    while i < end and text[i] < 0x80 and classes[text[i]] & NEWLINE:
        i += 1
    return i


@inner
def spaces_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """White space; where something follows two or more, all but the last of them."""
    last = j = i
    while j < end and flags_at(text, classes, j) & SPACE:
        last = j
        j += char_size(text[j])
    return j if j == end or last == i else last


@inner
def lines_end(
    text: NDArray[np.uint8],
    classes: NDArray[np.uint8],
    i: int,
    end: int,
    all_at_end: bool | np.bool_,
) -> int:
    """White space up to its last newline; without one like ``spaces_end``.

    ``all_at_end``: at the end of a part all of it.
    """
    last = j = after_newline = i
    while j < end:
        flags = flags_at(text, classes, j)
        if not flags & SPACE:
            break
        last = j
        j += char_size(text[j])
        if flags & NEWLINE:
            after_newline = j
    if after_newline > i and not (all_at_end and j == end):
        return after_newline
    return j if j == end or last == i else last


@inner
def equal_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """White space, or all that is none, like the character at ``i``."""
    space = flags_at(text, classes, i) & SPACE
    while i < end and flags_at(text, classes, i) & SPACE == space:
        i += char_size(text[i])
    return i
