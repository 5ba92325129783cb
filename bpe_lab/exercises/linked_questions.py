"""The questions that the linked trainer's structures answer, each before its event.

Is the popped entry stale; which one comes after it; why is a listed position skipped; where
does `next` lead; which counts change; what is pushed. All is read off the run's own events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from bpe_core.events import (
    CountChanged,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PositionVisited,
    Relinked,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_lab.exercises.questions import Answer, Change, Question, QuestionAt, Remark, one_right

Kind = TypeVar("Kind", bound=Event)

FEWEST_WRONG = 3
OFFERED = 8  # where so many pairs are at hand
MOST_ENTRIES = 5
FRESH, STALE = "fresh", "stale"
MERGED, ABSORBED, OVERLAP, CHANGED = "merged", "absorbed", "overlap", "changed"
# What can happen at a listed position, each with the reason that tells it.
FATES = {
    MERGED: "is_merged",
    ABSORBED: "is_absorbed",
    OVERLAP: "is_overlap",
    CHANGED: "is_changed",
}

# By what happens: why it is none of the others, which does not say what it is.
NO_FATE = {
    MERGED: {ABSORBED: "holds_token", OVERLAP: "holds_token", CHANGED: "holds_pair"},
    ABSORBED: {MERGED: "holds_no_pair", OVERLAP: "was_empty", CHANGED: "holds_nothing"},
    OVERLAP: {MERGED: "holds_no_pair", ABSORBED: "was_full", CHANGED: "holds_nothing"},
    CHANGED: {MERGED: "holds_no_pair", ABSORBED: "holds_token", OVERLAP: "holds_token"},
}


@dataclass(slots=True)
class LinkedRun:
    """What is known before the event at hand: the state, the pair at work, what it absorbed."""

    events: Sequence[Event]
    state: TrainState
    absorbed: set[int]
    pair: Pair | None = None
    merged: TokenMerged | None = None


def linked_questions(events: Iterable[Event]) -> Iterator[QuestionAt]:
    """All questions of a run with ``detail``, in its order.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.linked import train_linked
    >>> asked = linked_questions(train_linked(pre_tokenize("aaa"), detail=True))
    >>> [each.question.ask for each in asked][:4]
    ['is_stale', 'why_skipped', 'next_position', 'changed_counts']
    """
    run = LinkedRun(list(events), TrainState(), set())
    for index, event in enumerate(run.events):
        for question in _asked_before(run, index, event):
            yield QuestionAt(index, question)
        apply(run.state, event)
        if isinstance(event, TokenMerged):
            run.absorbed.add(event.absorbed)
            run.merged = event
        elif isinstance(event, PairChosen):
            run.pair = event.pair
        elif isinstance(event, MergeDone):
            run.absorbed.clear()


def _asked_before(run: LinkedRun, index: int, event: Event) -> Iterator[Question]:
    before = run.events[index - 1] if index else None
    match event:
        case HeapPopped():
            if isinstance(before, HeapPopped) and len(run.state.heap) > 1:
                yield _next_entry(run, event, before.entry[2])
            yield _is_stale(event)
        case PositionVisited():
            yield _why_skipped(run, event)
        case Relinked():
            yield _next_position(run, event)
        case CountChanged() if not isinstance(before, CountChanged):
            yield _changed_counts(run, index)
        case HeapPushed() if not isinstance(before, HeapPushed):
            yield _pushed(run, index)


def _row(run: LinkedRun, index: int, kind: type[Kind]) -> Iterator[Kind]:
    """The events of one kind from ``index`` on, up to the first of another."""
    for event in run.events[index:]:
        if not isinstance(event, kind):
            return
        yield event


def _next_entry(run: LinkedRun, event: HeapPopped, popped: Pair) -> Question:
    """Whose entry is on top of the heap after the stale one of ``popped`` was dropped."""
    offered = entries_offered(run.state)
    entries = frozenset(
        (each.values["pair"], each.values["entry"]) for each in offered.values()
    )
    first, highest = event.entry[2], -event.entry[0]
    heap: dict[Answer, int] = {pair: -count for count, _, pair in run.state.heap}
    is_tie = any(entry == highest for pair, entry in heap.items() if pair != first)

    def reason(answer: Answer) -> Remark:
        if answer not in heap:
            return Remark("no_entry", {"pair": answer})
        key = "entry_tied" if heap[answer] == highest else "entry_below"
        return Remark(key, {"pair": answer, "entry": heap[answer]})

    return one_right(
        "next_entry",
        "pair",
        first,
        reason,
        likely=heap,
        values={"entries": entries, "popped": popped},
        choices=tuple(offered),
        choice_words=offered,
        because=Remark("entry_first", {"pair": first, "entry": highest}) if is_tie else None,
    )


def _is_stale(event: HeapPopped) -> Question:
    """Whether the entry on top of the heap still tells its pair's count."""
    pair = event.entry[2]
    values = {"pair": pair, "entry": -event.entry[0], "count": event.count}
    truth = Remark("is_stale" if event.stale else "is_fresh", values)
    return one_right(
        "is_stale",
        "choice",
        STALE if event.stale else FRESH,
        lambda _: truth,
        values={"pair": pair, "entry": -event.entry[0]},
        choices=(FRESH, STALE),
        because=truth,
    )


def _why_skipped(run: LinkedRun, event: PositionVisited) -> Question:
    """What happens at a listed position: a merge, or why there is none."""
    right = _fate(run, event)
    values = {"position": event.position, "pair": run.pair}
    truth = Remark(FATES[right], values, (event.position,))
    reasons: dict[Answer, Remark] = {
        fate: Remark(key, values, (event.position,)) for fate, key in NO_FATE[right].items()
    }
    return one_right(
        "why_skipped",
        "choice",
        right,
        lambda fate: reasons.get(fate, truth),
        likely=reasons,
        values=values,
        choices=tuple(FATES),
        because=truth,
    )


def _fate(run: LinkedRun, event: PositionVisited) -> str:
    if not event.stale:
        return MERGED
    if event.position in run.absorbed:
        return OVERLAP
    return ABSORBED if run.state.token_at.get(event.position) is None else CHANGED


def _next_position(run: LinkedRun, event: Relinked) -> Question:
    """Where ``next`` of the new token leads."""
    at, old = event.position, run.state.next.get(event.position)
    values = {"position": at}
    near = {event.following, old, at, run.state.prev.get(at)} - {None}
    choices = (*sorted(cast(set[int], near)), None)

    def reason(answer: Answer) -> Remark:
        if old is not None and answer == old:
            return Remark("next_absorbed", {**values, "absorbed": old}, (old,))
        if answer not in choices:
            return Remark("next_elsewhere", values, (at,))
        if answer is None:
            return Remark("next_goes_on", values, (at,))
        key = "next_itself" if answer == at else "next_before"
        return Remark(key, {**values, "answer": answer}, (at,))

    likely = choices if old is None else (old, *choices)
    return one_right(
        "next_position",
        "choice",
        event.following,
        reason,
        likely=likely,
        values=values,
        choices=choices,
    )


def _changed_counts(run: LinkedRun, index: int) -> Question:
    """Which counts this place changes, and by how much; in any order.

    subtle: a run of one letter can take from a pair and give to it at the same place; the sum
    is what is asked for, and a pair whose count stays as it was is not among them.
    """
    deltas: dict[Pair, int] = {}
    for event in _row(run, index, CountChanged):
        pair = event.pair
        deltas[pair] = deltas.get(pair, 0) + event.delta
    right: frozenset[Change] = frozenset((pair, d) for pair, d in deltas.items() if d)
    pairs = frozenset(pair for pair, _ in right)
    merged, first = run.merged, run.events[index]
    assert merged is not None, "counts change where a place was merged"
    assert isinstance(first, CountChanged), "the first is that of the pair itself"

    def otherwise(answer: Answer) -> Remark:
        changes = dict(cast(frozenset[Change], answer))
        for pair, delta in changes.items():
            if pair not in pairs:
                return Remark("count_back" if pair in deltas else "count_stays", {"pair": pair})
            if delta != deltas[pair]:
                return Remark("other_delta", {"pair": pair, "delta": delta})
        return Remark("counts_missing", {"missing": len(pairs - changes.keys())})

    return one_right(
        "changed_counts",
        "changes",
        right,
        otherwise,
        values={"position": merged.position},
        offered=changes_offered(run.state, merged, first.pair, deltas),
    )


def _pushed(run: LinkedRun, index: int) -> Question:
    """Which pairs enter the heap with new counts, once all places are merged."""
    right = frozenset(event.entry[2] for event in _row(run, index, HeapPushed))

    def otherwise(answer: Answer) -> Remark:
        pairs = cast(frozenset[Pair], answer)
        for pair in pairs - right:
            return Remark("not_pushed", {"pair": pair})
        return Remark("pushes_missing", {"missing": len(right - pairs)})

    offered = pushes_offered(run.state, _touched(run, index))
    return one_right("pushed", "pairs", right, otherwise, offered=offered)


def _touched(run: LinkedRun, index: int) -> dict[Pair, None]:
    """The pairs whose count this merge has changed, in the order of first touch."""
    touched: dict[Pair, None] = {}
    for event in run.events[:index]:
        if isinstance(event, MergeDone):
            touched.clear()
        elif isinstance(event, CountChanged):
            touched[event.pair] = None
    return touched


# --- The pairs among which answers are picked, each with its reason
#
# All that are right, and others that one may take for them: with the new token on the wrong
# side, one place further off, beyond a pre-token's border, or standing elsewhere in the text.


def changes_offered(
    state: TrainState, merged: TokenMerged, pair: Pair, deltas: Mapping[Pair, int]
) -> dict[Pair, Remark]:
    """Which counts a place may change; ``deltas`` are those that it does, ``pair`` its own."""
    offered = {
        changed: Remark(_change(delta, is_own=changed == pair), {"pair": changed, "by": -delta})
        for changed, delta in deltas.items()
    }
    left, right = pair
    doubled = ((left, left), (right, right), (merged.new_id, left), (right, merged.new_id))
    across = (*_across(state, merged),)
    others = (*_near_misses(state, merged), *across, *_standing(state), *doubled)
    filled = _filled(offered, "count_stays", others)
    for apart in across:
        if apart in filled and apart not in {*state.pair_counter, *deltas}:
            filled[apart] = Remark("count_apart", {"pair": apart})
    return filled


def _change(delta: int, *, is_own: bool) -> str:
    """What a count's change is called; its own pair may overlap itself at the place."""
    if is_own:
        return "count_merged" if delta == -1 else "count_overlapping"
    return "count_lost" if delta < 0 else "count_born" if delta > 0 else "count_back"


def pushes_offered(state: TrainState, touched: Iterable[Pair]) -> dict[Pair, Remark]:
    """Which pairs may enter the heap: those ``touched``, also gone, and some that were not."""
    offered = {}
    for pair in touched:
        key = "push_touched" if state.pair_counter[pair] else "push_gone"
        offered[pair] = Remark(key, {"pair": pair})
    turned = [(right, left) for left, right in offered]
    return _filled(offered, "push_untouched", (*_standing(state), *turned))


def entries_offered(state: TrainState) -> dict[Answer, Remark]:
    """The best entry of each of the best pairs in the heap, in an order that tells nothing."""
    best: dict[Pair, int] = {}
    for count, _, pair in sorted(state.heap):
        if len(best) < MOST_ENTRIES:
            best.setdefault(pair, -count)
    return {pair: Remark("entry", {"pair": pair, "entry": best[pair]}) for pair in sorted(best)}


def _filled(
    offered: dict[Pair, Remark], key: str, others: Iterable[Pair]
) -> dict[Pair, Remark]:
    size = max(OFFERED, len(offered) + FEWEST_WRONG)
    for pair in others:
        if len(offered) < size:
            offered.setdefault(pair, Remark(key, {"pair": pair}))
    return dict(sorted(offered.items()))


def _near_misses(state: TrainState, merged: TokenMerged) -> Iterator[Pair]:
    """Pairs with the new token that no place makes, and those one place further off."""
    at, new = merged.position, merged.new_id
    before, after = _around(state, at)
    for neighbor in before[:1]:
        yield new, neighbor
    for neighbor in after[:1]:
        yield neighbor, new
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
