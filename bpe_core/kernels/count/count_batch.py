"""Count the pre-tokens of a text, and add what one table holds to another.

Both go on until all is done or a table is full; the caller then enlarges it (``with_capacity``,
for what ``filled`` says is needed) and calls again from there. A group of pre-tokens is read
before the first of them is looked up, so that their slots are fetched at the same time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.count.count_table import (
    GROUP,
    NOTHING,
    ONCE,
    Distinct,
    Rows,
    has_capacity,
)
from bpe_core.kernels.count.find_or_add import find_all
from bpe_core.kernels.count.pre_token_keys import enter, seek
from bpe_core.kernels.decorators import kernel


@kernel
def count_batch(
    table: Distinct,  # in and out
    text: NDArray[np.uint8],  # in
    start: int,  # in: where the first pre-token starts
    ends: NDArray[np.int64],  # in: where each ends, negative for special tokens
    k: int,  # in: the first to count
) -> int:
    """Count the pre-tokens of a batch from number ``k`` on; gives the next number."""
    i = abs(ends[k - 1]) if k else start
    while k < len(ends):
        stop = min(k + GROUP, len(ends))
        if not has_capacity(table, stop - k, abs(ends[stop - 1]) - i):
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
def add_rows(
    table: Distinct,  # in and out
    rows: Rows,  # in
    pool: NDArray[np.uint8],  # in
    row: int,  # in: the first to add
    last: int,  # in: the one behind the last
) -> int:
    """Add the rows from ``row`` up to ``last`` of a table with the same keys; gives the next.

    ``pool`` is read-only like texts, so that one compiled search serves both.
    """
    start = rows[row - 1].end if row else 0
    while row < last:
        stop = min(row + GROUP, last)
        if not has_capacity(table, stop - row, rows[stop - 1].end - start):
            break
        for k in range(stop - row):
            this = rows[row + k]
            enter(table, this.head, this.tail, start, this.end - start, this.count, k)
            start = this.end
        row = stop
        find_all(table, pool, k + 1)
    return row
