"""Is it pruned: asked of the closest contests, which the figures decide as they are written."""

from __future__ import annotations

import pytest

from bpe_lab.exercises.bytepiece_questions import PRUNED, STAYS, pruning_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.scenes.bytepiece.pieces import exact


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return make_lesson()


@pytest.fixture(scope="module")
def questions(lesson: Lesson) -> list[Question]:
    return pruning_questions(lesson.rounds, lesson.model)


def written(score: float) -> float:
    return float(exact(score).replace("−", "-"))


def test_some_pieces_go_and_some_stay(questions: list[Question]) -> None:
    """Of the lesson's 2,000 pieces one alone is beaten by its parts."""
    right = sorted(str(answer) for question in questions for answer in question.right)
    assert right == [PRUNED, STAYS, STAYS]


def test_the_model_has_what_stays_and_not_what_goes(
    lesson: Lesson, questions: list[Question]
) -> None:
    for question in questions:
        is_there = question.values["piece"] in lesson.model.pieces
        assert question.judge(STAYS if is_there else PRUNED).is_right


def test_who_adds_up_what_is_written_is_right(questions: list[Question]) -> None:
    for question in questions:
        parts = question.values["parts"]
        assert isinstance(parts, tuple)
        assert b"".join(part for part, _ in parts) == question.values["piece"]
        own = question.values["own"]
        assert isinstance(own, float)
        together = sum(written(value) for _, value in parts)
        assert question.judge(STAYS if written(own) > together else PRUNED).is_right


def test_the_other_answer_is_wrong_and_told_by_the_sum(questions: list[Question]) -> None:
    for question in questions:
        (wrong,) = set(question.choices) - question.right
        reason = question.judge(wrong).reason
        assert reason is not None
        assert {"piece", "own", "together"} <= reason.values.keys()
