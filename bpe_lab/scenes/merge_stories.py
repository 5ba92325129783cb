"""The story of every merge, from the naive trainer's events.

One `MergeStory` a merge: the counts it was chosen from, and each pre-token that it changed,
before and after. Scenes, tables and charts read stories; none of them looks for pairs again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bpe_core.events import (
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairScanned,
    PreTokenPlaced,
    PreTokenRewritten,
    PreTokenScanned,
    Stopped,
    StopReason,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState, apply

LEAD = 2  # tokens before the first join of a long pre-token, so that it is seen to be cut

Ids = Sequence[int]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One pre-token of the run, as the ids of its tokens before and after a merge."""

    start: int
    weight: int
    before: Ids
    after: Ids

    def forming(self) -> list[int]:
        """The indices in ``before`` of the tokens that the merge joins, two by two."""
        index, forming = 0, []
        for token_id in self.after:
            if index + 1 >= len(self.before):
                break
            if token_id == self.before[index]:
                index += 1
            else:
                forming += [index, index + 1]
                index += 2
        return forming

    def around_first(self, most: int) -> Rewrite:
        """Itself, or of a longer one about ``most`` tokens that begin before the first join."""
        if len(self.before) <= most:
            return self
        pairs = enumerate(zip(self.before, self.after, strict=False))
        first = next((index for index, (old, new) in pairs if old != new), len(self.after))
        cut = slice(max(0, first - LEAD), max(0, first - LEAD) + most)
        return replace(self, before=self.before[cut], after=self.after[cut])

    @property
    def merges(self) -> int:
        """Replacements in all its occurrences."""
        return self.weight * (len(self.before) - len(self.after))


@dataclass(frozen=True, slots=True)
class MergeStory:
    """One round of the naive trainer; ``done`` is None in the round that finds no merge.

    ``looks`` is how many pairs of neighbours it looked at to count them; ``scanned`` are those
    that it told one by one, in the first round.
    """

    number: int
    counts: dict[Pair, int]
    done: MergeDone | None
    rewrites: list[Rewrite] = field(default_factory=list)
    stopped: StopReason | None = None
    looks: int = 0
    scanned: Sequence[PairScanned] = ()

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
    ids_of: dict[int, Ids] = {}
    scanned: list[PairScanned] = []
    number = looks = 0
    for event in events:
        apply(state, event)
        if isinstance(event, PairScanned):
            scanned.append(event)
        elif isinstance(event, PreTokenRewritten):
            start, after = event.start, event.token_ids
            rewrites.append(Rewrite(start, state.weight_at[start], ids_of[start], after))
            ids_of[start] = after
        elif isinstance(event, PreTokenPlaced):
            ids_of[event.start] = event.data
        elif isinstance(event, PreTokenScanned):
            looks += event.pairs
        elif isinstance(event, CountsBuilt):
            counts = dict(state.pair_counter)
        elif isinstance(event, PairChosen):
            rewrites = []
        elif isinstance(event, MergeDone):
            looks += len(scanned)
            yield MergeStory(number, counts, event, rewrites, None, looks, scanned)
            number, looks = number + 1, 0
            counts, scanned = {}, []
        elif isinstance(event, Stopped):
            yield MergeStory(number, counts, None, [], event.reason, looks)
