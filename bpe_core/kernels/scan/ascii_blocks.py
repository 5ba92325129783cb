"""Sixty-four bytes at a time, mostly ASCII: one bit of a word for each of them.

``masks_at(text, i)`` asks every byte of text[i] … text[i + 63] the same nine questions, bit k
for byte i + k. The processor compares 16, 32 or 64 bytes in one instruction; numba cannot
express that, so `instructions.py` generates LLVM code, compiled for each kind of processor.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bpe_core.kernels.decorators import instruction

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
