"""A word's symbols merged in rounds: each merges all occurrences of the pair of lowest rank.

Codes need not come from learning, so rounds matter: a pair born in a merge may have a lower
rank than the merged pair, and has to wait until all occurrences of that are merged.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise
from random import Random
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
Ranks: TypeAlias = Mapping[Pair, int]  # 0, 1, 2 …

LONG = 1_000  # symbols; from here on a heap is quicker than scanning all ranks


def merge(symbols: list[str], ranks: Ranks) -> list[str]:
    """The symbols that are left once no pair has a rank.

    >>> merge(list("aaab"), {("a", "a"): 0, ("a", "b"): 1})
    ['aa', 'ab']
    """
    return (
        merge_by_scan(symbols, ranks) if len(symbols) < LONG else merge_by_heap(symbols, ranks)
    )


def merge_by_scan(symbols: list[str], ranks: Ranks) -> list[str]:
    """By scanning a list of ranks beside the symbols; O(n²) with a small factor."""
    symbols, none = list(symbols), len(ranks)  # a rank that no pair has
    get = ranks.get
    rank_at = [get(pair, none) for pair in pairwise(symbols)]
    while rank_at and (lowest := min(rank_at)) < none:
        while lowest in rank_at:  # one round; no pair born in it has this rank
            i = rank_at.index(lowest)
            new = symbols[i] + symbols[i + 1]
            symbols[i : i + 2] = [new]
            del rank_at[i]
            if i:
                rank_at[i - 1] = get((symbols[i - 1], new), none)
            if i < len(rank_at):
                rank_at[i] = get((new, symbols[i + 1]), none)
    return symbols


def merge_by_heap(symbols: list[str], ranks: Ranks) -> list[str]:
    """By a heap of (rank, position); O(n log n). Pairs born in a round enter after it."""
    symbol_at: list[str | None] = [*symbols]
    size = len(symbols)
    next_, prev = list(range(1, size + 1)), list(range(-1, size - 1))

    def rank_of(i: int) -> int | None:
        """The rank of the pair now at ``i``."""
        if i < 0 or next_[i] == size:
            return None
        left, right = symbol_at[i], symbol_at[next_[i]]
        return None if left is None or right is None else ranks.get((left, right))

    heap = [(rank, i) for i in range(size) if (rank := rank_of(i)) is not None]
    heapify(heap)
    while heap:
        lowest, touched = heap[0][0], list[int]()
        while heap and heap[0][0] == lowest:  # one round, from left to right
            _, i = heappop(heap)
            if symbol_at[i] is None or rank_of(i) != lowest:
                continue  # another merge took one of the two
            j = next_[i]
            symbol_at[i], symbol_at[j] = f"{symbol_at[i]}{symbol_at[j]}", None
            next_[i] = next_[j]
            if next_[j] < size:
                prev[next_[j]] = i
            touched += [prev[i], i]
        for i in touched:
            rank = rank_of(i)
            if rank is not None:
                heappush(heap, (rank, i))
    return [symbol for symbol in symbol_at if symbol is not None]


def merge_with_dropout(
    symbols: list[str], ranks: Ranks, dropout: float, chance: Random
) -> list[str]:
    """The same rounds, in each of which every position is skipped with probability ``dropout``.

    A skipped position may be merged in a later round. It ends once no pair has a rank, or all
    that have are skipped. (Provilkov et al. 2020; the original draws once per position, whether
    its pair has a rank or not, and so do we: the same seed gives the same pieces.)
    """
    while len(symbols) > 1:
        is_drawn = [chance.random() > dropout for _ in symbols[1:]]
        candidates = [
            (rank, i)
            for i, pair in enumerate(pairwise(symbols))
            if is_drawn[i] and (rank := ranks.get(pair)) is not None
        ]
        if not candidates:
            break
        lowest = min(candidates)[0]
        symbols = _merged(symbols, [i for rank, i in candidates if rank == lowest])
    return symbols


def _merged(symbols: list[str], positions: list[int]) -> list[str]:
    """The pairs at ``positions`` merged; of two that overlap, the left one."""
    merged: list[str] = []
    at = 0
    for i in positions:
        if i >= at:
            merged += [*symbols[at:i], symbols[i] + symbols[i + 1]]
            at = i + 2
    return merged + symbols[at:]
