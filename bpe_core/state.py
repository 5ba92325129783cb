"""The replay of a training run: ``apply`` folds its events into a ``TrainState``.

Replay law, enforced by tests: after every event of a run with ``detail=True`` the folded state
equals the structures in the suspended trainer. The heap is driven by ``heapq`` itself, so even
the order of its array is the trainer's.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bpe_core.events import (
    CountChanged,
    Event,
    HeapEntry,
    HeapEntryPlaced,
    HeapOrdered,
    HeapPopped,
    HeapPushed,
    IndexChanged,
    MergeDone,
    PairChosen,
    PairForgotten,
    PairScanned,
    PairSeen,
    PairsRestored,
    PairsSetAside,
    PositionAppended,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenLinked,
    PreTokenPlaced,
    PreTokenRewritten,
    PreTokenScanned,
    Relinked,
    RescanStarted,
    Stopped,
    StopReason,
    ThresholdSet,
    TokenMerged,
    TokenNamed,
)
from bpe_core.model import ALL_BYTES, Pair


@dataclass(slots=True)
class TrainState:
    """A trainer's structures, rebuilt from its events. Positions are byte offsets.

    ``token_at[i]`` is None once position ``i`` was absorbed; offsets that belong to no
    pre-token are not keys. What a trainer does not use stays empty: ``prev``, ``next``,
    ``pair_positions`` and ``heap`` belong to the linked one, ``index`` (pair, then start of
    a pre-token, then occurrences) and ``set_aside`` to the indexed one.
    """

    starts: list[int] = field(default_factory=list)
    size_at: dict[int, int] = field(default_factory=dict)
    weight_at: dict[int, int] = field(default_factory=dict)
    token_at: dict[int, int | None] = field(default_factory=dict)
    prev: dict[int, int | None] = field(default_factory=dict)
    next: dict[int, int | None] = field(default_factory=dict)
    pair_positions: dict[Pair, list[int]] = field(default_factory=dict)
    pair_counter: dict[Pair, int] = field(default_factory=dict)
    heap: list[HeapEntry] = field(default_factory=list)
    index: dict[Pair, dict[int, int]] = field(default_factory=dict)
    set_aside: dict[Pair, int] = field(default_factory=dict)
    threshold: int = 0
    token_bytes: dict[int, bytes] = field(default_factory=lambda: dict(enumerate(ALL_BYTES)))
    merges: list[MergeDone] = field(default_factory=list)
    stopped: StopReason | None = None

    def tokens_of(self, start: int) -> list[tuple[int, int]]:
        """(position, token id) of the live tokens of the pre-token at ``start``."""
        tokens, position = [], start
        while position < start + self.size_at[start]:
            token_id = self.token_at[position]
            assert token_id is not None, "a token's first byte is never absorbed"
            tokens.append((position, token_id))
            position += len(self.token_bytes[token_id])
        return tokens


def apply(state: TrainState, event: Event) -> None:
    """Make the change in ``state`` that ``event`` reports, if it reports one."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event)


def _lay_out(state: TrainState, event: PreTokenPlaced) -> None:
    state.starts.append(event.start)
    state.size_at[event.start] = len(event.data)
    state.weight_at[event.start] = event.weight
    state.token_at.update(enumerate(event.data, event.start))


def _name(state: TrainState, event: TokenNamed) -> None:
    state.token_bytes[event.token_id] = event.data


def _link(state: TrainState, event: PreTokenLinked) -> None:
    first, last = event.start, event.start + event.size - 1
    for position in range(first, last + 1):
        state.prev[position] = position - 1 if position > first else None
        state.next[position] = position + 1 if position < last else None


def _see(state: TrainState, event: PairSeen) -> None:
    state.pair_positions.setdefault(event.pair, []).append(event.position)
    state.pair_counter[event.pair] = state.pair_counter.get(event.pair, 0) + event.weight


def _scan_pair(state: TrainState, event: PairScanned) -> None:
    weight = state.weight_at[event.start]
    state.pair_counter[event.pair] = state.pair_counter.get(event.pair, 0) + weight


def _scan(state: TrainState, event: PreTokenScanned | PreTokenIndexed) -> None:
    if not event.pairs:  # none, or all told one by one
        return
    tokens = [token_id for _, token_id in state.tokens_of(event.start)]
    weight = state.weight_at[event.start]
    for pair in pairwise(tokens):
        state.pair_counter[pair] = state.pair_counter.get(pair, 0) + weight


def _index(state: TrainState, event: PreTokenIndexed) -> None:
    _scan(state, event)
    tokens = [token_id for _, token_id in state.tokens_of(event.start)]
    for pair in pairwise(tokens):
        occurrences = state.index.setdefault(pair, {})
        occurrences[event.start] = occurrences.get(event.start, 0) + 1


def _restore(state: TrainState, event: PairsRestored) -> None:
    state.pair_counter.update(state.set_aside)
    state.set_aside.clear()


def _set_threshold(state: TrainState, event: ThresholdSet) -> None:
    state.threshold = event.threshold


def _set_aside(state: TrainState, event: PairsSetAside) -> None:
    for pair, count in list(state.pair_counter.items()):
        if count < state.threshold:
            state.set_aside[pair] = state.pair_counter.pop(pair)


def _choose(state: TrainState, event: PairChosen | MergeDone) -> None:
    left, right = event.pair
    state.token_bytes[event.new_id] = state.token_bytes[left] + state.token_bytes[right]


def _finish_merge(state: TrainState, event: MergeDone) -> None:
    _choose(state, event)
    state.merges.append(event)


def _merge(state: TrainState, event: TokenMerged) -> None:
    state.token_at[event.position] = event.new_id
    state.token_at[event.absorbed] = None


def _rewrite(state: TrainState, event: PreTokenRewritten | PreTokenCut) -> None:
    """A new token begins where an old one did, and takes up the old ones up to its end.

    Only those are visited: what they had absorbed stays absorbed.
    """
    position, token_at, token_bytes = event.start, state.token_at, state.token_bytes
    for token_id in event.token_ids:
        end, old = position + len(token_bytes[token_id]), position
        while old < end:
            before = token_at[old]
            assert before is not None, "a token's first byte is never absorbed"
            token_at[old] = None
            old += len(token_bytes[before])
        token_at[position] = token_id
        position = end


def _relink(state: TrainState, event: Relinked) -> None:
    state.next[event.position] = event.following
    if event.following is not None:
        state.prev[event.following] = event.position


def _change_count(state: TrainState, event: CountChanged) -> None:
    counts = state.set_aside if event.pair in state.set_aside else state.pair_counter
    counts[event.pair] = event.count


def _change_index(state: TrainState, event: IndexChanged) -> None:
    occurrences = state.index.setdefault(event.pair, {})
    occurrences[event.start] = event.occurrences
    if not event.occurrences:
        del occurrences[event.start]


def _forget(state: TrainState, event: PairForgotten) -> None:
    for counts in (state.pair_counter, state.set_aside):
        counts.pop(event.pair, None)
    del state.index[event.pair]


def _append(state: TrainState, event: PositionAppended) -> None:
    state.pair_positions.setdefault(event.pair, []).append(event.position)


def _stop(state: TrainState, event: Stopped) -> None:
    state.stopped = event.reason


_CHANGES: Mapping[type[Event], Callable[[TrainState, Any], object]] = {
    PreTokenPlaced: _lay_out,
    TokenNamed: _name,
    PreTokenCut: _rewrite,
    PreTokenLinked: _link,
    PairSeen: _see,
    RescanStarted: lambda state, event: state.pair_counter.clear(),
    PairScanned: _scan_pair,
    PreTokenScanned: _scan,
    PreTokenIndexed: _index,
    HeapEntryPlaced: lambda state, event: state.heap.append(event.entry),
    HeapOrdered: lambda state, event: heapq.heapify(state.heap),
    HeapPopped: lambda state, event: heapq.heappop(state.heap),
    HeapPushed: lambda state, event: heapq.heappush(state.heap, event.entry),
    PairsRestored: _restore,
    ThresholdSet: _set_threshold,
    PairsSetAside: _set_aside,
    PairChosen: _choose,
    TokenMerged: _merge,
    PreTokenRewritten: _rewrite,
    Relinked: _relink,
    CountChanged: _change_count,
    PositionAppended: _append,
    IndexChanged: _change_index,
    PairForgotten: _forget,
    MergeDone: _finish_merge,
    Stopped: _stop,
}
