"""The questions that the linked trainer's structures answer, each before its event.

Is the popped entry stale; which one comes after it; why is a listed position skipped; where
does `next` lead; which counts change; what is pushed. All is read off the run's own events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, cast

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
from bpe_lab.exercises.linked_offers import changes_offered, entries_offered, pushes_offered
from bpe_lab.exercises.questions import Answer, Change, Question, Reason

Kind = TypeVar("Kind", bound=Event)

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


class Asked(NamedTuple):
    """A question, asked right before the event of this index."""

    event: int
    question: Question


@dataclass(slots=True)
class LinkedRun:
    """What is known before the event at hand: the state, the pair at work, what it absorbed."""

    events: Sequence[Event]
    state: TrainState
    absorbed: set[int]
    pair: Pair | None = None
    merged: TokenMerged | None = None


def linked_questions(events: Iterable[Event]) -> Iterator[Asked]:
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
            yield Asked(index, question)
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
            yield _is_stale(run, event)
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
    wrong: dict[Answer, Reason] = {}
    for entry in run.state.heap:
        if entry[2] != first:
            values = {"pair": entry[2], "entry": -entry[0]}
            is_tied = entry[0] == event.entry[0]
            wrong[entry[2]] = Reason("entry_tied" if is_tied else "entry_below", values)
    is_tie = any(reason.key == "entry_tied" for reason in wrong.values())
    return Question(
        ask="next_entry",
        kind="pair",
        values={"entries": entries, "popped": popped},
        choices=tuple(offered),
        choice_words=offered,
        right=frozenset([first]),
        wrong=wrong,
        because=Reason("entry_first", {"pair": first, "entry": highest}) if is_tie else None,
        otherwise=lambda answer: Reason("no_entry", {"pair": answer}),
    )


def _is_stale(run: LinkedRun, event: HeapPopped) -> Question:
    """Whether the entry on top of the heap still tells its pair's count."""
    pair = event.entry[2]
    values = {"pair": pair, "entry": -event.entry[0], "count": event.count}
    truth = Reason("is_stale" if event.stale else "is_fresh", values)
    return Question(
        ask="is_stale",
        kind="choice",
        values={"pair": pair, "entry": -event.entry[0]},
        choices=(FRESH, STALE),
        right=frozenset([STALE if event.stale else FRESH]),
        because=truth,
        otherwise=lambda _: truth,
    )


def _why_skipped(run: LinkedRun, event: PositionVisited) -> Question:
    """What happens at a listed position: a merge, or why there is none."""
    right = _fate(run, event)
    values = {"position": event.position, "pair": run.pair}
    truth = Reason(FATES[right], values, (event.position,))
    return Question(
        ask="why_skipped",
        kind="choice",
        values=values,
        choices=tuple(FATES),
        right=frozenset([right]),
        wrong={
            fate: Reason(key, values, (event.position,)) for fate, key in NO_FATE[right].items()
        },
        because=truth,
        otherwise=lambda _: truth,
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
    wrong: dict[Answer, Reason] = {}
    if old is not None:
        wrong[old] = Reason("next_absorbed", {**values, "absorbed": old}, (old,))
    for answer in choices:
        if answer not in (event.following, old):
            wrong[answer] = _next_astray(at, answer)
    return Question(
        ask="next_position",
        kind="choice",
        values=values,
        choices=choices,
        right=frozenset([event.following]),
        wrong=wrong,
        otherwise=lambda _: Reason("next_elsewhere", values, (at,)),
    )


def _next_astray(at: int, answer: Answer) -> Reason:
    """Why ``next`` of the token at ``at`` leads neither to itself, nor back, nor to the end."""
    if answer is None:
        return Reason("next_goes_on", {"position": at}, (at,))
    values = {"position": at, "answer": answer}
    return Reason("next_itself" if answer == at else "next_before", values, (at,))


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

    def otherwise(answer: Answer) -> Reason:
        changes = dict(cast(frozenset[Change], answer))
        for pair, delta in changes.items():
            if pair not in pairs:
                return Reason("count_back" if pair in deltas else "count_stays", {"pair": pair})
            if delta != deltas[pair]:
                return Reason("other_delta", {"pair": pair, "delta": delta})
        return Reason("counts_missing", {"missing": len(pairs - changes.keys())})

    return Question(
        ask="changed_counts",
        kind="changes",
        values={"position": merged.position},
        right=frozenset([right]),
        offered=changes_offered(run.state, merged, first.pair, deltas),
        otherwise=otherwise,
    )


def _pushed(run: LinkedRun, index: int) -> Question:
    """Which pairs enter the heap with new counts, once all places are merged."""
    right = frozenset(event.entry[2] for event in _row(run, index, HeapPushed))

    def otherwise(answer: Answer) -> Reason:
        pairs = cast(frozenset[Pair], answer)
        for pair in pairs - right:
            return Reason("not_pushed", {"pair": pair})
        return Reason("pushes_missing", {"missing": len(right - pairs)})

    return Question(
        ask="pushed",
        kind="pairs",
        right=frozenset([right]),
        offered=pushes_offered(run.state, _touched(run, index)),
        otherwise=otherwise,
    )


def _touched(run: LinkedRun, index: int) -> dict[Pair, None]:
    """The pairs whose count this merge has changed, in the order of first touch."""
    touched: dict[Pair, None] = {}
    for event in run.events[:index]:
        if isinstance(event, MergeDone):
            touched.clear()
        elif isinstance(event, CountChanged):
            touched[event.pair] = None
    return touched
