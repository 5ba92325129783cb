"""The arrays of a count: a hash table of distinct pre-tokens, with their bytes in a pool.

Slots are probed one after the other (open addressing, linear probing). Each holds half of a
hash beside a row number, so most mismatches are skipped, and the slots of a larger table are
filled, without reading any row. Rows and pool are in the order of first occurrence.

The head and tail of a row **are** the pre-token if it has at most 15 bytes, so comparing them
ends most searches. For a longer one, the tail holds 56 bits of a hash; where they agree, the
bytes are compared.

Hashes are keyed with random numbers, drawn for every count, so nobody can craft a text whose
pre-tokens all want the same slot. No result depends on the keys.

The trade-off against a dict: 32 bytes per distinct pre-token, 16 to 32 for slots and its own
bytes, instead of some 150; but the table has to be enlarged from outside, between two calls of
a kernel.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.train.train_arrays import grown

Rows: TypeAlias = NDArray[Any]  # a structured array: rows[i].field

GROUP = 32  # pre-tokens that are read before the first of them is looked up
SLACK = 8  # bytes behind the pool's end that a store of eight may touch
FEWEST_SLOTS = 2**12
HALF = np.uint64(32)  # bits
# subtle: called with a literal number, a function is compiled once more, for that one.
NOTHING: Any = np.int64(0)
ONCE: Any = np.int64(1)

# head, tail: see pre_token_keys.py. end: of its bytes in the pool; they start where the
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
