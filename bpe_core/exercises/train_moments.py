"""What a student can know before and after each merge, from the naive trainer's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.events import Event, MergeDone, PairChosen
from bpe_core.exercises.questions import Pieces
from bpe_core.model import Pair
from bpe_core.train.state import TrainState, apply


@dataclass(frozen=True, slots=True)
class MergeMoment:
    """One merge of a run on pre-tokens of weight 1; positions are byte offsets.

    ``positions`` lists where each pair stands, overlaps included; ``merged`` are the positions
    at which the new token was put, ``tokens`` how many there were before it.
    """

    number: int
    pair: Pieces
    count: int
    positions: dict[Pieces, tuple[int, ...]]
    merged: tuple[int, ...]
    tokens: int

    @property
    def tokens_left(self) -> int:
        """How many tokens there are after the merge."""
        return self.tokens - len(self.merged)

    @property
    def tied(self) -> tuple[Pieces, ...]:
        """The pairs that stand as often as the one merged, itself among them."""
        return tuple(pair for pair, at in self.positions.items() if len(at) == self.count)


def merge_moments(events: Iterable[Event]) -> Iterator[MergeMoment]:
    """The moments of a run with ``detail``.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> moment = next(merge_moments(train_naive(pre_tokenize("aaab"), detail=True)))
    >>> moment.pair, moment.positions[moment.pair], moment.merged, moment.tokens_left
    ((b'a', b'a'), (0, 1), (0,), 3)
    """
    state = TrainState()
    positions: dict[Pieces, tuple[int, ...]] = {}
    tokens = 0
    for event in events:
        apply(state, event)
        match event:
            case PairChosen():
                positions, tokens = _positions(state), len(_tokens(state))
            case MergeDone(number=number, pair=pair, new_id=new_id, count=count):
                merged = tuple(at for at, token_id in _tokens(state) if token_id == new_id)
                pieces = _pieces(state, pair)
                yield MergeMoment(number, pieces, count, positions, merged, tokens)


def _tokens(state: TrainState) -> list[tuple[int, int]]:
    """(position, token id) of all tokens."""
    return [token for start in state.starts for token in state.tokens_of(start)]


def _positions(state: TrainState) -> dict[Pieces, tuple[int, ...]]:
    positions: dict[Pieces, tuple[int, ...]] = {}
    for start in state.starts:
        for (at, left), (_, right) in pairwise(state.tokens_of(start)):
            pair = _pieces(state, (left, right))
            positions[pair] = (*positions.get(pair, ()), at)
    return positions


def _pieces(state: TrainState, pair: Pair) -> Pieces:
    return state.token_bytes[pair[0]], state.token_bytes[pair[1]]
