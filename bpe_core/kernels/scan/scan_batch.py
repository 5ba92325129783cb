"""Cut a text into pre-tokens, a batch of them at a time; blocks of ASCII all at once.

A text has parts: each special token is one, and what stands between two of them. A call writes
where pre-tokens end and stops after one of them when its batch is full; the next call goes on
there. A scanner may look at the text after a pre-token up to the end of its part, so where
batches are cut changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner, instruction, kernel
from bpe_core.kernels.eight_bytes import store8, trailing_zeros
from bpe_core.kernels.scan import GPT2, NO_PATTERN, O200K, WHITESPACE
from bpe_core.kernels.scan.pattern_ends import (
    AS_WRITTEN,
    cl100k_end,
    contraction_end,
    equal_end,
    gpt2_end,
    o200k_end,
)

# --- Sixty-four bytes at a time, mostly ASCII: one bit of a word for each of them.
#
# ``masks_at(text, i)`` asks every byte of text[i] … text[i + 63] the same nine questions, bit k
# for byte i + k. The processor compares 16, 32 or 64 bytes in one instruction; numba cannot
# express that, so `instructions.py` generates LLVM code, compiled for each kind of processor.

BLOCK = 64


class Masks(NamedTuple):
    """What the bytes of a block are: a bit for each."""

    capital: np.uint64
    small: np.uint64
    letter: np.uint64
    number: np.uint64
    space: np.uint64  # white space, the two next ones included
    blank: np.uint64  # U+0020
    newline: np.uint64  # \n and \r
    apostrophe: np.uint64
    high: np.uint64  # not ASCII


masks_at = instruction("masks_at")


# --- Where pre-tokens start within a block of mostly ASCII, all of them at once.
#
# A block starts where a pre-token does. Bit k of the result says that another one starts at
# byte k. The result ends early where it depends on bytes outside the block or beyond ASCII, or
# on a rule that the masks do not tell, such as cl100k's of numbers and line ends. The next
# block starts at the last start of this one; where there is none, one pre-token is scanned by
# itself.
#
# subtle: ``x << ONE`` is x of the byte before, ``x >> ONE`` that of the next byte.

ONE, NO_STARTS = np.uint64(1), np.uint64(0)
# Not the first byte, where a pre-token starts anyway, nor the last, whose next one is not seen.
INNER = np.uint64(2**63 - 2)
LATEST = np.uint64(1 << 60)  # an apostrophe up to there has three bytes of the block behind it


@inner
def block_starts(text: NDArray[np.uint8], pattern: int, i: int) -> np.uint64:
    """Starts of pre-tokens in text[i:][:64] after the first byte."""
    masks = Masks(*masks_at(text, i))
    # A byte that is not ASCII may be of any class, so the one before it may end a run or not.
    decidable = INNER & (below(masks.high) >> ONE)
    if pattern == WHITESPACE:
        return borders(masks.space) & decidable
    if pattern == GPT2:
        return with_contractions(text, i, masks, gpt2_starts(masks)) & decidable
    # An apostrophe before a letter may be a contraction: ``contraction_end`` decides.
    decidable &= below(masks.apostrophe & (masks.letter >> ONE))
    hard = masks.newline | masks.number
    return cl100k_starts(masks, pattern == O200K) & decidable & (below(hard) | first(hard))


@inner
def gpt2_starts(masks: Masks) -> np.uint64:
    """Where the class changes, but not after a blank; and at the last space of every run."""
    letter, number, space = masks.letter, masks.number, masks.space
    changes = borders(letter) | borders(number) | borders(space)
    return (changes & ~(masks.blank << ONE)) | last(space)


@inner
def with_contractions(
    text: NDArray[np.uint8], i: int, masks: Masks, starts: np.uint64
) -> np.uint64:
    """``starts`` with a pre-token for each contraction.

    They end at the first apostrophe that is too close to the block's end to be sure.

    subtle: an apostrophe after a blank or after punctuation belongs to the pre-token before it,
    so it is no contraction.
    """
    marks = masks.apostrophe & (masks.letter >> ONE) & (starts | ONE)
    while marks != NO_STARTS:
        mark = first(marks)
        if mark > LATEST:
            return starts & (mark | (mark - ONE))
        at = i + trailing_zeros(marks)
        size = contraction_end(text, at, i + BLOCK, AS_WRITTEN) - at
        if size > 0:
            starts = (starts & ~(mark << ONE)) | (mark << np.uint64(size))
        marks ^= mark
    return starts


@inner
def cl100k_starts(masks: Masks, cut_at_capitals: bool) -> np.uint64:
    """The same for cl100k, qwen2 and o200k; right up to the first newline or number."""
    letter, space = masks.letter, masks.space
    other = ~(letter | space | masks.number)
    others = other & ~((other | masks.blank) << ONE)
    # A word takes the character before it, if that is white space or stands alone. subtle: the
    # first byte of the block starts a pre-token, whatever was before.
    letters = letter & ~((letter | space | others | (other & ONE)) << ONE)
    if cut_at_capitals:
        letters |= masks.capital & (masks.small << ONE)
    # Newlines belong to punctuation or white space before them.
    spaces = (begin(space) | last(space)) & ~(masks.newline & ~(letter << ONE))
    return letters | others | spaces | masks.number


@inner
def below(bits: np.uint64) -> np.uint64:
    """All places before the first bit; all where there is none."""
    return ~bits & (bits - ONE)


@inner
def first(bits: np.uint64) -> np.uint64:
    """The first bit alone."""
    return bits & (~bits + ONE)


@inner
def borders(bits: np.uint64) -> np.uint64:
    """Where a run begins, and the place after each run."""
    return bits ^ (bits << ONE)


@inner
def begin(bits: np.uint64) -> np.uint64:
    """Where a run begins."""
    return bits & ~(bits << ONE)


@inner
def last(bits: np.uint64) -> np.uint64:
    """The last place of each run."""
    return bits & ~(bits >> ONE)


# --- Cut a text into pre-tokens, a batch of them at a time.
#
# A text has parts: each special token is one, and what stands between two of them. A call
# writes where pre-tokens end and stops after one of them when its batch is full; the next call
# goes on there. A scanner may look at the text after a pre-token up to the end of its part, so
# where batches are cut changes nothing.


@kernel
def scan_batch(
    text: NDArray[np.uint8],  # in: UTF-8 that was checked, or code points run beyond it
    part_ends: NDArray[np.int64],  # in: where each part ends; none is empty
    special: NDArray[np.int32],  # in: by part, its special token or -1
    classes: NDArray[np.uint8],  # in: by code point, see classes.py
    pattern: int,  # in: see __init__.py
    state: NDArray[np.int64],  # in and out: offset in the text, part
    size: int,  # in: bytes after which no other pre-token or block is begun
    ends: NDArray[np.int64],  # out: where pre-tokens end
) -> int:
    """Fill ``ends`` from ``state`` on; returns the number of pre-tokens.

    Stops where ``ends`` is full, the batch has ``size`` bytes or the text ends. The end of a
    special token is written as a negative number.
    """
    # subtle: for a literal 0 numba compiles what is called once more
    i, part, count = state[0], state[1], int(np.int64(0))
    limit = i + size
    while part < len(part_ends) and count < len(ends) and i < limit:
        end = part_ends[part]
        if special[part] >= 0:
            ends[count] = -end
            count += 1
            i = end
        else:
            count = scan_part(text, classes, pattern, i, end, limit, count, ends)
            i = ends[count - 1]
        part += i == end
    state[0], state[1] = i, part
    return count


@inner
def scan_part(
    text: NDArray[np.uint8],  # in
    classes: NDArray[np.uint8],  # in
    pattern: int,  # in
    i: int,  # in: where to go on
    end: int,  # in: of the part
    limit: int,  # in: of the batch
    count: int,  # in: how many ends are written
    ends: NDArray[np.int64],  # out
) -> int:
    """The same from ``i`` on in one part that ends at ``end``.

    Where 64 bytes of the part are left and the first is ASCII, they are looked at as a block;
    where no start can be decided there, and everywhere else, one pre-token is scanned alone.
    """
    while i < end and i < limit and count < len(ends):
        starts = NO_STARTS
        if i + BLOCK <= end and text[i] < 0x80 and pattern != NO_PATTERN:
            starts = block_starts(text, pattern, i)
        if starts == NO_STARTS:
            ends[count] = next_end(text, classes, pattern, i, end)
            count += 1
        else:
            count = write_ends(starts, i, count, ends)
        i = ends[count - 1]
    return count


@inner
def write_ends(
    starts: np.uint64,  # in: a bit per byte of the block
    i: int,  # in: where the block starts
    count: int,  # in: how many ends are written
    ends: NDArray[np.int64],  # out
) -> int:
    """Each pre-token ends where the next one starts: those of the block at ``i``."""
    while starts != NO_STARTS and count < len(ends):
        store8(ends, count, np.uint64(i + trailing_zeros(starts)))
        count += 1
        starts &= starts - np.uint64(1)
    return count


@inner
def next_end(
    text: NDArray[np.uint8], classes: NDArray[np.uint8], pattern: int, i: int, end: int
) -> int:
    """The end of the pre-token that starts at ``i``, in a part up to ``end``."""
    if pattern == GPT2:
        return gpt2_end(text, classes, i, end)
    if pattern == O200K:
        return o200k_end(text, classes, i, end)
    if pattern == WHITESPACE:
        return equal_end(text, classes, i, end)
    if pattern == NO_PATTERN:
        return end
    return cl100k_end(text, classes, i, end, pattern)
