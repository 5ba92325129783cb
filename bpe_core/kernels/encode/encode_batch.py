"""Encode pre-tokens, one batch a call: known ones are looked up, new ones merged and kept.

A call goes on until the batch is done or room is missing, which a kernel cannot make; then it
says which, and is called again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.encode.known_pre_tokens import (
    INLINE,
    LONGEST,
    LONGEST_THERE,
    NOWHERE,
    Known,
    has_room,
    holds,
    keep,
    own_slot,
    place_of,
    put,
    short_words,
    words_of,
)
from bpe_core.kernels.encode.long_pre_tokens import LongBench, encode_long
from bpe_core.kernels.encode.merge_ranks import Ranks, piece_end
from bpe_core.kernels.encode.short_pre_tokens import HEAP_FROM, Bench, encode_short
from bpe_core.kernels.kernel_cache import inlined, kernel

DONE, NO_ROOM_TO_KEEP, NO_ROOM_TO_WORK = range(3)
SPARE = 4  # numbers of room behind the last id: ids are written by fours

PIECE, START, MADE, SPECIALS = range(4)  # what ``now`` counts


class Encoding(NamedTuple):
    """What one thread encodes with.

    ``ranks`` and ``tokens`` are the model's, and only read: ``tokens`` holds pre-tokens that
    are taken whole. ``known`` is the thread's own, as are the benches.
    """

    ranks: Ranks
    tokens: Known
    known: Known
    bench: Bench
    long_bench: LongBench


@kernel
def encode_batch(
    encoding: Encoding,
    text: NDArray[np.uint8],
    ends: NDArray[np.int64],
    specials: NDArray[np.uint32],
    out: NDArray[np.uint32],
    now: NDArray[np.int64],
) -> int:
    """Write the ids of the pre-tokens that end at ``ends`` to ``out``; goes on from ``now``.

    ``now`` has the piece that comes next, where it starts, how many ids are in ``out`` and how
    many special tokens have been. A negative end is that of a special token: its id is the
    next one of ``specials``. ``out`` needs ``SPARE`` and a number for every byte.
    """
    while True:
        put_known(encoding.known, text, ends, out, now)
        k, start, made = now[PIECE], now[START], now[MADE]
        if k == len(ends):
            return DONE
        end = abs(ends[k])
        size = end - start
        if ends[k] < 0:
            out[made] = specials[now[SPECIALS]]
            now[SPECIALS] += 1
            now[MADE] += 1
        else:
            if not has_room(encoding.known):
                return NO_ROOM_TO_KEEP
            if size > len(encoding.long_bench.tokens):
                return NO_ROOM_TO_WORK
            now[MADE] = encode_word(encoding, text, start, size, out, made)
        now[PIECE] += 1
        now[START] = end


@inlined
def put_known(
    known: Known,
    text: NDArray[np.uint8],
    ends: NDArray[np.int64],
    out: NDArray[np.uint32],
    now: NDArray[np.int64],
) -> None:
    """Go on as long as pre-tokens are short, known, and not at the end of the text."""
    k, start, made = now[PIECE], now[START], now[MADE]
    last = len(text) - 16
    while k < len(ends):
        end = ends[k]
        size = end - start
        if np.uint64(size - 1) >= np.uint64(INLINE) or start > last:
            break
        words = short_words(text, start, size)
        at = own_slot(known, words)
        if not holds(known, at, words):
            at = place_of(known, text, start, size, words)
            if at == NOWHERE:
                break
        made = put(known, at, out, made)
        start = end
        k += 1
    now[PIECE] = k
    now[START] = start
    now[MADE] = made


@inlined
def encode_word(
    encoding: Encoding,
    text: NDArray[np.uint8],
    start: int,
    size: int,
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """Encode one pre-token, seam by seam; how many ids are in ``out`` then.

    What no merge can join is encoded by itself: pieces are shorter than pre-tokens, and known
    far more often. A short pre-token of several pieces is kept as well.
    """
    known, begin = encoding.known, made
    made = put_token(encoding, text, start, size, out, made)
    is_kept = False
    if made == begin:
        i, stop = start, start + size
        while i < stop:
            end = piece_end(encoding.ranks, text, i, stop)
            made = encode_piece(encoding, text, i, end - i, out, made)
            is_kept = 1 < end - i == size
            i = end
    if not is_kept and size <= INLINE and has_room(known):
        keep(known, text, start, size, words_of(text, start, size), out, begin, made)
    return made


@inlined
def put_token(
    encoding: Encoding,
    text: NDArray[np.uint8],
    start: int,
    size: int,
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """The id of a pre-token that is taken whole, if it is one."""
    tokens = encoding.tokens
    if size > tokens.used[LONGEST_THERE]:
        return made
    at = place_of(tokens, text, start, size, words_of(text, start, size))
    return made if at == NOWHERE else put(tokens, at, out, made)


@inlined
def encode_piece(
    encoding: Encoding,
    text: NDArray[np.uint8],
    start: int,
    size: int,
    out: NDArray[np.uint32],
    made: int,
) -> int:
    """Look up or encode bytes that merges may join, and keep them; like ``encode_word``."""
    known, begin = encoding.known, made
    if size == 1:
        out[made] = encoding.ranks.byte_ids[text[start]]
        return made + 1
    words = words_of(text, start, size)
    at = place_of(known, text, start, size, words)
    if at != NOWHERE:
        return put(known, at, out, made)
    if size < HEAP_FROM:
        made = encode_short(encoding.ranks, encoding.bench, text, start, size, out, made)
    else:
        made = encode_long(encoding.ranks, encoding.long_bench, text, start, size, out, made)
    if size <= LONGEST and has_room(known):
        keep(known, text, start, size, words, out, begin, made)
    return made


@kernel
def keep_tokens(
    tokens: Known, data: NDArray[np.uint8], ends: NDArray[np.int64], ids: NDArray[np.uint32]
) -> int:
    """Keep every token as a pre-token with its own id; stops at one that finds no place."""
    start = 0
    for k in range(len(ends)):
        size = ends[k] - start
        words = words_of(data, start, size)
        if not keep(tokens, data, start, size, words, ids, k, k + 1):
            return k
        start = ends[k]
    return len(ends)
