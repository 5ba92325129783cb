"""Count distinct pre-tokens in a hash table of flat arrays.

From the inside out: what a pre-token is compared by, the arrays of a table, how a pre-token is
found there or added, and the two loops that Python calls.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.eight_bytes import fold, load8, load_tail, store8
from bpe_core.kernels.train_loop import prefetch
from bpe_core.kernels.train_tables import grown

# --- A pre-token as a head, a tail and a hash, whatever its length.
#
#     bytes      head                 tail
#     1 to 7     all, at its top      the size at its top
#     8 to 15    the first eight      the last seven, the size at its top
#     16 or more the first eight      56 bits of a hash of all, 16 at its top
#
# So pre-tokens of at most 15 bytes are equal exactly if head and tail are. No byte outside the
# text is read, and the bytes of other pre-tokens do not matter.

BITS = np.uint64(8)  # of a byte
TOP = np.uint64(56)  # where the highest byte starts
LOW = np.uint64(2**56 - 1)
LONG = np.uint64(16 << 56)  # tails from here on identify pre-tokens only almost surely


@inlined
def seek(
    table: Distinct, data: NDArray[np.uint8], start: int, size: int, count: int, k: int
) -> None:
    """Enter ``data[start:][:size]`` as number ``k`` of the group."""
    if size < 8:
        unused = BITS * np.uint64(8 - size)
        if start + 8 <= len(data):
            head = load8(data, start) << unused
        else:
            head = load_tail(data, start, size) << unused
        tail = np.uint64(size) << TOP
    else:
        head = load8(data, start)
        if size < 16:
            tail = load8(data, start + size - 8) >> BITS | np.uint64(size) << TOP
        else:
            tail = long_hash(table.keys, data, start, size) & LOW | LONG
    enter(table, head, tail, start, size, count, k)


@inlined
def enter(
    table: Distinct, head: np.uint64, tail: np.uint64, start: int, size: int, count: int, k: int
) -> None:
    """Enter a pre-token whose head and tail are known, and prefetch its slot."""
    this, keys = table.group[k], table.keys
    this.head = head
    this.tail = tail
    this.hash = fold(head ^ keys[0], tail ^ keys[1])
    this.start = start
    this.size = size
    this.count = count
    prefetch(table.slots, first_slot(table.slots, this.hash))


@inlined
def long_hash(
    keys: NDArray[np.uint64], data: NDArray[np.uint8], start: int, size: int
) -> np.uint64:
    """A hash of at least 16 bytes, 16 at a time; the last 16 may overlap those before."""
    hash_value = keys[2] ^ np.uint64(size)
    last = start + size - 16
    for i in range(start, last, 16):
        hash_value = fold(hash_value ^ load8(data, i), keys[3] ^ load8(data, i + 8))
    return fold(hash_value ^ load8(data, last), keys[3] ^ load8(data, last + 8))


# --- The arrays of a count: a hash table of distinct pre-tokens, with their bytes in a pool.
#
# Slots are probed one after the other (open addressing, linear probing). Each holds half of a
# hash beside a row number, so most mismatches are skipped, and the slots of a larger table are
# filled, without reading any row. Rows and pool are in the order of first occurrence.
#
# The head and tail of a row **are** the pre-token if it has at most 15 bytes, so comparing them
# ends most searches. For a longer one, the tail holds 56 bits of a hash; where they agree, the
# bytes are compared.
#
# Hashes are keyed with random numbers, drawn for every count, so nobody can craft a text whose
# pre-tokens all want the same slot. No result depends on the keys.
#
# The trade-off against a dict: 32 bytes per distinct pre-token, 16 to 32 for slots and its own
# bytes, instead of some 150; but the table has to be enlarged from outside, between two calls
# of a kernel.

Rows: TypeAlias = NDArray[Any]  # a structured array: rows[i].field

GROUP = 32  # pre-tokens that are read before the first of them is looked up
SLACK = 8  # bytes behind the pool's end that a store of eight may touch
FEWEST_SLOTS = 2**12
HALF = np.uint64(32)  # bits
# subtle: called with a literal number, a function is compiled once more, for that one.
NOTHING: Any = np.int64(0)
ONCE: Any = np.int64(1)

# head, tail: see above. end: of its bytes in the pool; they start where the
# bytes of the row before end.
ROW = np.dtype([("head", "u8"), ("tail", "u8"), ("count", "i8"), ("end", "i8")])
# A pre-token that is looked up: its head and tail, its hash, its bytes, how often it occurs.
SOUGHT = np.dtype(
    [(name, "u8") for name in ("head", "tail", "hash")]
    + [(name, "i8") for name in ("start", "size", "count")]
)
# Rows and bytes in use, and how many the next group may need.
FILLED = np.dtype([(name, "i8") for name in ("rows", "bytes", "rows_needed", "bytes_needed")])


class Distinct(NamedTuple):
    """The whole state of a count; kernels read and write it, ``with_capacity`` enlarges it."""

    slots: NDArray[np.uint64]  # upper half of a hash, and in the lower half row + 1; 0: free
    rows: Rows
    pool: NDArray[np.uint8]
    filled: Rows
    group: Rows
    keys: NDArray[np.uint64]


def empty_distinct(keys: NDArray[np.uint64], size: int) -> Distinct:
    """No pre-tokens yet, and space for those of most texts of ``size`` bytes.

    The system provides memory only for what is written, so a pool as large as the whole text
    costs nothing and saves copies.
    """
    return Distinct(
        slots=np.zeros(enough_slots(size // 256), np.uint64),
        rows=np.empty(size // 16 + GROUP, ROW),
        pool=np.empty(size + SLACK, np.uint8),
        filled=np.zeros(1, FILLED),
        group=np.empty(GROUP, SOUGHT),
        keys=keys,
    )


def with_capacity(table: Distinct, rows: int, size: int) -> Distinct:
    """The same table with space for so many rows and so many bytes in all."""
    slots, now = table.slots, table.filled[0]
    if (wanted := enough_slots(rows)) > len(slots):
        slots = np.zeros(wanted, np.uint64)
        fill_slots(table.slots, slots)
    return table._replace(
        slots=slots,
        rows=grown(table.rows, rows, int(now["rows"])),
        pool=grown(table.pool, size + SLACK, int(now["bytes"])),
    )


def enough_slots(rows: int) -> int:
    """A power of two, at least half of them free.

    >>> enough_slots(0), enough_slots(4096), enough_slots(4097)
    (4096, 8192, 16384)
    """
    return max(FEWEST_SLOTS, 2 << (rows - 1).bit_length())


@inlined
def has_capacity(table: Distinct, rows: int, size: int) -> bool:
    """Whether so many more rows and bytes fit; records what is needed."""
    now = table.filled[0]
    now.rows_needed = now.rows + rows
    now.bytes_needed = now.bytes + size
    if now.bytes_needed + SLACK > len(table.pool) or now.rows_needed > len(table.rows):
        return False
    return 2 * now.rows_needed <= len(table.slots)


@inlined
def first_slot(slots: NDArray[np.uint64], hash_value: np.uint64) -> np.int64:
    """Where to look first: the upper bits of the hash as a number below ``len(slots)``."""
    return np.int64((hash_value >> HALF) * np.uint64(len(slots)) >> HALF)


@kernel
def fill_slots(
    old: NDArray[np.uint64],  # in
    slots: NDArray[np.uint64],  # out
) -> None:
    """Enter all of ``old`` in ``slots``, a larger array of free ones."""
    for k in range(len(old)):
        if old[k] != np.uint64(0):
            slot = first_slot(slots, old[k])
            while slots[slot] != np.uint64(0):
                slot = (slot + 1) & (len(slots) - 1)
            slots[slot] = old[k]


# --- Find every pre-token of a group in the table, or add it.
#
# subtle: a function that takes a whole ``Distinct`` and is too large to be inlined receives
# some forty numbers over the stack at every call, which took longer than everything else. So
# the function is the loop over a group, not the work on one pre-token.

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


# --- Count the pre-tokens of a text, and add what one table holds to another.
#
# Both go on until all is done or a table is full; the caller then enlarges it
# (``with_capacity``, for what ``filled`` says is needed) and calls again from there. A group of
# pre-tokens is read before the first of them is looked up, so that their slots are fetched at
# the same time.


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
