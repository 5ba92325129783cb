"""Encode pre-tokens: known ones are looked up, new ones merged by rank and stored.

From the inside out: short pre-tokens and long ones, a batch, and a stretch of text that is cut
and encoded by turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.eight_bytes import load8, store8
from bpe_core.kernels.known_pre_tokens import (
    INLINE,
    LONGEST,
    LONGEST_THERE,
    NOWHERE,
    Known,
    has_capacity,
    holds,
    keep,
    key_of,
    own_slot,
    put,
    short_key,
    slot_of,
)
from bpe_core.kernels.linear import Borders, LinearScratch, encode_left_to_right
from bpe_core.kernels.ranks import BYTES, NO_RANK, Ranks, part_end, rank_of
from bpe_core.kernels.scan.scan_batch import scan_batch

# --- Encode a short pre-token: look at the rank of every pair, merge the lowest, close the gap.
#
# Quadratic, as `encode_by_scan` of `encode/rank_order.py`, and the quickest way for pre-tokens
# of a few bytes: no heap, no links, everything within three cache lines.
#
# A cell is a token in one number: the rank of its merge with the next one in the upper half,
# its id in the lower. So closing the gap moves one array.

HEAP_FROM = 20  # bytes: from here on the heap below is quicker
RANK = np.uint64(32)  # where it begins in a cell
NOT_MERGED = np.uint64(NO_RANK)


class Scratch(NamedTuple):
    """The cells of the pre-token that is worked on."""

    cells: NDArray[np.uint64]


def empty_scratch() -> Scratch:
    return Scratch(np.empty(HEAP_FROM, np.uint64))


@inlined
def encode_short(
    ranks: Ranks,  # in
    scratch: Scratch,  # scratch
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    cells = scratch.cells
    lay_short(ranks, scratch, text, start, size)
    while size > 1:
        best, i = load8(cells, 0) >> RANK, 0
        for k in range(1, size - 1):
            rank = load8(cells, k) >> RANK
            if rank < best:
                best, i = rank, k
        if best == NOT_MERGED:
            break
        token = ranks.new_ids[np.int64(best)]
        size -= 1
        for k in range(i + 1, size):
            store8(cells, k, load8(cells, k + 1))
        if i > 0:
            left = np.uint32(load8(cells, i - 1))
            store8(cells, i - 1, cell_of(rank_of(ranks, left, token), left))
        rank_after = NO_RANK
        if i + 1 < size:
            rank_after = rank_of(ranks, token, np.uint32(load8(cells, i + 1)))
        store8(cells, i, cell_of(rank_after, token))
    for k in range(size):
        out[id_count + k] = np.uint32(load8(cells, k))
    return id_count + size


@inlined
def lay_short(
    ranks: Ranks,  # in
    scratch: Scratch,  # out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> None:
    """The bytes as tokens, each with its rank; the last one has none."""
    value = np.int64(text[start])
    for k in range(size - 1):
        following = np.int64(text[start + k + 1])
        rank = ranks.byte_ranks[BYTES * value + following]
        store8(scratch.cells, k, cell_of(rank, ranks.byte_ids[value]))
        value = following
    store8(scratch.cells, size - 1, cell_of(NO_RANK, ranks.byte_ids[value]))


@inlined
def cell_of(rank: np.uint32, token: np.uint32) -> np.uint64:
    """Rank and token in one number."""
    return (np.uint64(rank) << RANK) | np.uint64(token)


# --- Encode a longer pre-token: the merges that can be made in a heap, O(n log n).
#
# As `encode_by_heap` of `encode/rank_order.py`. An entry is a rank and a position in one
# number, so the smallest has the lowest rank, and among equal ranks is leftmost. An entry is
# stale if the pair at its position has another rank by now, or none.

MAX_SIZE = 2**31 - 2  # bytes: positions are 32 bits wide
DEAD = np.uint32(0xFFFF_FFFF)  # the id of no token
POSITION_BITS, POSITION_MASK = np.uint64(32), np.uint64(0xFFFF_FFFF)


class LongScratch(NamedTuple):
    """Three arrays by position (of a token's first byte), and a heap twice as long."""

    tokens: NDArray[np.uint32]
    after: NDArray[np.int32]
    before: NDArray[np.int32]
    heap: NDArray[np.uint64]


def long_scratch(size: int) -> LongScratch:
    """For a pre-token of ``size`` bytes; takes 28 times as many."""
    after, before = np.empty((2, size + 1), np.int32)
    return LongScratch(np.empty(size, np.uint32), after, before, np.empty(2 * size, np.uint64))


@inlined
def encode_long(
    ranks: Ranks,  # in
    scratch: LongScratch,  # scratch
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in: how many ids are in out
) -> int:
    """Write the ids of ``text[start:][:size]`` to ``out``; returns the new ``id_count``."""
    tokens, after, before, heap = scratch.tokens, scratch.after, scratch.before, scratch.heap
    heaped = lay_long(ranks, scratch, text, start, size)
    while heaped > 0:
        entry = heap[0]
        heaped -= 1
        sink(heap, heaped, 0, heap[heaped])
        i = int(np.int64(entry & POSITION_MASK))
        gone = np.int64(after[i])
        if tokens[i] == DEAD or gone == size:
            continue
        rank = rank_of(ranks, tokens[i], tokens[gone])
        if np.uint64(rank) != entry >> POSITION_BITS:
            continue
        left, right = int(np.int64(before[i])), np.int64(after[gone])
        tokens[i] = ranks.new_ids[rank]
        tokens[gone] = DEAD
        after[i] = right
        before[right] = i
        if left >= 0:
            heaped = push(heap, heaped, rank_of(ranks, tokens[left], tokens[i]), left)
        if right < size:
            heaped = push(heap, heaped, rank_of(ranks, tokens[i], tokens[right]), i)
    i = 0
    while i < size:
        out[id_count] = tokens[i]
        id_count += 1
        i = int(np.int64(after[i]))
    return id_count


@inlined
def lay_long(
    ranks: Ranks,  # in
    scratch: LongScratch,  # out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
) -> int:
    """The bytes as tokens, and all their merges in heap order; how many there are."""
    heap, heaped = scratch.heap, 0
    for i in range(size):
        value = np.int64(text[start + i])
        scratch.tokens[i] = ranks.byte_ids[value]
        scratch.after[i] = i + 1
        scratch.before[i] = i - 1
        if i + 1 < size:
            rank = ranks.byte_ranks[BYTES * value + np.int64(text[start + i + 1])]
            if rank != NO_RANK:
                heap[heaped] = entry_of(rank, i)
                heaped += 1
    for k in range(heaped // 2 - 1, -1, -1):
        sink(heap, heaped, k, heap[k])
    return heaped


@inlined
def entry_of(rank: np.uint32, i: int) -> np.uint64:
    """Rank first, so that it is compared first."""
    return (np.uint64(rank) << POSITION_BITS) | np.uint64(i)


@inlined
def push(heap: NDArray[np.uint64], heaped: int, rank: np.uint32, i: int) -> int:
    """Push the merge at position ``i``, if there is one; returns the number of entries."""
    if rank == NO_RANK:
        return heaped
    entry, hole = entry_of(rank, i), heaped
    while hole > 0:
        parent = (hole - 1) >> 1
        if heap[parent] <= entry:
            break
        heap[hole] = heap[parent]
        hole = parent
    heap[hole] = entry
    return heaped + 1


@inlined
def sink(heap: NDArray[np.uint64], heaped: int, hole: int, entry: np.uint64) -> None:
    """Place ``entry`` at ``hole`` or as far below as it has to go."""
    while True:
        child = 2 * hole + 1
        if child >= heaped:
            break
        if child + 1 < heaped and heap[child + 1] < heap[child]:
            child += 1
        if entry <= heap[child]:
            break
        heap[hole] = heap[child]
        hole = child
    heap[hole] = entry


# --- Encode pre-tokens, one batch per call: known ones are looked up, new ones merged and
# stored.
#
# A call ends when the batch is done or an array is too small. A kernel cannot enlarge arrays,
# so it returns which one, and is called again.

DONE, KNOWN_FULL, SCRATCH_TOO_SMALL = range(3)
SPARE = 4  # entries behind the last id: ids are written by fours

ENTRIES = 5  # of ``now``
PRE_TOKEN, START, ID_COUNT, SPECIALS, END_COUNT = range(ENTRIES)


class _Encoding(NamedTuple):
    ranks: Ranks
    tokens: Known
    known: Known
    scratch: Scratch
    long_scratch: LongScratch
    borders: Borders
    linear: LinearScratch


class Encoding(_Encoding):
    """What one thread encodes with.

    ``ranks`` and ``tokens`` are the model's, and only read: ``tokens`` holds pre-tokens that
    are taken whole; as are ``borders``. ``known`` and the scratch arrays belong to the thread.
    Pre-tokens beyond ``LONGEST`` bytes are encoded from left to right if ``linear`` has entries
    for them, which it has for no model whose borders cannot be asked.

    It has a ``__dict__``, where `objects.py` remembers how it is handed over.
    """


@kernel
def encode_batch(
    encoding: Encoding,  # in; its known and its scratch arrays also out
    text: NDArray[np.uint8],  # in
    ends: NDArray[np.int64],  # in: where pre-tokens end, negative for special tokens
    specials: NDArray[np.uint32],  # in: the ids of the special tokens, in order
    out: NDArray[np.uint32],  # out: the ids
    now: NDArray[np.int64],  # in and out: where to go on, see below
) -> int:
    """Write the ids of the pre-tokens that end at ``ends`` to ``out``; goes on from ``now``.

    ``now`` has the index of the next pre-token, where it starts, how many ids are in ``out``
    and how many special tokens came before. A negative end is that of a special token: its id
    is the next one of ``specials``. The last entry, how many ends there are, is for
    `encode_stretch` alone. ``out`` has space for one id per byte and ``SPARE`` more.
    """
    while True:
        put_known(encoding.known, text, ends, out, now)
        k, start, id_count = now[PRE_TOKEN], now[START], now[ID_COUNT]
        if k == len(ends):
            return DONE
        end = abs(ends[k])
        size = end - start
        if ends[k] < 0:
            out[id_count] = specials[now[SPECIALS]]
            now[SPECIALS] += 1
            now[ID_COUNT] += 1
        else:
            if not has_capacity(encoding.known):
                return KNOWN_FULL
            heap, linear = encoding.long_scratch.tokens, encoding.linear.leads_nowhere
            if size > len(heap) and size >= len(linear):
                return SCRATCH_TOO_SMALL
            now[ID_COUNT] = encode_pre_token(encoding, text, start, size, out, id_count)
        now[PRE_TOKEN] += 1
        now[START] = end


@inner
def put_known(
    known: Known,  # in
    text: NDArray[np.uint8],  # in
    ends: NDArray[np.int64],  # in
    out: NDArray[np.uint32],  # out: the ids
    now: NDArray[np.int64],  # in and out
) -> None:
    """Write the ids of pre-tokens up to one that is long, special, new or at the text's end.

    A function of its own, so that its few numbers stay in registers.
    """
    k, start, id_count = now[PRE_TOKEN], now[START], now[ID_COUNT]
    last, count = len(text) - 16, len(ends)
    while k < count:
        end = np.int64(load8(ends, k))
        size = end - start
        # subtle: a special token's end is negative, and its size as a uint64 huge.
        if np.uint64(size - 1) >= np.uint64(INLINE) or start > last:
            break
        key = short_key(text, start, size)
        at = own_slot(known, key)
        if not holds(known, at, key):
            at = slot_of(known, text, start, size, key)
            if at == NOWHERE:
                break
        id_count = put(known, at, out, id_count)
        start = end
        k += 1
    now[PRE_TOKEN] = k
    now[START] = start
    now[ID_COUNT] = id_count


@inlined
def encode_pre_token(
    encoding: Encoding,  # in and out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out: the ids, from id_count on
    id_count: int,  # in: how many ids are in out
) -> int:
    """Encode one pre-token, part by part between seams; returns the new ``id_count``.

    One that is a token is written at once, if the model takes whole pre-tokens first. Others
    are cut where no merge can join two bytes, and each part is encoded by itself: parts recur
    far more often than whole pre-tokens. A short pre-token is stored as a whole, too, unless
    ``encode_part`` has just done that.
    """
    known, begin = encoding.known, id_count
    if size <= INLINE and start + 16 > len(text):  # where ``put_known`` does not look
        at = slot_of(known, text, start, size, key_of(text, start, size))
        if at != NOWHERE:
            return put(known, at, out, id_count)
    id_count = put_token(encoding, text, start, size, out, id_count)
    is_known = False
    if id_count == begin:
        i, stop = start, start + size
        while i < stop:
            end = part_end(encoding.ranks, text, i, stop)
            id_count = encode_part(encoding, text, i, end - i, out, id_count)
            is_known = 1 < end - i == size
            i = end
    if not is_known and size <= INLINE and has_capacity(known):
        keep(known, text, start, size, key_of(text, start, size), out, begin, id_count)
    return id_count


@inlined
def put_token(
    encoding: Encoding,  # in
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in
) -> int:
    """Write the id of a pre-token that is taken whole, if ``tokens`` has it."""
    tokens = encoding.tokens
    if size > tokens.used[LONGEST_THERE]:
        return id_count
    at = slot_of(tokens, text, start, size, key_of(text, start, size))
    return id_count if at == NOWHERE else put(tokens, at, out, id_count)


@inlined
def encode_part(
    encoding: Encoding,  # in and out
    text: NDArray[np.uint8],  # in
    start: int,  # in
    size: int,  # in
    out: NDArray[np.uint32],  # out
    id_count: int,  # in
) -> int:
    """Look up or encode bytes that merges may join, and store their ids."""
    known, begin = encoding.known, id_count
    if size == 1:
        out[id_count] = encoding.ranks.byte_ids[text[start]]
        return id_count + 1
    key = key_of(text, start, size)
    at = slot_of(known, text, start, size, key)
    if at != NOWHERE:
        return put(known, at, out, id_count)
    if size < HEAP_FROM:
        id_count = encode_short(
            encoding.ranks, encoding.scratch, text, start, size, out, id_count
        )
    elif LONGEST < size < len(encoding.linear.leads_nowhere):
        id_count = encode_left_to_right(
            encoding.ranks,
            encoding.borders,
            encoding.linear,
            text,
            start,
            size,
            out,
            id_count,
        )
    else:
        id_count = encode_long(
            encoding.ranks, encoding.long_scratch, text, start, size, out, id_count
        )
    if size <= LONGEST and has_capacity(known):
        keep(known, text, start, size, key, out, begin, id_count)
    return id_count


@kernel
def keep_tokens(
    tokens: Known,  # in and out
    data: NDArray[np.uint8],  # in: tokens end to end
    ends: NDArray[np.int64],  # in
    ids: NDArray[np.uint32],  # in: one per token
) -> int:
    """Store every token as a pre-token with its own id; stops at one that finds no slot."""
    start = 0
    for k in range(len(ends)):
        size = ends[k] - start
        key = key_of(data, start, size)
        if not keep(tokens, data, start, size, key, ids, k, k + 1):
            return k
        start = ends[k]
    return len(ends)


# --- Cut a text into pre-tokens and encode them, by turns, in one call.
#
# Ends of pre-tokens are written for about 16 KB of text and read right away, while both are
# still in the processor's cache, and the arrays are handed to compiled code once for many
# turns.

MOST_ENDS = 2**12  # of a turn: the length of `Scanning.ends`
TURN = 2**14  # bytes; its last pre-token or block may go beyond


class Scanning(NamedTuple):
    """What `scan_batch` cuts a text with; ``state`` and ``ends`` are written."""

    part_ends: NDArray[np.int64]
    special: NDArray[np.int32]
    classes: NDArray[np.uint8]
    pattern: int
    state: NDArray[np.int64]
    ends: NDArray[np.int64]


@kernel
def encode_stretch(
    encoding: Encoding,  # in; its known and its scratch arrays also out
    scanning: Scanning,  # in and out
    text: NDArray[np.uint8],  # in
    until: int,  # in: from here on no turn begins; at most the last of part_ends
    specials: NDArray[np.uint32],  # in: see encode_batch, as out and now
    out: NDArray[np.uint32],  # out: the ids
    now: NDArray[np.int64],  # in and out
) -> int:
    """Write the ids from ``now`` on to ``out``, until a turn ends at ``until`` or later.

    Returns what ``encode_batch`` does: called again, it goes on within the turn. It begins
    with what is left of the last turn; the first time that is nothing.
    """
    part_ends, special, classes, pattern, state, ends = scanning
    while True:
        ended = encode_batch(encoding, text, ends[: now[END_COUNT]], specials, out, now)
        if ended != DONE or state[0] >= until:
            return ended
        now[PRE_TOKEN] = 0
        now[END_COUNT] = scan_batch(
            text, part_ends, special, classes, pattern, state, TURN, ends
        )
