"""Count the pre-tokens of a text, and add what one table holds to another.

Both go on until all is done or there is no room; the caller makes room (``with_room``, for what
``filled`` says is needed) and calls again from there. A group of pre-tokens is read before the
first of them is looked for, so that their slots are fetched at the same time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.count.count_table import GROUP, NOTHING, ONCE, Distinct, Rows, has_room
from bpe_core.kernels.count.find_or_add import find_all
from bpe_core.kernels.count.pre_token_keys import enter, seek
from bpe_core.kernels.kernel_cache import kernel


@kernel
def count_batch(
    table: Distinct, text: NDArray[np.uint8], start: int, ends: NDArray[np.int64], k: int
) -> int:
    """Count the pre-tokens of a batch (scan.py) from number ``k`` on; gives the next number."""
    i = abs(ends[k - 1]) if k else start
    while k < len(ends):
        stop = min(k + GROUP, len(ends))
        if not has_room(table, stop - k, abs(ends[stop - 1]) - i):
            break
        size = NOTHING
        while k < stop:
            end = ends[k]
            if end > 0:  # no special token
                seek(table, text, i, end - i, ONCE, size)
                size += 1
            i = abs(end)
            k += 1
        find_all(table, text, size)
    return k


@kernel
def add_rows(table: Distinct, rows: Rows, pool: NDArray[np.uint8], row: int, last: int) -> int:
    """Add the rows from ``row`` up to ``last`` of a table with the same keys; gives the next.

    ``pool`` is read-only like texts, so that one compiled search serves both.
    """
    start = rows[row - 1].end if row else 0
    while row < last:
        stop = min(row + GROUP, last)
        if not has_room(table, stop - row, rows[stop - 1].end - start):
            break
        for k in range(stop - row):
            this = rows[row + k]
            enter(table, this.head, this.tail, start, this.end - start, this.count, k)
            start = this.end
        row = stop
        find_all(table, pool, k + 1)
    return row
