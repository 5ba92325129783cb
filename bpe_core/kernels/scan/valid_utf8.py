"""Where bytes stop being UTF-8: what Python's strict decoder checks, without a text to write.

Blocks of ASCII are passed over 64 bytes at a time. Elsewhere eight bytes are loaded, and the
first character is checked by its bits, the first byte lowest:

    1 byte    0.......
    2 bytes   110.....  10......                        not below U+0080
    3 bytes   1110....  10......  10......              not below U+0800, no surrogate
    4 bytes   11110...  10......  10......  10......    not below U+10000, at most U+10FFFF
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import load8, load_tail, trailing_zeros

BLOCK = 64
NOT_ASCII = np.uint64(0x8080_8080_8080_8080)
NOTHING = np.uint64(0)
# Of two, three and four bytes: the bits that mark a character of so many, what they are, and
# those of its number that characters of fewer bytes do without.
TWO, IS_TWO, LARGE_TWO = (np.uint64(n) for n in (0xC0E0, 0x80C0, 0x001E))
THREE, IS_THREE, LARGE_THREE = (np.uint64(n) for n in (0xC0C0F0, 0x8080E0, 0x200F))
FOUR, IS_FOUR, LARGE_FOUR = (np.uint64(n) for n in (0xC0C0C0F8, 0x808080F0, 0x3007))
SURROGATE = np.uint64(0x200D)  # what these bits of three bytes are from U+D800 to U+DFFF
LAST_FOUR = np.uint64(0x0004)  # and of four bytes from U+100000 on; more is beyond Unicode


@kernel
def valid_until(text: NDArray[np.uint8]) -> int:
    """The offset of the first byte that begins no whole valid character; else the size.

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
            while i + 8 <= size and is_three(load8(text, i)):
                i += 3
            if i >= stop:
                break
            word = load8(text, i) if i + 8 <= size else load_tail(text, i, size - i)
            ascii_count = trailing_zeros(word & NOT_ASCII) // 8
            length = ascii_count if ascii_count > 0 else length_of(word)
            if length == 0:
                return i
            i += min(length, size - i)
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
    large = word & LARGE_THREE
    return bool(word & THREE == IS_THREE and large != NOTHING and large != SURROGATE)


@inlined
def length_of(word: np.uint64) -> int:
    """How many bytes the character has that ``word`` begins with, not ASCII; 0 if invalid.

    Zeros behind a text's end are no continuation of a character.
    """
    if is_three(word):
        return 3
    if word & TWO == IS_TWO:
        return 2 if word & LARGE_TWO != NOTHING else 0
    if word & FOUR == IS_FOUR:
        large = word & LARGE_FOUR
        is_low = large & np.uint64(7) < LAST_FOUR
        return 4 if large != NOTHING and (is_low or large == LAST_FOUR) else 0
    return 0
