"""Questions inside the trainer: who counts again and looks again is always right."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bpe_core.events import (
    CountChanged,
    Event,
    HeapPopped,
    HeapPushed,
    PositionVisited,
    Relinked,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.train.linked import train_linked
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import Answer, Question, QuestionAt
from tests.examples import again_with_all, by_set
from tests.lab.exercises.drawn_exercises import exercises

pytestmark = again_with_all


def every() -> tuple[Exercise, ...]:
    return exercises("trace.linked", by_set(8, 60, 200))


def run_of(exercise: Exercise) -> list[Event]:
    return list(train_linked(pre_tokenize(exercise.text), exercise.options, detail=True))


def recount(state: TrainState) -> Counter[Pair]:
    """Every pair of the text as it stands, counted once more."""
    return Counter(
        (left, right)
        for start in state.starts
        for (_, left), (_, right) in pairwise(state.tokens_of(start))
    )


def states(events: list[Event]) -> list[TrainState]:
    """The state before each event and at the end; each one a replay of its own."""
    replayed = []
    for end in range(len(events) + 1):
        state = TrainState()
        for event in events[:end]:
            apply(state, event)
        replayed.append(state)
    return replayed


def answer_by_looking(
    events: list[Event], before: list[TrainState], asked: QuestionAt
) -> Answer:
    """An answer from the texts before and after, by counting."""
    index, question = asked
    event, state = events[index], before[index]
    match question.ask, event:
        case "is_stale", HeapPopped(entry=(negative, _, pair)):
            is_true = recount(state)[pair] == -negative
            return "fresh" if is_true else "stale"
        case "next_entry", HeapPopped():
            return min(state.heap)[2]
        case "why_skipped", PositionVisited(position=at):
            return fate(events, before, index, at)
        case "next_position", Relinked(position=at):
            tokens = [p for start in state.starts for p, _ in state.tokens_of(start)]
            ends = [start + size for start, size in state.size_at.items()]
            following = min([p for p in [*tokens, *ends] if p > at])
            return None if following in ends else following
        case "changed_counts", CountChanged():
            place = max(k for k in range(index) if isinstance(events[k], TokenMerged))
            change = recount(before[place + 1])
            change.subtract(recount(before[place]))
            return frozenset((pair, delta) for pair, delta in change.items() if delta)
        case "pushed", HeapPushed():
            return pushed(events, before, index)
    raise AssertionError(question.ask)


def fate(events: list[Event], before: list[TrainState], index: int, at: int) -> str:
    start = max(k for k in range(index) if isinstance(events[k], HeapPopped))
    pair = events[start].entry[2]  # type: ignore[attr-defined]  # it is a popped entry
    now = dict(token for s in before[index].starts for token in before[index].tokens_of(s))
    then = dict(token for s in before[start].starts for token in before[start].tokens_of(s))
    if at not in now:
        return "overlap" if at in then else "absorbed"
    following = before[index].next[at]
    return "merged" if (now[at], now.get(following)) == pair else "changed"


def pushed(events: list[Event], before: list[TrainState], index: int) -> frozenset[Pair]:
    """The pairs beside the places of this merge that still stand in the text."""
    start = max(k for k in range(index) if isinstance(events[k], HeapPopped))
    touched = {
        events[k].pair  # type: ignore[attr-defined]  # it is a changed count
        for k in range(start, index)
        if isinstance(events[k], CountChanged)
    }
    counts = recount(before[index])
    return frozenset(pair for pair in touched if counts[pair])


def test_looking_again_gives_every_right_answer() -> None:
    asked_of = Counter[str]()
    for exercise in every():
        events = run_of(exercise)
        before = states(events)
        for asked in linked_questions(events):
            answer = answer_by_looking(events, before, asked)
            assert asked.question.judge(answer).is_right, (exercise, asked, answer)
            asked_of[asked.question.ask] += 1
    assert len(asked_of) == 6, "every kind of question was asked"


def test_of_entries_that_tie_the_first_is_named_once_it_is_known() -> None:
    ties = 0
    for exercise in every():
        for _, question in linked_questions(run_of(exercise)):
            if question.ask == "next_entry":
                reasons = {reason.key for reason in question.wrong.values()}
                assert (question.because is not None) == ("entry_tied" in reasons)
                ties += question.because is not None
    assert ties


def test_a_wrong_next_is_met_by_what_stands_there() -> None:
    keys = set()
    for exercise in every():
        for _, question in linked_questions(run_of(exercise)):
            if question.ask != "next_position":
                continue
            (at,) = question.values.values()
            assert isinstance(at, int)
            for answer, reason in question.wrong.items():
                assert reason.key == next_reason(at, answer)
                keys.add(reason.key)
    assert len(keys) == 4


def next_reason(at: int, answer: Answer) -> str:
    if answer is None:
        return "next_goes_on"
    assert isinstance(answer, int)
    if answer == at:
        return "next_itself"
    return "next_before" if answer < at else "next_absorbed"


def test_whatever_else_is_chosen_is_refused_with_a_reason() -> None:
    for exercise in every():
        for _, question in linked_questions(run_of(exercise)):
            wrong: list[Answer] = [
                each for each in question.choices if each not in question.right
            ]
            wrong += list(question.wrong)
            if question.kind in ("pairs", "changes"):
                (right,) = question.right
                assert isinstance(right, frozenset)
                wrong += [frozenset(list(right)[1:])]
            for answer in wrong:
                verdict = question.judge(answer)
                assert not verdict.is_right
                assert verdict.reason is not None
                assert verdict.reason.values, (question.ask, answer)


def test_an_overlap_and_a_changed_place_are_told_apart() -> None:
    events = list(train_linked(pre_tokenize("aaa aa a"), detail=True))
    fates = [
        next(iter(asked.question.right))
        for asked in linked_questions(events)
        if asked.question.ask == "why_skipped"
    ]
    assert "overlap" in fates


def test_a_delta_of_the_wrong_sign_is_named() -> None:
    events = list(train_linked(pre_tokenize("ab ab"), detail=True))
    questions = [each.question for each in linked_questions(events)]
    question = next(each for each in questions if each.ask == "changed_counts")
    (right,) = question.right
    assert isinstance(right, frozenset)
    reason = question.judge(frozenset((pair, -delta) for pair, delta in right)).reason
    assert reason is not None
    assert reason.key == "other_delta"
    assert question.judge(frozenset([((120, 121), 1)])).reason.key == "count_stays"  # type: ignore[union-attr]


def changes_of(text: str) -> list[Question]:
    events = train_linked(pre_tokenize(text), detail=True)
    questions = (each.question for each in linked_questions(events))
    return [each for each in questions if each.ask == "changed_counts"]


def test_what_goes_on_one_side_and_comes_on_the_other_is_told_so() -> None:
    second, pair = changes_of("nonono")[1], (256, ord("n"))
    assert second.offered[pair].key == "count_back"
    reason = second.judge(frozenset([(pair, 1)])).reason
    assert reason is not None
    assert reason.key == "count_back"


def test_of_a_pair_that_overlaps_itself_all_that_goes_is_counted() -> None:
    first, pair = changes_of("aaaa")[0], (ord("a"), ord("a"))
    assert first.offered[pair].key == "count_overlapping"
    assert first.offered[pair].values["by"] == 2
    assert (pair, -2) in next(iter(first.right))  # type: ignore[operator]
