"""The likeliest segmentation of texts over a trie of the pieces, and one at random, compiled.

The trie is one hash table: node and byte -> the node behind it. A slot is one word, from the
highest bit on: node, byte, node behind, whether more bytes can follow that one. So a step is
one look-up, and the table of 32,000 pieces is a megabyte, most of it cached. Nodes 1 to P are
the P pieces, in the order of their ids, so a node's number also says whether a piece ends
there; then come the nodes where none does. Node 0 is the beginning. Files could be crafted to
fill a known hash with collisions, so its keys are random. Of the look-ups of a walk the first
two have tables of their own: every walk makes them.

Sums are the same, in the same order, as in `lattice.py`, for the likeliest and at random. For
each offset only the last piece of its best path is stored, and scores only as far ahead as a
piece can reach, in a ring.
"""

from __future__ import annotations

from math import exp, inf, log1p, nextafter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError
from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import fold, random_keys

MAX_NODES = 2**27 - 1
MAX_SLOTS = MAX_NODES + 1  # a gigabyte, for half as many nodes
EDGE_BITS = np.uint64(28)  # below the node and its byte
BYTE_BITS = np.uint64(8)
GOES_ON, ONE = np.uint64(1), np.uint64(1)
NODE_ONLY = np.uint64(MAX_NODES)
NOTHING = np.uint64(0)
LOW_HALF = np.uint64(2**28 - 1)  # of a slot: without the path
BYTES = 256
NODES, LAID = range(2)  # what ``now`` counts: nodes in use, pieces entered

FIRST_ID = 3
BELOW_ONE = nextafter(1.0, 0.0)


class Trie(NamedTuple):
    """``sizes[k - 1]`` is how many bytes the piece of node k has, ``longest`` the most.

    ``singles[a]`` and ``pairs[256 * a + b]``: the low half of the slot that one byte, or two,
    lead to from the beginning.
    """

    slots: NDArray[np.uint64]
    keys: NDArray[np.uint64]
    singles: NDArray[np.uint32]
    pairs: NDArray[np.uint32]
    sizes: NDArray[np.int32]
    longest: int


def empty_slots(nodes: int) -> NDArray[np.uint64]:
    """For so many nodes, at most half full."""
    return np.zeros(2 << max(4, nodes.bit_length()), np.uint64)


@kernel
def lay_pieces(
    slots: NDArray[np.uint64],  # in and out
    keys: NDArray[np.uint64],  # in
    data: NDArray[np.uint8],  # in: pieces end to end
    offsets: NDArray[np.int64],  # in: where each starts, and the end
    order: NDArray[np.int64],  # in: of entering, shortest first
    now: NDArray[np.int64],  # in and out: pieces entered, nodes used
) -> bool:
    """Enter the pieces ``data[offsets[k]:offsets[k + 1]]``, going on from ``now``.

    Stops and returns False where the table is half full.
    """
    while now[LAID] < len(order):
        k = order[now[LAID]]
        start, last = offsets[k], offsets[k + 1] - 1
        if 2 * (now[NODES] + last + 1 - start) > len(slots):
            return False
        node = np.int64(0)
        for i in range(start, last):
            at = slot_of(slots, keys, node, data[i])
            if slots[at] == NOTHING:
                slots[at] = edge(node, data[i], now[NODES])
                now[NODES] += 1
            slots[at] |= GOES_ON
            node = behind(slots[at])
        slots[slot_of(slots, keys, node, data[last])] = edge(node, data[last], k + 1)
        now[LAID] += 1
    return True


@kernel
def move_edges(
    slots: NDArray[np.uint64],  # in
    wider: NDArray[np.uint64],  # out
    keys: NDArray[np.uint64],  # in
) -> None:
    """Enter all that is in ``slots`` in another, empty table."""
    for slot in slots:
        if slot != NOTHING:
            path = slot >> EDGE_BITS
            node, value = np.int64(path >> BYTE_BITS), np.uint8(path)
            wider[slot_of(wider, keys, node, value)] = slot


@kernel
def lay_first_steps(
    slots: NDArray[np.uint64],  # in
    keys: NDArray[np.uint64],  # in
    singles: NDArray[np.uint32],  # out
    pairs: NDArray[np.uint32],  # out
) -> None:
    """Make the tables of the first two look-ups, zero so far."""
    for first in range(BYTES):
        slot = slots[slot_of(slots, keys, np.int64(0), np.uint8(first))]
        singles[first] = np.uint32(slot & LOW_HALF)
        if slot & GOES_ON != NOTHING:
            for second in range(BYTES):
                following = slots[slot_of(slots, keys, behind(slot), np.uint8(second))]
                pairs[BYTES * first + second] = np.uint32(following & LOW_HALF)


@inlined
def first_slot(trie: Trie, data: NDArray[np.uint8], at: int) -> np.uint64:
    """Where a walk from ``data[at]`` leads first, or ``NOTHING``."""
    return np.uint64(trie.singles[data[at]])


@inlined
def next_slot(
    trie: Trie, node: np.int64, data: NDArray[np.uint8], start: int, at: int
) -> np.uint64:
    """Where ``data[at]`` leads from ``node``, on a walk from ``data[start]``."""
    if at == start + 1:
        return np.uint64(trie.pairs[BYTES * np.int64(data[start]) + np.int64(data[at])])
    slot: np.uint64 = trie.slots[slot_of(trie.slots, trie.keys, node, data[at])]
    return slot


@inlined
def edge(node: np.int64, value: np.uint8, following: int) -> np.uint64:
    """A slot: behind ``node``, byte ``value`` leads to ``following``."""
    return path_of(node, value) << EDGE_BITS | np.uint64(following) << ONE


@inlined
def path_of(node: np.int64, value: np.uint8) -> np.uint64:
    return np.uint64(node) << BYTE_BITS | np.uint64(value)


@inlined
def slot_of(
    slots: NDArray[np.uint64], keys: NDArray[np.uint64], node: np.int64, value: np.uint8
) -> np.int64:
    """The slot of a node and a byte, or the free one (``NOTHING``) where it would be."""
    path = path_of(node, value)
    mask = len(slots) - 1
    at = np.int64(fold(path ^ keys[0], keys[1])) & mask
    while slots[at] != NOTHING and slots[at] >> EDGE_BITS != path:
        at = (at + 1) & mask
    return at


@inlined
def behind(slot: np.uint64) -> np.int64:
    """The node that a slot leads to."""
    return np.int64(slot >> ONE & NODE_ONLY)


def trie_of(data: NDArray[np.uint8], offsets: NDArray[np.int64]) -> Trie:
    """The trie of pieces ``data[offsets[k]:offsets[k + 1]]``, all different, none empty.

    Raises ``InputError("text_too_large")`` if they have more prefixes than there may be nodes.
    """
    sizes = np.diff(offsets).astype(np.int32)
    pieces, keys = len(sizes), random_keys()
    order = np.argsort(sizes, kind="stable")
    now = np.array([pieces + 1, 0])
    slots = empty_slots(2 * pieces)
    while not lay_pieces(slots, keys, data, offsets, order, now):
        if 2 * len(slots) > MAX_SLOTS:
            raise InputError("text_too_large", size=len(data), limit=MAX_SLOTS // 2)
        wider = np.zeros(2 * len(slots), np.uint64)
        move_edges(slots, wider, keys)
        slots = wider
    singles, pairs = np.zeros(BYTES, np.uint32), np.zeros(BYTES * BYTES, np.uint32)
    lay_first_steps(slots, keys, singles, pairs)
    return Trie(slots, keys, singles, pairs, sizes, int(sizes.max(initial=0)))


class Scratch(NamedTuple):
    """What one thread works with.

    ``ring[i & (len(ring) - 1)]`` is the score of offset i; ``best_node[i]`` the node of the
    piece that the best path to offset i ends with.
    """

    ring: NDArray[np.float64]
    best_node: NDArray[np.int32]


def scratch_for(longest_piece: int, longest_text: int) -> Scratch:
    """For texts of so many bytes; the system provides memory only for what is written."""
    ring = np.empty(1 << longest_piece.bit_length(), np.float64)
    return Scratch(ring, np.empty(longest_text + 1, np.int32))


@kernel
def segment_texts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in: texts end to end
    offsets: NDArray[np.int64],  # in: where each starts, and the end
    out: NDArray[np.uint32],  # out: the ids
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of each text ``data[offsets[k]:offsets[k + 1]]`` to ``out``.

    ``worth[k]`` is the log-probability of node k, ``-inf`` for a piece that is out of use.
    Returns the new ``id_count``.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_best(trie, worth, scratch, data, start, size)
        id_count = put_ids(trie, scratch, size, out, id_count)
    return id_count


@kernel
def count_parts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in
    offsets: NDArray[np.int64],  # in
    weights: NDArray[np.int64],  # in: by text
    counts: NDArray[np.int64],  # in and out: by piece
) -> None:
    """Segment each text and add its weight to ``counts`` of all of its pieces."""
    for k in range(len(offsets) - 1):
        if weights[k] != 0:
            end = offsets[k + 1] - offsets[k]
            find_best(trie, worth, scratch, data, offsets[k], end)
            while end > 0:
                piece = scratch.best_node[end] - 1
                counts[piece] += weights[k]
                end -= trie.sizes[piece]


@inlined
def begin(scratch: Scratch, size: int) -> None:
    """Scores of the first offsets: 0 of the first, none of the others."""
    for i in range(min(len(scratch.ring), size + 1)):
        scratch.ring[i] = -inf
    scratch.ring[0] = 0.0


@inlined
def find_best(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in
    scratch: Scratch,  # out
    data: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> None:
    """Forward: fill ``scratch.best_node`` for a text."""
    ring, best_node, pieces = scratch.ring, scratch.best_node, len(trie.sizes)
    mask = len(ring) - 1
    begin(scratch, size)
    for i in range(size):
        score = ring[i & mask]
        ring[i & mask] = -inf  # from now on the score of an offset one ring ahead
        end, slot = i + 1, first_slot(trie, data, start + i)
        while slot != NOTHING:
            node = behind(slot)
            if node <= pieces:
                way = score + worth[node]
                if way > ring[end & mask]:
                    ring[end & mask] = way
                    best_node[end] = node
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def put_ids(
    trie: Trie,  # in
    scratch: Scratch,  # in
    size: int,  # in: of the text
    out: NDArray[np.uint32],  # out
    id_count: int,  # in
) -> int:
    """Backward: write the ids of a text, then reverse them."""
    first, end = id_count, size
    while end > 0:
        node = scratch.best_node[end]
        out[id_count] = node - 1 + FIRST_ID
        id_count += 1
        end -= trie.sizes[node - 1]
    i, j = first, id_count - 1
    while i < j:
        out[i], out[j] = out[j], out[i]
        i += 1
        j -= 1
    return id_count


@kernel
def sample_texts(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in: by node
    scratch: Scratch,  # scratch
    data: NDArray[np.uint8],  # in: texts end to end
    offsets: NDArray[np.int64],  # in: where each starts, and the end
    uniforms: NDArray[np.float64],  # in, used up: one per byte
    out: NDArray[np.uint32],  # out: the ids
    id_count: int,  # in: how many ids are in out
) -> int:
    """Like ``segment_texts``, each text at random; ``uniforms`` has a number for every byte.

    They are used up: each is rescaled whenever it has decided on a piece.
    """
    for k in range(len(offsets) - 1):
        start, size = offsets[k], offsets[k + 1] - offsets[k]
        find_any(trie, worth, scratch, data, start, size, uniforms)
        id_count = put_ids(trie, scratch, size, out, id_count)
    return id_count


@inlined
def find_any(
    trie: Trie,  # in
    worth: NDArray[np.float64],  # in
    scratch: Scratch,  # out
    data: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    uniforms: NDArray[np.float64],  # in, used up
) -> None:
    """Forward: the ring has sums over all paths, and the stored piece is chosen at random."""
    ring, best_node, pieces = scratch.ring, scratch.best_node, len(trie.sizes)
    mask = len(ring) - 1
    begin(scratch, size)
    for i in range(size):
        total = ring[i & mask]
        ring[i & mask] = -inf
        end, slot = i + 1, first_slot(trie, data, start + i)
        while slot != NOTHING:
            node = behind(slot)
            if node <= pieces and worth[node] > -inf:
                weight = total + worth[node]
                ring[end & mask] = log_sum(ring[end & mask], weight)
                share = exp(weight - ring[end & mask])
                if uniforms[start + end - 1] < share:
                    best_node[end] = node
                uniforms[start + end - 1] = stretched(uniforms[start + end - 1], share)
            if end == size or slot & GOES_ON == NOTHING:
                break
            slot = next_slot(trie, node, data, start + i, start + end)
            end += 1


@inlined
def stretched(chance: float, share: float) -> float:
    """Rescale a number known to be below ``share``, or not, to be uniform in [0, 1) again."""
    part = chance / share if chance < share else (chance - share) / (1.0 - share)
    return min(part, BELOW_ONE)


@inlined
def log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), where b is a number and a may be ``-inf``."""
    return max(a, b) + log1p(exp(-abs(a - b)))
