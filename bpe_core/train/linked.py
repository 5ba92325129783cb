"""The lecture's fast trainer: touch only what a merge changes.

Five structures replace the rescan. A position is the byte offset of a token's first byte.

    token_at[i]            token id at position i; None once absorbed
    prev[i], next_[i]      neighboring positions; None at the ends of a pre-token
    pair_positions[pair]   positions of the pair's left token: append-only, so some are stale
    pair_counter[pair]     exact count at every moment
    heap                   (-count, tie key, pair): lazy, so some entries are stale

A stale position shows when it is visited, a stale heap entry by its count. Why that is
enough: a pair can only be born in the merge that makes its newer token, and from the end of
that merge on its count never rises, so the freshest entry of a pair is the deepest and every
older one is popped before it and dropped. O(N + (P + R) log P) in all, N bytes, P pairs ever
born, R later pushes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import count, pairwise
from typing import Any

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapEntry,
    HeapEntryPlaced,
    HeapOrdered,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PairSeen,
    PositionAppended,
    PositionVisited,
    PreTokenLinked,
    PreTokenPlaced,
    Relinked,
    Stopped,
    StopReason,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.train.options import DEFAULT_OPTIONS, TrainOptions
from bpe_core.train.tie_break import gpt2_id

DESCENDING = bytes(range(255, -1, -1))


def train_linked(
    pre_tokens: Iterable[PreToken],
    options: TrainOptions = DEFAULT_OPTIONS,
    *,
    detail: bool = False,
) -> Iterator[Event]:
    """The same merges as ``train_naive``, without rescanning.

    ``pre_tokens`` come in ascending order of ``start`` and do not overlap.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> for event in train_linked(pre_tokenize("aaabdaaabac"), TrainOptions(num_merges=2)):
    ...     print(event)
    MergeDone(number=0, pair=(97, 97), new_id=256, count=4)
    MergeDone(number=1, pair=(256, 97), new_id=257, count=2)
    Stopped(reason=<StopReason.TARGET_REACHED: 'target_reached'>)
    """
    token_bytes = options.base_tokens()
    token_at: list[int | None] = []
    prev: list[int | None] = []
    next_: list[int | None] = []
    weight_at: list[int] = []
    pair_positions: dict[Pair, list[int]] = {}
    pair_counter: dict[Pair, int] = {}

    # 1. Count, once: lay down the bytes, link them, list and count every pair.
    for data, start, weight in pre_tokens:
        gap, end = start - len(token_at), start + len(data)
        token_at += [None] * gap + list(data)
        weight_at += [0] * gap + [weight] * len(data)
        if detail:
            yield PreTokenPlaced(start, data, weight)
        prev += [None] * gap + [None, *range(start, end - 1)]
        next_ += [None] * gap + [*range(start + 1, end), None]
        if detail:
            yield PreTokenLinked(start, len(data))
        for i, pair in enumerate(pairwise(data), start):
            pair_positions.setdefault(pair, []).append(i)
            pair_counter[pair] = pair_counter.get(pair, 0) + weight
            if detail:
                yield PairSeen(pair, i, weight)
    if detail:
        yield CountsBuilt(len(pair_counter))

    tie_key = tie_key_of(options, token_bytes, token_at, next_, pair_positions)
    heap: list[HeapEntry] = []
    for pair, pair_count in pair_counter.items():
        heap.append((-pair_count, tie_key(pair), pair))
        if detail:
            yield HeapEntryPlaced(heap[-1])
    heapify(heap)
    if detail:
        yield HeapOrdered()

    for number in count():
        if number == options.merge_limit:
            yield Stopped(StopReason.TARGET_REACHED)
            return

        # 2. Choose: pop until an entry tells its pair's present count.
        while heap:
            entry = heappop(heap)
            pair, pair_count = entry[2], -entry[0]
            stale = pair_counter[pair] != pair_count
            if detail:
                yield HeapPopped(entry, pair_counter[pair], stale)
            if not stale:
                break
        else:
            yield Stopped(StopReason.NO_PAIR_LEFT)
            return
        if pair_count < options.min_count:
            yield Stopped(StopReason.BELOW_MIN_COUNT)
            return
        left, right = pair
        new_id = len(token_bytes)
        token_bytes.append(token_bytes[left] + token_bytes[right])
        if detail:
            yield PairChosen(number, pair, new_id, pair_count)

        touched: dict[Pair, None] = {}  # a set that remembers the order of first touch
        for i in pair_positions[pair]:
            j = next_[i]
            stale = token_at[i] != left or j is None or token_at[j] != right
            if detail:
                yield PositionVisited(i, stale)
            if stale or j is None:
                continue
            before, after, weight = prev[i], next_[j], weight_at[i]

            # 3. Merge: the left position takes the new token, the right one none.
            token_at[i], token_at[j] = new_id, None
            if detail:
                yield TokenMerged(i, j, new_id)

            # 4. Repair: links, then counts, then positions.
            next_[i] = after
            if after is not None:
                prev[after] = i
            if detail:
                yield Relinked(i, after)
            changes = [(pair, -weight)]
            born: list[tuple[Pair, int]] = []
            # subtle: in a run (aaaa) a neighbor may be `new_id` already, or be the same pair
            # again; reading token_at now, not before the loop, keeps every count exact.
            neighbor: Any  # an int: the positions beside a live one are live
            if before is not None:
                neighbor = token_at[before]
                changes += [((neighbor, left), -weight), ((neighbor, new_id), weight)]
                born.append(((neighbor, new_id), before))
            if after is not None:
                neighbor = token_at[after]
                changes += [((right, neighbor), -weight), ((new_id, neighbor), weight)]
                born.append(((new_id, neighbor), i))
            for changed, delta in changes:
                pair_counter[changed] = pair_counter.get(changed, 0) + delta
                touched[changed] = None
                if detail:
                    yield CountChanged(changed, delta, pair_counter[changed])
            for newborn, position in born:
                pair_positions.setdefault(newborn, []).append(position)
                if detail:
                    yield PositionAppended(newborn, position)

        # Only now, with all counts final, do the touched pairs enter the heap.
        for changed in touched:
            if pair_counter[changed] > 0:
                entry = (-pair_counter[changed], tie_key(changed), changed)
                heappush(heap, entry)
                if detail:
                    yield HeapPushed(entry)
        yield MergeDone(number, pair, new_id, pair_count)


def tie_key_of(
    options: TrainOptions,
    token_bytes: list[bytes],
    token_at: list[int | None],
    next_: list[int | None],
    pair_positions: dict[Pair, list[int]],
) -> Callable[[Pair], tuple[Any, ...]]:
    """What a heap entry compares between equal counts; the smallest value wins.

    Sound in a lazy heap because no key ever improves: all but the last are constant, and the
    earliest live occurrence only moves right.
    """
    if options.tie_break == "lowest_ids":
        return lambda pair: pair
    if options.tie_break == "lowest_gpt2_ids":
        return lambda pair: (gpt2_id(pair[0]), gpt2_id(pair[1]))
    if options.tie_break == "first_seen":
        return _first_live_position(token_at, next_, pair_positions)

    @cache
    def descending(token_id: int) -> str:
        return descending_text(token_bytes[token_id])

    return lambda pair: (descending(pair[0]), descending(pair[1]))


def descending_text(token: bytes) -> str:
    """A str that sorts in the opposite order of ``token``, for a min-heap.

    subtle: the final U+0100 is above every mapped byte, so a token sorts before its own
    prefixes.

    >>> sorted([b"a", b"ab", b"b"], key=descending_text)
    [b'b', b'ab', b'a']
    """
    return token.translate(DESCENDING).decode("latin-1") + "\u0100"


def _first_live_position(
    token_at: list[int | None],
    next_: list[int | None],
    pair_positions: dict[Pair, list[int]],
) -> Callable[[Pair], tuple[int]]:
    """Earliest live position of a pair; remembers how far it has searched."""
    looked: dict[Pair, int] = {}

    def first_live(pair: Pair) -> tuple[int]:
        positions = pair_positions[pair]
        for k in count(looked.get(pair, 0)):
            i = positions[k]
            j = next_[i]
            if token_at[i] == pair[0] and j is not None and token_at[j] == pair[1]:
                looked[pair] = k
                return (i,)
        raise AssertionError("a pair with a count has a live position")

    return first_live
