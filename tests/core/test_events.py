"""Every event falls under one of the four sub-goals, in the lecture's order."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import groupby

import pytest
from hypothesis import given, settings

from bpe_core import events
from bpe_core.events import Event, MergeDone, Stopped, SubGoal
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.registry import TAUGHT
from bpe_core.state import TrainState, apply
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each

KINDS = [
    kind for kind in vars(events).values() if isinstance(kind, type) and kind.__base__ is Event
]


def goals(text: str, trainer: str) -> list[list[SubGoal]]:
    """The sub-goals of each merge's events, neighbors of one goal once."""
    merges: list[list[Event]] = [[]]
    for event in TAUGHT[trainer](pre_tokenize(text, pattern="none"), detail=True):
        merges[-1].append(event)
        if isinstance(event, MergeDone):
            merges.append([])
    return [[goal for goal, _ in groupby(e.goal for e in merge)] for merge in merges]


@for_each("kind", KINDS)
def test_every_kind_of_event_has_a_goal_and_is_frozen(kind: type[Event]) -> None:
    assert isinstance(kind.goal, SubGoal)
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)


def test_events_cannot_be_changed() -> None:
    event = MergeDone(0, (97, 98), 256, 2)
    with pytest.raises(FrozenInstanceError):
        event.count = 3


def test_naive_counts_chooses_merges() -> None:
    count, choose, merge = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
    # "abc": two merges, then a last count that finds no pair.
    assert goals("abc", "naive") == [[count, choose, merge]] * 2 + [[count, choose]]


def test_linked_counts_once_then_chooses_merges_and_repairs() -> None:
    count, choose, merge, repair = SubGoal
    assert goals("abc", "linked") == [
        [count, choose, merge, repair, merge],  # MergeDone closes every merge
        [choose, merge, repair, merge],
        [choose],
    ]
    # Two places: each is merged, then repaired, before the next is visited.
    assert goals("abxab", "linked")[0][:6] == [count, choose, merge, repair, merge, repair]


def test_indexed_counts_once_then_chooses_rewrites_and_repairs() -> None:
    count, choose, merge, repair = SubGoal
    assert goals("abc", "indexed") == [
        [count, choose, merge, repair, merge],
        [choose, merge, repair, merge],
        [choose],
    ]
    # Two places in one pre-token are one rewriting.
    assert goals("abxab", "indexed")[0] == [count, choose, merge, repair, merge]


@pytest.mark.parametrize("trainer", ["indexed", "linked"])
@settings(max_examples=examples(300))
@given(text=texts.texts)
def test_merge_and_repair_are_contiguous_at_every_place(trainer: str, text: str) -> None:
    merge, repair = SubGoal.MERGE, SubGoal.REPAIR
    for steps in goals(text, trainer)[:-1]:
        first = steps.index(merge)
        work = steps[first:]
        assert SubGoal.COUNT not in work
        assert SubGoal.CHOOSE not in work
        assert work[0] == work[-1] == merge
        assert work == [merge, repair] * (len(work) // 2) + [merge]


@settings(max_examples=examples(300))
@given(text=texts.texts)
def test_only_the_last_event_stops(text: str) -> None:
    for trainer in TAUGHT.values():
        *before, last = trainer(pre_tokenize(text), detail=True)
        assert isinstance(last, Stopped)
        assert not any(isinstance(event, Stopped) for event in before)


def test_events_that_report_no_change_leave_the_state_alone() -> None:
    state, untouched = TrainState(), TrainState()
    for event in (
        events.CountsBuilt(3),
        events.CandidatesScanned(3),
        events.PositionVisited(0, False),
        events.PairRanked(0, (97, 98), None),
        events.MergeTried(0, 0, 0),
    ):
        apply(state, event)
    assert state == untouched
