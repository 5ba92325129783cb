"""Where the texts of a block end that are trained on: one flag per byte.

The compiled form of `texts.training_texts`, for text that is composed already. Flags take the
same memory for every text, and answer the kernels' question: is this the last byte of a text?
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.scan.pattern_ends import char_size, code_point

NEWLINE = np.uint8(10)


@kernel
def mark_borders(
    data: NDArray[np.uint8],  # in
    ends: NDArray[np.int64],  # in: offsets that no text crosses
    digits: NDArray[np.bool_],  # in: by code point, whether it is a text by itself; or empty
    longest_line: int,  # in
    longest_run: int,  # in: of newlines
    last: NDArray[np.bool_],  # out: by byte, whether a text ends with it
) -> None:
    """Flag the last byte of every text."""
    i = 0
    for stop in ends:
        while i < stop:
            start = i
            if is_digit(data, i, digits):
                i += char_size(data[i])
            else:
                i = line_end(data, i, stop, digits, longest_line)
                most = min(stop, i + longest_run)
                while i < most and data[i] == NEWLINE:
                    i += 1
            for k in range(start, i - 1):
                last[k] = False
            last[i - 1] = True


@inlined
def is_digit(data: NDArray[np.uint8], i: int, digits: NDArray[np.bool_]) -> bool:
    """Whether the character at ``i`` is a text by itself."""
    return len(digits) > 0 and digits[code_point(data, i)]


@inlined
def line_end(
    data: NDArray[np.uint8], i: int, stop: int, digits: NDArray[np.bool_], longest: int
) -> int:
    """Behind at most ``longest`` characters from ``i`` on, no line ends and no digits."""
    size = 0
    while i < stop and size < longest and data[i] != NEWLINE and not is_digit(data, i, digits):
        i += char_size(data[i])
        size += 1
    return i
