"""Traces of a student's own: what each level asks, and claims of which exactly one is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_lab.exercises.draw import (
    CLAIMS,
    LEVELS,
    Exercise,
    asks_of,
    exercise_questions,
    mend_of,
)
from bpe_lab.exercises.questions import FAILS, HOLDS, PREFIX, Question
from bpe_lab.exercises.train_questions import MergeMoment, merge_moments
from tests.examples import again_with_all, examples
from tests.lab.exercises.drawn_exercises import claimed, exercises, traced, train_questions
from tests.lab.exercises.naive_solver import Solved, by_hand

pytestmark = again_with_all


def every() -> tuple[Exercise, ...]:
    return exercises("trace.naive", examples(200))


def moments(exercise: Exercise) -> list[MergeMoment]:
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    return list(merge_moments(run))


def asked(exercise: Exercise) -> Iterator[tuple[Question, Solved]]:
    """All that is asked, each with what the solver knows of its merge."""
    found = moments(exercise)
    pairs = [(moment.number, each) for moment in found for each in train_questions(moment)]
    by_moment = exercise_questions(exercise, pairs)
    for number, solved in enumerate(by_hand(exercise)):
        for question in by_moment.get(number, ()):
            yield question, solved


def test_each_level_asks_its_own_and_a_solver_scores_all() -> None:
    for exercise in traced(every()):
        names = set()
        for question, solved in asked(exercise):
            names.add(question.ask)
            assert question.judge(solved.answer(question)).is_right, (exercise, question.ask)
        assert names == asks_of(exercise.kind, exercise.level), exercise


def test_whoever_errs_is_never_marked_right() -> None:
    for exercise in traced(every()):
        for question, solved in asked(exercise):
            right = solved.answer(question)
            for wrong in question.wrong:
                assert wrong != right
                assert not question.judge(wrong).is_right


def test_positions_may_be_named_in_any_order() -> None:
    for exercise in traced(every()):
        for question, solved in asked(exercise):
            if question.ask == "its_positions":
                answer = solved.answer(question)
                assert isinstance(answer, frozenset)
                backwards = frozenset(sorted(answer, key=repr, reverse=True))
                assert question.judge(backwards).is_right  # type: ignore[arg-type]


def claim_holds(question: Question, solved: Solved) -> bool:
    """Whether the claim says what the solver would."""
    original = replace(question, ask=question.ask.removeprefix(PREFIX))
    return solved.answer(original) == question.values["answer"]


def test_of_all_claims_exactly_one_is_wrong() -> None:
    for exercise in claimed(every()):
        wrong = 0
        for question, solved in asked(exercise):
            assert question.kind == "judge"
            holds = claim_holds(question, solved)
            wrong += not holds
            assert question.judge(HOLDS).is_right == holds, (exercise, question.ask)
            assert question.judge(FAILS).is_right != holds
            assert set(question.wrong) == {FAILS if holds else HOLDS}
        assert wrong == 1, exercise


def test_the_wrong_claim_may_be_any_and_is_the_same_each_time() -> None:
    names = []
    for exercise in claimed(every()):
        (name,) = (q.ask for q, solved in asked(exercise) if not claim_holds(q, solved))
        assert name in [q.ask for q, solved in asked(exercise) if not claim_holds(q, solved)]
        names.append(name)
    assert len(set(names)) >= 3


def test_claims_are_about_all_that_the_level_before_asks() -> None:
    names = {question.ask for question, _ in asked(claimed(every())[0])}
    assert names == {PREFIX + ask for ask in asks_of("trace.naive", CLAIMS - 1)}


@pytest.mark.parametrize("level", LEVELS)
def test_a_wrong_step_is_undone_until_the_whole_trace_is_the_student_s(level: int) -> None:
    assert mend_of(level) == ("undo" if level <= 3 else "set_right")
