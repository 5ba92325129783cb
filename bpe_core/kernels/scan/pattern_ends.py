"""Where the pre-token that starts at ``i`` ends, by each of the patterns: GPT-2, cl100k, o200k.

``end`` is where the part of the text ends; nothing beyond is read.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner
from bpe_core.kernels.eight_bytes import load8, trailing_zeros
from bpe_core.kernels.scan import CL100K_TIKTOKEN, QWEN2
from bpe_core.kernels.scan.classes import (
    KIND,
    LETTER,
    LOWER,
    NEWLINE,
    NUMBER,
    OTHER,
    SPACE,
    UPPER,
)

# --- One character of UTF-8: its code point, its size, its classes.

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


# --- Ends of runs: letters, numbers, white space, whatever else.
#
# ``i`` is where a run starts, ``end`` where its part of the text ends. Where eight ASCII
# letters may stand together, all eight are looked at in one step.

EACH = 0x0101_0101_0101_0101
LOW_BITS, HIGH_BITS = np.uint64(EACH * 0x7F), np.uint64(EACH * 0x80)
AS_SMALL, AS_IT_IS = np.uint64(EACH * 0x20), np.uint64(0)
FROM_A, BEYOND_Z = np.uint64(EACH * (0x80 - ord("a"))), np.uint64(EACH * (0x7F - ord("z")))

BLANK = ord(" ")
BLANKS = np.uint64(EACH * BLANK)
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
def blanks_end(text: NDArray[np.uint8], i: int, end: int) -> int:
    """Blanks by eights; up to seven more may follow."""
    while i + 8 <= end and load8(text, i) == BLANKS:
        i += 8
    return i


@inner
def spaces_end(text: NDArray[np.uint8], classes: NDArray[np.uint8], i: int, end: int) -> int:
    """White space; where something follows two or more, all but the last of them."""
    j = blanks_end(text, i, end)
    last = max(i, j - 1)
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
    after_newline = i
    j = blanks_end(text, i, end)
    last = max(i, j - 1)
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


# --- Contractions of English: 's, 't, 'm, 'd, 'll, 've and 're, with a plain apostrophe.

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


# --- The GPT-2 pattern as a scanner: the end of the pre-token that starts at ``i``.
#
# '(?:[sdmt]|ll|ve|re)     one of seven contractions
#  ?\p{L}+                 letters, and a blank before them
#  ?\p{N}+                 the same with numbers
#  ?[^\s\p{L}\p{N}]+       and with all else but white space
# \s+(?!\S)|\s+            white space; of two or more that something follows, all but the last


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


# --- The patterns of cl100k (GPT-4, Llama 3) and Qwen2 as one scanner.
#
# They differ in how many digits stand together and, for tiktoken's own text of cl100k, in white
# space at the end of a part.

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


# --- The pattern of o200k (GPT-4o) as a scanner: words are cut at capitals.

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
