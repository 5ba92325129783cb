"""The story of every merge, from the naive trainer's events.

One `MergeStory` a merge: the counts it was chosen from, and each pre-token that it changed,
before and after. Scenes, tables and charts read stories; none of them looks for pairs again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PreTokenRewritten,
    Stopped,
    StopReason,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState, apply

Placed = list[tuple[int, int]]  # (position, token id)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One pre-token of the run before and after a merge."""

    start: int
    weight: int
    before: Placed
    after: Placed

    def forming(self) -> set[int]:
        """Positions whose token is swallowed by a token of ``after``."""
        after = dict(self.after)
        return {
            position for position, token_id in self.before if after.get(position) != token_id
        }

    @property
    def merges(self) -> int:
        """Replacements in all its occurrences."""
        return self.weight * (len(self.before) - len(self.after))


@dataclass(frozen=True, slots=True)
class MergeStory:
    """One round of the naive trainer; ``done`` is None in the round that finds no merge."""

    number: int
    counts: dict[Pair, int]
    done: MergeDone | None
    rewrites: list[Rewrite] = field(default_factory=list)
    stopped: StopReason | None = None

    @property
    def replaced(self) -> int:
        """Tokens that this merge saved in the whole text."""
        return sum(rewrite.merges for rewrite in self.rewrites)


def stories(events: Iterable[Event], state: TrainState) -> Iterator[MergeStory]:
    """Fold a detailed naive run into ``state`` and yield each merge once it is done.

    A story is yielded when ``state`` is right after its merge.
    """
    counts: dict[Pair, int] = {}
    rewrites: list[Rewrite] = []
    number = 0
    for event in events:
        if isinstance(event, PreTokenRewritten):
            before = state.tokens_of(event.start)
            apply(state, event)
            after = state.tokens_of(event.start)
            weight = state.weight_at[event.start]
            rewrites.append(Rewrite(event.start, weight, before, after))
            continue
        apply(state, event)
        if isinstance(event, CountsBuilt):
            counts = dict(state.pair_counter)
        elif isinstance(event, PairChosen):
            rewrites = []
        elif isinstance(event, MergeDone):
            yield MergeStory(number, counts, event, rewrites)
            number += 1
            counts = {}
        elif isinstance(event, Stopped):
            yield MergeStory(number, counts, None, [], event.reason)
