"""Find every pre-token of a group in the table, or add it.

subtle: a function that takes a whole ``Distinct`` and is too large to be inlined receives some
forty numbers over the stack at every call, which took longer than everything else. So the
function is the loop over a group, not the work on one pre-token.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.count.count_table import HALF, NOTHING, Distinct, Rows, first_slot
from bpe_core.kernels.count.pre_token_keys import BITS, LONG
from bpe_core.kernels.decorators import inlined, inner
from bpe_core.kernels.eight_bytes import load8, store8

FREE = np.uint64(0)
NUMBER = np.uint64(2**32 - 1)  # the half of a slot that is row + 1


@inner
def find_all(
    table: Distinct,  # in and out
    data: NDArray[np.uint8],  # in
    size: int,  # in: of the group
) -> None:
    """Count the first ``size`` of the group, whose bytes are in ``data``.

    The table has space for all of them. Nearly all short ones are in the first slot that is
    probed; the others are left to ``find_late``, in order.
    """
    group, slots, rows = table.group, table.slots, table.rows
    late = NOTHING
    for k in range(size):
        this = group[k]
        held = slots[first_slot(slots, this.hash)]
        if held >> HALF == this.hash >> HALF and held != FREE and this.tail < LONG:
            row = row_in(held)
            if rows[row].head == this.head and rows[row].tail == this.tail:
                rows[row].count += this.count
                continue
        group[late] = group[k]
        late += 1
    if late:
        find_late(table, data, late)


@inner
def find_late(table: Distinct, data: NDArray[np.uint8], size: int) -> None:
    """The same for those that need more than one probe: long, in a later slot, or new."""
    group, slots, rows = table.group, table.slots, table.rows
    for k in range(size):
        this = group[k]
        slot = first_slot(slots, this.hash)
        while True:
            slot = same_head_and_tail(slots, rows, this, slot)
            held = slots[slot]
            if held == FREE:
                add(table, data, this, slot)
                break
            if this.tail < LONG or same_bytes(rows, table.pool, row_in(held), data, this):
                rows[row_in(held)].count += this.count
                break
            slot = next_slot(slots, slot)


@inlined
def row_in(held: np.uint64) -> np.int64:
    """The row that a slot names."""
    return np.int64(held & NUMBER) - 1


@inlined
def next_slot(slots: NDArray[np.uint64], slot: np.int64) -> np.int64:
    """The slot behind ``slot``; the first one behind the last."""
    return (slot + 1) & (len(slots) - 1)


@inlined
def same_head_and_tail(
    slots: NDArray[np.uint64], rows: Rows, this: Any, slot: np.int64
) -> np.int64:
    """The first slot from ``slot`` on that is free, or whose row is like ``this``."""
    while True:
        held = slots[slot]
        if held == FREE:
            return slot
        if held >> HALF == this.hash >> HALF:
            row = rows[row_in(held)]
            if row.head == this.head and row.tail == this.tail:
                return slot
        slot = next_slot(slots, slot)


@inlined
def same_bytes(
    rows: Rows, pool: NDArray[np.uint8], row: np.int64, data: NDArray[np.uint8], this: Any
) -> bool:
    """Whether a row holds the bytes of ``this``, which are more than 15; the first 8 agree."""
    offset = rows[row - 1].end if row else 0
    start, size = this.start, this.size
    if rows[row].end - offset != size:
        return False
    for i in range(8, size - 8, 8):
        if load8(pool, offset + i) != load8(data, start + i):
            return False
    return load8(pool, offset + size - 8) == load8(data, start + size - 8)


@inlined
def add(table: Distinct, data: NDArray[np.uint8], this: Any, slot: np.int64) -> None:
    """Make ``this`` the newest row."""
    now = table.filled[0]
    new = table.rows[now.rows]
    copy_bytes(table.pool, now.bytes, data, this)
    now.rows += 1
    now.bytes += this.size
    new.head = this.head
    new.tail = this.tail
    new.count = this.count
    new.end = now.bytes
    table.slots[slot] = this.hash >> HALF << HALF | np.uint64(now.rows)


@inlined
def copy_bytes(
    pool: NDArray[np.uint8],  # out
    offset: int,  # in: in pool
    data: NDArray[np.uint8],  # in
    this: Any,  # in: a row of the group
) -> None:
    """Write ``this`` at ``offset``; up to ``SLACK`` bytes behind it may change."""
    start, size = this.start, this.size
    if size < 8:
        store8(pool, offset, this.head >> (BITS * np.uint64(8 - size)))
        return
    for i in range(0, size - 8, 8):
        store8(pool, offset + i, load8(data, start + i))
    store8(pool, offset + size - 8, load8(data, start + size - 8))
