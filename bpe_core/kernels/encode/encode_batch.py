"""Encode pre-tokens, one batch per call: known ones are looked up, new ones merged and stored.

A call ends when the batch is done or an array is too small. A kernel cannot enlarge arrays, so
it returns which one, and is called again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, inner, kernel
from bpe_core.kernels.eight_bytes import load8
from bpe_core.kernels.encode.known_pre_tokens import (
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
from bpe_core.kernels.encode.long_pre_tokens import LongScratch, encode_long
from bpe_core.kernels.encode.merge_ranks import Ranks, part_end
from bpe_core.kernels.encode.short_pre_tokens import HEAP_FROM, Scratch, encode_short

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


class Encoding(_Encoding):
    """What one thread encodes with.

    ``ranks`` and ``tokens`` are the model's, and only read: ``tokens`` holds pre-tokens that
    are taken whole. ``known`` and the scratch arrays belong to the thread.

    It has a ``__dict__``, where `built.py` remembers how it is handed over.
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
            if size > len(encoding.long_scratch.tokens):
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
