"""Where bytes stop being UTF-8: what Python's strict decoder checks, without a text to write.

Blocks of ASCII are passed over 64 bytes at a time. Elsewhere eight bytes are loaded: what they
begin with of ASCII is passed over, or else the bits of the first character are looked at:

    2 bytes   110.....  10......                        not below U+0080
    3 bytes   1110....  10......  10......              not below U+0800, no surrogate
    4 bytes   11110...  10......  10......  10......    not below U+10000, at most U+10FFFF

In a word the first byte is the lowest, the last two digits of the numbers below.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import load8, load_tail, trailing_zeros

BLOCK = 64
NOT_ASCII = np.uint64(0x8080_8080_8080_8080)
NOTHING = np.uint64(0)
# Of two, three and four bytes: which bits mark a character of so many, and what they are then;
# and the upper bits of its code point, which are all zero if fewer bytes would do.
MASK_2, MARK_2, UPPER_2 = (np.uint64(n) for n in (0xC0E0, 0x80C0, 0x001E))
MASK_3, MARK_3, UPPER_3 = (np.uint64(n) for n in (0xC0C0F0, 0x8080E0, 0x200F))
MASK_4, MARK_4, UPPER_4 = (np.uint64(n) for n in (0xC0C0C0F8, 0x808080F0, 0x3007))
SURROGATE = np.uint64(0x200D)  # the upper bits from U+D800 to U+DFFF
# The upper bits from U+100000 to U+10FFFF; and which of them make four planes of four.
LAST_PLANE, HIGHEST_3 = np.uint64(0x0004), np.uint64(0x0007)


@kernel
def valid_until(
    text: NDArray[np.uint8],  # in
) -> int:
    """How many of the first bytes are whole valid characters.

    >>> valid_until(np.frombuffer("né".encode() + b"\\xe9", np.uint8))
    3
    """
    i, size = 0, len(text)
    while i < size:
        if i + BLOCK <= size and is_ascii(text, i):
            i += BLOCK
            continue
        stop = min(i + BLOCK, size)
        while i < stop:
            while i + 8 <= size and is_three(load8(text, i)):  # as most of Chinese is
                i += 3
            if i >= stop:
                break
            word = load8(text, i) if i + 8 <= size else load_tail(text, i, size - i)
            ascii_count = trailing_zeros(word & NOT_ASCII) // 8
            length = ascii_count if ascii_count > 0 else length_of(word)
            if length == 0:
                return i
            i += min(length, size - i)  # the zeros of a tail count as ASCII
    return size


@inlined
def is_ascii(text: NDArray[np.uint8], i: int) -> bool:
    """Whether the ``BLOCK`` bytes from ``i`` on are; they must exist."""
    word = NOTHING
    for k in range(0, BLOCK, 8):
        word |= load8(text, i + k)
    return bool(word & NOT_ASCII == NOTHING)


@inlined
def is_three(word: np.uint64) -> bool:
    """Whether ``word`` begins with a valid character of three bytes."""
    upper = word & UPPER_3
    return bool(word & MASK_3 == MARK_3 and upper != NOTHING and upper != SURROGATE)


@inlined
def length_of(word: np.uint64) -> int:
    """How many bytes the character has that ``word`` begins with, not ASCII; 0 if invalid.

    Zeros behind a text's end are no continuation of a character.
    """
    if is_three(word):
        return 3
    if word & MASK_2 == MARK_2:
        return 2 if word & UPPER_2 != NOTHING else 0
    if word & MASK_4 == MARK_4:
        upper = word & UPPER_4
        is_lower = upper & HIGHEST_3 < LAST_PLANE
        return 4 if upper != NOTHING and (is_lower or upper == LAST_PLANE) else 0
    return 0
