"""The merges of a model as a hash table: pair of ids -> rank, and rank -> new id.

A slot is one word: left id, right id, rank, from the highest bit on. So eight pairs fit into
a cache line and all merges of GPT-2 into a megabyte: merging spends most of its time waiting
for this table. It uses open addressing and is less than half full. Models too large for its
fields (2,000,000 tokens) are left to Python.

Every pre-token begins with pairs of bytes, which have a table of their own.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import fold, load8, random_keys

ID_BITS, RANK_BITS = np.uint64(21), np.uint64(22)
MAX_ID = 2**21 - 1
NO_RANK = np.uint32(2**22 - 1)  # behind every rank that there is
RANK_ONLY = np.uint64(NO_RANK)
EMPTY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
BYTES = 256

Id: TypeAlias = int | np.uint32


class Ranks(NamedTuple):
    """What merging needs of a model; of bytes a and b at ``byte_ranks[256 * a + b]``.

    ``seams``, in the same way: whether no merge can ever join what is left and right of there.
    """

    byte_ids: NDArray[np.uint32]
    byte_ranks: NDArray[np.uint32]
    seams: NDArray[np.bool_]
    slots: NDArray[np.uint64]
    new_ids: NDArray[np.uint32]
    keys: NDArray[np.uint64]  # of the hash: files could be made to crowd a known one


def empty_ranks(byte_ids: NDArray[np.uint32], seams: NDArray[np.bool_], merges: int) -> Ranks:
    """For so many merges, none of them entered yet."""
    slots = 2 << max(4, merges.bit_length())
    byte_ranks = np.empty(BYTES * BYTES, np.uint32)
    new_ids = np.zeros(max(merges, 1), np.uint32)
    slots_of_pairs = np.full(slots, EMPTY)
    return Ranks(byte_ids, byte_ranks, seams, slots_of_pairs, new_ids, random_keys())


@kernel
def lay_ranks(
    ranks: Ranks,  # in: byte_ids, keys; out: the rest
    merges: NDArray[np.int64],  # in: left, right, new id, end to end
    order: NDArray[np.int64],  # in: the rank of each merge
) -> None:
    """Enter merge k with rank ``order[k]``; of equal pairs the first."""
    mask = len(ranks.slots) - 1
    for k in range(len(order)):
        left, right = merges[3 * k], merges[3 * k + 1]
        if rank_of(ranks, left, right) == NO_RANK:
            pair = pair_of(left, right)
            at = np.int64(fold(pair ^ ranks.keys[0], ranks.keys[1])) & mask
            while ranks.slots[at] != EMPTY:
                at = (at + 1) & mask
            ranks.slots[at] = (pair << RANK_BITS) | np.uint64(order[k])
            ranks.new_ids[order[k]] = merges[3 * k + 2]
    for a in range(BYTES):
        for b in range(BYTES):
            rank = rank_of(ranks, ranks.byte_ids[a], ranks.byte_ids[b])
            ranks.byte_ranks[BYTES * a + b] = rank


@inlined
def rank_of(ranks: Ranks, left: Id, right: Id) -> np.uint32:
    """The rank of the merge of two neighboring ids, or ``NO_RANK``."""
    pair = pair_of(left, right)
    mask = len(ranks.slots) - 1
    at = np.int64(fold(pair ^ ranks.keys[0], ranks.keys[1])) & mask
    while True:
        slot = load8(ranks.slots, at)
        if slot >> RANK_BITS == pair:
            return np.uint32(slot & RANK_ONLY)
        if slot == EMPTY:
            return NO_RANK
        at = (at + 1) & mask


@inlined
def pair_of(left: Id, right: Id) -> np.uint64:
    """Two ids in one number."""
    return (np.uint64(left) << ID_BITS) | np.uint64(right)


@inlined
def part_end(ranks: Ranks, text: NDArray[np.uint8], i: int, stop: int) -> int:
    """The next seam behind ``i``, at the latest ``stop``."""
    value = np.int64(text[i])
    i += 1
    while i < stop:
        following = np.int64(text[i])
        if ranks.seams[BYTES * value + following]:
            break
        value = following
        i += 1
    return i
