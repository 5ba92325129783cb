"""Which listed positions of a pair are live; the trainer checks it the same way."""

from __future__ import annotations

from bpe_core.model import Pair
from bpe_core.train.state import TrainState


def stands_at(state: TrainState, pair: Pair, position: int) -> bool:
    """Whether ``pair`` is at ``position`` and the next one."""
    following = state.next.get(position)
    left, right = pair
    return (
        state.token_at[position] == left
        and following is not None
        and state.token_at[following] == right
    )


def live_positions(state: TrainState, pair: Pair) -> list[int]:
    """The listed positions where ``pair`` still is."""
    return [p for p in state.pair_positions.get(pair, ()) if stands_at(state, pair, p)]
