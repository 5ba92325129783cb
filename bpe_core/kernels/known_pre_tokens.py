"""Pre-tokens whose ids are known: a hash table in which whole pre-tokens are looked up.

A slot is four words, 32 bytes:

    0, 1   the pre-token's key. Up to 15 bytes: the bytes themselves, padded with zeros, and the
           size in the last byte. Longer: a hash; then `LONG`, the size, the offset in ``data``.
    2      the first id and the second (upper half); of more than three: their offset in ``ids``
    3      the third id and how many there are (upper half); its highest bit: more than three

So nearly every pre-token is found, compared and answered within its slot, and up to three ids
are written without a loop. Word 1 is zero in an empty slot alone, since it holds the size.

A pre-token is within the ``FAR`` slots that begin with its own, so that a look-up is bounded
whatever the text. One that finds no free slot there is not stored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import (
    KEY,
    fold,
    hash_bytes,
    load8,
    load_tail,
    store8,
)

SLOT = 4  # words
INLINE = 15  # bytes that the slot itself holds
LONGEST = 127  # bytes of a pre-token that is stored
FAR = 32  # slots
NOWHERE = -1

UPPER, SHORT_SIZE, LONG_SIZE = (np.uint64(n) for n in (32, 56, 40))
MANY = np.uint64(1 << 63)  # this bit of word 3: the ids are in ``ids``
LONG = np.uint64(1 << 63)  # this bit of word 1: the bytes are in ``data``
OFFSET_MASK = np.uint64((1 << 40) - 1)

# By size: which bits of the first eight bytes and of those behind are a pre-token's.
FIRST_BYTES, REST_BYTES = (
    np.array([(1 << 8 * min(max(size - skipped, 0), 8)) - 1 for size in range(16)], np.uint64)
    for skipped in (0, 8)
)

SLOTS_USED, DATA_USED, IDS_USED, LONGEST_THERE = range(4)


class Known(NamedTuple):
    """The table. ``used`` counts slots, bytes of ``data``, numbers of ``ids``.

    The last number of ``used`` is the size of the longest pre-token there.
    """

    slots: NDArray[np.uint64]
    data: NDArray[np.uint8]
    ids: NDArray[np.uint32]
    used: NDArray[np.int64]


class Key(NamedTuple):
    """Words 0 and 1 of a short pre-token's slot; of a long pre-token its hash, and zero."""

    first: np.uint64
    second: np.uint64


def empty_known(slots: int, data: int, ids: int) -> Known:
    """A table of so many slots (a power of two), bytes and ids."""
    return Known(
        np.zeros(SLOT * slots, np.uint64),
        np.empty(data, np.uint8),
        np.empty(ids, np.uint32),
        np.zeros(4, np.int64),
    )


@inlined
def short_key(text: NDArray[np.uint8], start: int, size: int) -> Key:
    """The key of 1 to 15 bytes; 16 bytes from ``start`` on must exist."""
    first = load8(text, start) & load8(FIRST_BYTES, size)
    rest = load8(text, start + 8) & load8(REST_BYTES, size)
    return Key(first, (np.uint64(size) << SHORT_SIZE) | rest)


@inlined
def key_of(text: NDArray[np.uint8], start: int, size: int) -> Key:
    """The key of any pre-token, wherever the text ends."""
    if size > INLINE:
        return Key(hash_bytes(text, start, size), np.uint64(0))
    rest = load_tail(text, start + 8, size - 8)
    first = load_tail(text, start, min(size, 8))
    return Key(first, (np.uint64(size) << SHORT_SIZE) | rest)


@inlined
def own_slot(known: Known, key: Key) -> int:
    """Where a look-up begins, as an index into ``slots``: a pre-token is there or behind."""
    hashed = fold(key.first, key.second ^ KEY)
    return int(np.int64(hashed) & (len(known.slots) - SLOT))


@inlined
def holds(known: Known, at: int, key: Key) -> bool:
    """Whether the slot holds the short pre-token with this key."""
    slots = known.slots
    other = (load8(slots, at) ^ key.first) | (load8(slots, at + 1) ^ key.second)
    return bool(other == np.uint64(0))


@inlined
def slot_of(known: Known, text: NDArray[np.uint8], start: int, size: int, key: Key) -> int:
    """The slot of a pre-token, or ``NOWHERE``."""
    mask = len(known.slots) - 1
    at = own_slot(known, key)
    for _ in range(FAR):
        if size <= INLINE:
            if holds(known, at, key):
                return at
        elif holds_long(known, at, text, start, size, key):
            return at
        if known.slots[at + 1] == 0:
            break
        at = (at + SLOT) & mask
    return NOWHERE


@inlined
def holds_long(
    known: Known, at: int, text: NDArray[np.uint8], start: int, size: int, key: Key
) -> bool:
    """Whether the slot is that of this long pre-token: the hash, the size, then all bytes."""
    second = known.slots[at + 1]
    tag = second & ~OFFSET_MASK
    if known.slots[at] != key.first or tag != LONG | (np.uint64(size) << LONG_SIZE):
        return False
    offset, last = np.int64(second & OFFSET_MASK), size - 8
    for k in range(0, last, 8):
        if load8(known.data, offset + k) != load8(text, start + k):
            return False
    return bool(load8(known.data, offset + last) == load8(text, start + last))


@inlined
def has_capacity(known: Known) -> bool:
    """Whether one more pre-token of any size fits, with the table at most half full."""
    used = known.used
    return (
        2 * SLOT * used[SLOTS_USED] < len(known.slots)
        and used[DATA_USED] + LONGEST <= len(known.data)
        and used[IDS_USED] + LONGEST <= len(known.ids)
    )


@inlined
def keep(
    known: Known,  # in and out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    key: Key,  # in: that of text[start:][:size]
    ids: NDArray[np.uint32],  # in: ids[begin:end] are its ids
    begin: int,  # in
    end: int,  # in
) -> bool:
    """Store a new pre-token with its ids; returns whether there was a free slot."""
    slots, used, count = known.slots, known.used, end - begin
    at = free_slot(known, key)
    if at == NOWHERE:
        return False
    slots[at] = key.first
    slots[at + 1] = key.second
    if size > INLINE:
        offset = used[DATA_USED]
        for k in range(size):
            known.data[offset + k] = text[start + k]
        used[DATA_USED] += size
        slots[at + 1] = LONG | (np.uint64(size) << LONG_SIZE) | np.uint64(offset)
    second = np.uint64(ids[begin + 1]) if count > 1 else np.uint64(0)
    third = np.uint64(ids[begin + 2]) if count > 2 else np.uint64(0)
    slots[at + 2] = (second << UPPER) | np.uint64(ids[begin])
    slots[at + 3] = (np.uint64(count) << UPPER) | third
    if count > 3:
        slots[at + 3] |= MANY
        offset = used[IDS_USED]
        for k in range(count):
            known.ids[offset + k] = ids[begin + k]
        used[IDS_USED] += count
        slots[at + 2] = np.uint64(offset)
    used[SLOTS_USED] += 1
    used[LONGEST_THERE] = max(used[LONGEST_THERE], size)
    return True


@inlined
def free_slot(known: Known, key: Key) -> int:
    """A free slot for a new pre-token, or ``NOWHERE``."""
    mask = len(known.slots) - 1
    at = own_slot(known, key)
    for _ in range(FAR):
        if known.slots[at + 1] == 0:
            return at
        at = (at + SLOT) & mask
    return NOWHERE


@inlined
def put(
    known: Known,  # in
    at: int,  # in: the slot
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of a slot to ``out[id_count:]``; returns the new ``id_count``.

    Writes at least four entries: what is behind the ids is overwritten by the next ones.
    """
    head, rest = load8(known.slots, at + 2), load8(known.slots, at + 3)
    if np.int64(rest) >= 0:
        store8(out, id_count, head)
        store8(out, id_count + 2, rest)
        return int(id_count + np.int64(rest >> UPPER))
    offset, count = np.int64(head), np.int64((rest ^ MANY) >> UPPER)
    for k in range(count):
        out[id_count + k] = known.ids[offset + k]
    return int(id_count + count)


@kernel
def move_slots(
    old: NDArray[np.uint64],  # in
    known: Known,  # out: slots and how many are used
) -> None:
    """Put the slots of ``old`` into the empty ones of ``known``, with the same bytes and ids.

    One that finds no free slot is forgotten.
    """
    known.used[SLOTS_USED] = 0
    for k in range(0, len(old), SLOT):
        second = old[k + 1]
        if second != 0:
            key = Key(old[k], np.uint64(0) if second & LONG else second)
            at = free_slot(known, key)
            if at != NOWHERE:
                for part in range(SLOT):
                    known.slots[at + part] = old[k + part]
                known.used[SLOTS_USED] += 1
