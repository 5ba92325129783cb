"""Where pre-tokens start within a block of mostly ASCII, all of them at once.

A block starts where a pre-token does. Bit k of the result says that another one starts at byte
k. The result ends early where it depends on bytes outside the block or beyond ASCII, or on a
rule that the masks do not tell, such as cl100k's of numbers and line ends. The next block
starts at the last start of this one; where there is none, one pre-token is scanned by itself.

subtle: ``x << ONE`` is x of the byte before, ``x >> ONE`` that of the next byte.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inner
from bpe_core.kernels.eight_bytes import trailing_zeros
from bpe_core.kernels.scan.ascii_blocks import BLOCK, Masks, masks_at
from bpe_core.kernels.scan.contractions import AS_WRITTEN, contraction_end
from bpe_core.kernels.scan.pattern_numbers import GPT2, O200K, WHITESPACE

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
