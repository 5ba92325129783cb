"""Encode a pre-token by merging the pair of the lowest rank, again and again.

The lowest rank goes first because its merge was learned first; of equal ranks the leftmost.
Two forms of the same rule: for short pre-tokens, look at every pair each time (as the
lecture does); for long ones, keep the candidates in a heap, O(n log n), so that a pre-token of
a million bytes is no trap.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heapify, heappop, heappush
from itertools import pairwise

from bpe_core.encoder_events import Event, PairRanked, RankChosen, TokenMerged
from bpe_core.model import BPEModel

DEAD = -1  # the id of no token
HEAP_FROM = 16  # bytes; scanning is quicker below: benchmarks/encoders.py


def encode_by_rank(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenMerged`` per merge (positions are byte offsets) and return the ids.

    With ``detail`` also ``PairRanked`` per pair looked up, and ``RankChosen`` before a merge.
    """
    form = encode_by_scan if len(pre_token) < HEAP_FROM else encode_by_heap
    return form(model, pre_token, detail=detail)


def encode_by_scan(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Rank order by looking at every pair before every merge; O(n²).

    >>> from bpe_core.model import Merge, Vocabulary
    >>> merges = (Merge(99, 104, 256), Merge(101, 256, 257))
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch", b"ech"]), merges)
    >>> for event in encode_by_scan(model, b"tech"):
    ...     print(event)
    TokenMerged(position=2, absorbed=3, new_id=256)
    TokenMerged(position=1, absorbed=2, new_id=257)
    """
    byte_ids, ranks = model.vocabulary.byte_ids, model.merge_ranks
    tokens = [byte_ids[value] for value in pre_token]
    starts = list(range(len(tokens)))
    while True:
        best: tuple[int, int, int] | None = None  # (rank, index, new id)
        for i, pair in enumerate(pairwise(tokens)):
            merge = ranks.get(pair)
            if detail:
                yield PairRanked(starts[i], pair, merge and merge[0])
            if merge and (best is None or merge[0] < best[0]):
                best = (merge[0], i, merge[1])
        if best is None:
            return tokens
        rank, i, new_id = best
        if detail:
            yield RankChosen(starts[i], rank)
        tokens[i] = new_id
        del tokens[i + 1]
        absorbed = starts.pop(i + 1)
        yield TokenMerged(starts[i], absorbed, new_id)


def encode_by_heap(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Rank order with the candidates in a heap of (rank, position); O(n log n).

    A popped entry is stale if the pair at its position has another rank by now, or none.
    """
    byte_ids, ranks = model.vocabulary.byte_ids, model.merge_ranks
    size = len(pre_token)
    token_at = [*(byte_ids[value] for value in pre_token), DEAD]  # the last stands for the end
    next_ = list(range(1, size + 1))
    prev = list(range(-1, size - 1))  # -1 stands for the start

    heap: list[tuple[int, int]] = []
    for i in range(size - 1):
        pair = (token_at[i], token_at[i + 1])
        merge = ranks.get(pair)
        if detail:
            yield PairRanked(i, pair, merge and merge[0])
        if merge:
            heap.append((merge[0], i))
    heapify(heap)

    while heap:
        rank, i = heappop(heap)
        j = next_[i]
        merge = ranks.get((token_at[i], token_at[j]))
        if merge is None or merge[0] != rank:
            continue
        if detail:
            yield RankChosen(i, rank)
        token_at[i], token_at[j] = merge[1], DEAD
        next_[i] = next_[j]
        if next_[j] < size:
            prev[next_[j]] = i
        yield TokenMerged(i, j, merge[1])
        for position in (prev[i], i):
            if position < 0 or next_[position] == size:
                continue
            pair = (token_at[position], token_at[next_[position]])
            merge = ranks.get(pair)
            if detail:
                yield PairRanked(position, pair, merge and merge[0])
            if merge:
                heappush(heap, (merge[0], position))
    return [token_id for token_id in token_at if token_id != DEAD]
