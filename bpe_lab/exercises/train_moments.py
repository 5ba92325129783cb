"""What a student can know before and after each merge, from a trainer's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bpe_core.events import Event, MergeDone, PairChosen
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply


@dataclass(frozen=True, slots=True)
class MergeMoment:
    """One merge of a run on pre-tokens of weight 1; positions are byte offsets.

    ``positions`` lists where each pair stands, overlaps included; ``merged`` are the positions
    at which the new token was put, ``tokens`` how many there were before it; ``counts_after``
    says how often each pair stands then; ``partners`` where the right token of the pair at each
    position begins.
    """

    number: int
    pair: Pair
    new_id: int
    count: int
    positions: Mapping[Pair, Sequence[int]]
    merged: Sequence[int]
    tokens: int
    counts_after: Mapping[Pair, int]
    partners: Mapping[int, int]

    @property
    def tokens_left(self) -> int:
        """How many tokens there are after the merge."""
        return self.tokens - len(self.merged)

    @property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that stand as often as the one merged, itself among them."""
        return tuple(pair for pair, at in self.positions.items() if len(at) == self.count)


@dataclass(slots=True)
class Standing:
    """Where each pair stands, where its right token begins, and how many tokens there are."""

    positions: dict[Pair, list[int]] = field(default_factory=dict)
    partners: dict[int, int] = field(default_factory=dict)
    tokens: int = 0


@dataclass(slots=True)
class MomentFold:
    """The moment at hand: what was known when the pair was chosen, and what came of it."""

    before: Standing = field(default_factory=Standing)
    moment: MergeMoment | None = None

    def chosen(self, state: TrainState) -> None:
        """A pair was chosen in ``state``, and no place of it is merged yet."""
        self.before, self.moment = standing_of(state), None

    def watching(self, events: Iterable[Event], state: TrainState) -> Iterator[Event]:
        """``events``, for somebody who applies each to ``state`` before asking for the next."""
        for event in events:
            yield event
            if isinstance(event, PairChosen):
                self.chosen(state)

    def done(self, state: TrainState, event: MergeDone) -> MergeMoment:
        """The moment of the merge that ``event`` ends; ``state`` has all its places merged."""
        if self.moment is None:
            self.moment = MergeMoment(
                event.number,
                event.pair,
                event.new_id,
                event.count,
                self.before.positions,
                [at for at, token_id in state.token_at.items() if token_id == event.new_id],
                self.before.tokens,
                {pair: len(at) for pair, at in standing_of(state).positions.items()},
                self.before.partners,
            )
        return self.moment


def standing_of(state: TrainState) -> Standing:
    """The pairs of ``state``, overlaps included."""
    standing = Standing()
    for start in state.starts:
        tokens = state.tokens_of(start)
        standing.tokens += len(tokens)
        for (at, left), (following, right) in pairwise(tokens):
            standing.positions.setdefault((left, right), []).append(at)
            standing.partners[at] = following
    return standing


def merge_moments(events: Iterable[Event]) -> Iterator[MergeMoment]:
    """The moments of a run with ``detail``.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> moment = next(merge_moments(train_naive(pre_tokenize("aaab"), detail=True)))
    >>> moment.pair, moment.positions[moment.pair], moment.merged, moment.tokens_left
    ((97, 97), [0, 1], [0], 3)
    """
    state, fold = TrainState(), MomentFold()
    for event in fold.watching(events, state):
        apply(state, event)
        if isinstance(event, MergeDone):
            yield fold.done(state, event)
