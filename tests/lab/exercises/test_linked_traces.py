"""Traces inside the linked trainer: who counts again scores all, whoever errs does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import cast

import pytest

from bpe_core.model import Pair
from bpe_lab.exercises.draw import (
    CLAIMS,
    LEVELS,
    MATERIAL,
    Exercise,
    Script,
    asks_of,
    draw,
    exercise_questions,
)
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import (
    FAILS,
    HOLDS,
    PREFIX,
    Answer,
    Change,
    Question,
    QuestionAt,
)
from bpe_lab.exercises.seed import NUMBERS, Seed
from tests.examples import again_with_all, by_set
from tests.lab.exercises.test_linked_questions import answer_by_looking, run_of, states

pytestmark = again_with_all

KIND = "trace.linked"
SEEDS = by_set(25, 100, 1000)
STRIDE = 131
TRACED = list(product([level for level in LEVELS if level < CLAIMS], MATERIAL))
CLAIMED = list(product([CLAIMS], MATERIAL))
MOST_ANSWERS = 70  # of a trace that is all one's own: a text of 20 bytes has no more


def drawn(level: int, script: Script) -> list[Exercise]:
    return [draw(KIND, level, Seed(k * STRIDE % NUMBERS), script) for k in range(SEEDS)]


# Of a module's scope, so that all tests ask of one level and script before the next is solved.
@pytest.fixture(scope="module", params=TRACED, ids=str)
def traces(request: pytest.FixtureRequest) -> list[Exercise]:
    """Exercises that ask for answers of one's own."""
    return drawn(*request.param)


@pytest.fixture(scope="module", params=CLAIMED, ids=str)
def claims(request: pytest.FixtureRequest) -> list[Exercise]:
    """Exercises that ask which claim is wrong."""
    return drawn(*request.param)


@lru_cache(maxsize=SEEDS)
def solved(exercise: Exercise) -> tuple[tuple[Question, Answer], ...]:
    """All that is asked, each with the solver's answer; solved once for all tests."""
    events = run_of(exercise)
    before = states(events)
    by_moment = exercise_questions(exercise, linked_questions(events))
    return tuple(
        (
            question,
            answer_by_looking(
                events,
                before,
                QuestionAt(index, replace(question, ask=question.ask.removeprefix(PREFIX))),
            ),
        )
        for index, questions in by_moment.items()
        for question in questions
    )


def errors(question: Question, right: Answer, dice: Random) -> Iterator[Answer]:
    """Answers that a student may give instead, the right one not among them."""
    yield from question.wrong
    yield from question.choices
    offered: Sequence[Pair] = list(question.offered)
    if question.kind == "pairs":
        for _ in range(5):
            yield frozenset(dice.sample(offered, dice.randint(0, len(offered))))
    if question.kind == "changes":
        members = cast(frozenset[Change], right)
        pair, delta = dice.choice(sorted(members))
        yield members - {(pair, delta)}
        yield members - {(pair, delta)} | {(pair, -delta)}
        for other in set(offered) - {each for each, _ in members}:
            yield members | {(other, dice.choice([-1, 1]))}


def test_a_solver_scores_all_of_each_level_and_each_level_asks_its_own(
    traces: list[Exercise],
) -> None:
    for exercise in traces:
        names = set()
        for question, answer in solved(exercise):
            names.add(question.ask)
            assert question.judge(answer).is_right, (exercise, question.ask, answer)
        # Where all pairs but one have left the heap, nobody asks which is next.
        assert asks_of(KIND, exercise.level) - names <= {"next_entry"}, exercise


def test_whoever_errs_at_random_is_never_marked_right(traces: list[Exercise]) -> None:
    dice = Random(4)
    for exercise in traces:
        for question, right in solved(exercise):
            for wrong in errors(question, right, dice):
                assert question.judge(wrong).is_right == (wrong == right), question.ask


def test_changes_may_be_named_in_any_order(traces: list[Exercise]) -> None:
    for exercise in traces:
        for question, right in solved(exercise):
            if question.kind == "changes":
                backwards = sorted(cast(frozenset[Change], right), reverse=True)
                assert question.judge(frozenset(backwards)).is_right


def test_all_that_is_right_is_offered_and_something_that_is_not(traces: list[Exercise]) -> None:
    for exercise in traces:
        for question, right in solved(exercise):
            if question.offered:
                members = cast(frozenset[Pair] | frozenset[Change], right)
                pairs = {each if question.kind == "pairs" else each[0] for each in members}
                assert pairs <= question.offered.keys(), (exercise, question.ask)
                assert len(question.offered.keys() - pairs) >= 1, (exercise, question.ask)
            if question.ask == "next_entry":
                assert 2 <= len(question.choices) <= 5
                assert right in question.choices


def test_a_whole_trace_can_be_borne(traces: list[Exercise]) -> None:
    for exercise in traces:
        if exercise.level == CLAIMS - 1:
            assert 20 <= sum(1 for _ in solved(exercise)) <= MOST_ANSWERS, exercise


def test_of_all_claims_exactly_one_is_wrong(claims: list[Exercise]) -> None:
    for exercise in claims:
        assert 20 <= len(solved(exercise)) <= MOST_ANSWERS, exercise
        wrong = 0
        for question, right in solved(exercise):
            holds = question.values["answer"] == right
            wrong += not holds
            assert question.judge(HOLDS if holds else FAILS).is_right, question.ask
            assert not question.judge(FAILS if holds else HOLDS).is_right
        assert wrong == 1, exercise
