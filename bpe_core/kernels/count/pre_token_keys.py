"""A pre-token as a head, a tail and a hash, whatever its length.

    bytes      head                 tail
    1 to 7     all, at its top      the size at its top
    8 to 15    the first eight      the last seven, the size at its top
    16 or more the first eight      56 bits of a hash of all, 16 at its top

So pre-tokens of at most 15 bytes are equal exactly if head and tail are. No byte outside the
text is read, and the bytes of other pre-tokens do not matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.count.count_table import Distinct, first_slot
from bpe_core.kernels.decorators import inlined
from bpe_core.kernels.eight_bytes import fold, load8, load_tail
from bpe_core.kernels.prefetch import prefetch

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
