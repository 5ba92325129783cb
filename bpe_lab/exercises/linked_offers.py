"""The pairs among which answers inside the linked trainer are picked, each with its reason.

All that are right, and others that one may take for them: with the new token on the wrong side,
one place further off, beyond a pre-token's border, or still standing elsewhere in the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bpe_core.events import TokenMerged
from bpe_core.model import Pair
from bpe_core.state import TrainState
from bpe_lab.exercises.questions import Answer, Reason

FEWEST_WRONG = 3
OFFERED = 8  # where so many pairs are at hand
MOST_ENTRIES = 5


def changes_offered(
    state: TrainState, merged: TokenMerged, pair: Pair, deltas: Mapping[Pair, int]
) -> dict[Pair, Reason]:
    """Which counts a place may change; ``deltas`` are those that it does, ``pair`` its own."""
    offered = {
        changed: Reason(_change(delta, is_own=changed == pair), {"pair": changed, "by": -delta})
        for changed, delta in deltas.items()
    }
    left, right = pair
    doubled = ((left, left), (right, right), (merged.new_id, left), (right, merged.new_id))
    across = (*_across(state, merged),)
    others = (*_near_misses(state, merged), *across, *_standing(state), *doubled)
    filled = _filled(offered, "count_stays", others)
    for apart in across:
        if apart in filled and apart not in {*state.pair_counter, *deltas}:
            filled[apart] = Reason("count_apart", {"pair": apart})
    return filled


def _change(delta: int, *, is_own: bool) -> str:
    """What a count's change is called; its own pair may overlap itself at the place."""
    if is_own:
        return "count_merged" if delta == -1 else "count_overlapping"
    return "count_lost" if delta < 0 else "count_born" if delta > 0 else "count_back"


def pushes_offered(state: TrainState, touched: Iterable[Pair]) -> dict[Pair, Reason]:
    """Which pairs may enter the heap: those ``touched``, also gone, and some that were not."""
    offered = {}
    for pair in touched:
        key = "push_touched" if state.pair_counter[pair] else "push_gone"
        offered[pair] = Reason(key, {"pair": pair})
    turned = [(right, left) for left, right in offered]
    return _filled(offered, "push_untouched", (*_standing(state), *turned))


def entries_offered(state: TrainState) -> dict[Answer, Reason]:
    """The best entry of each of the best pairs in the heap, in an order that tells nothing."""
    best: dict[Pair, int] = {}
    for count, _, pair in sorted(state.heap):
        if len(best) < MOST_ENTRIES:
            best.setdefault(pair, -count)
    return {pair: Reason("entry", {"pair": pair, "entry": best[pair]}) for pair in sorted(best)}


def _filled(
    offered: dict[Pair, Reason], key: str, others: Iterable[Pair]
) -> dict[Pair, Reason]:
    size = max(OFFERED, len(offered) + FEWEST_WRONG)
    for pair in others:
        if len(offered) < size:
            offered.setdefault(pair, Reason(key, {"pair": pair}))
    return dict(sorted(offered.items()))


def _near_misses(state: TrainState, merged: TokenMerged) -> Iterator[Pair]:
    """Pairs with the new token that no place makes, and those one place further off."""
    at, new = merged.position, merged.new_id
    before, after = _around(state, at)
    for neighbour in before[:1]:
        yield new, neighbour
    for neighbour in after[:1]:
        yield neighbour, new
    yield new, new
    if len(before) > 1:
        yield before[1], before[0]
    if len(after) > 1:
        yield after[0], after[1]


def _across(state: TrainState, merged: TokenMerged) -> Iterator[Pair]:
    """The new token with the tokens beyond its pre-token's ends, where it stands there."""
    at, new = merged.position, merged.new_id
    before, after = _around(state, at)
    tokens = [state.tokens_of(start) for start in sorted(state.starts)]
    here = next(k for k, word in enumerate(tokens) if at in dict(word))
    if not before and here:
        yield tokens[here - 1][-1][1], new
    if not after and here + 1 < len(tokens):
        yield new, tokens[here + 1][0][1]


def _around(state: TrainState, at: int) -> tuple[list[int], list[int]]:
    """The tokens before and after a position within its pre-token, the nearest first."""
    start = max(start for start in state.starts if start <= at)
    tokens = state.tokens_of(start)
    before = [token for position, token in tokens if position < at]
    return before[::-1], [token for position, token in tokens if position > at]


def _standing(state: TrainState) -> list[Pair]:
    """The pairs of the text, the most frequent first."""
    counts = {pair: count for pair, count in state.pair_counter.items() if count}
    return sorted(counts, key=lambda pair: (-counts[pair], pair))
