"""What is asked before the growth: the factor of the steepest lane and of the flattest."""

from __future__ import annotations

import pytest

from bpe_lab.exercises.questions import Question
from bpe_lab.text import number_text, t
from tests.ui import standings
from ui.charts.numbers import time_text
from ui.page.asking import sentence
from ui.race.growth_chart import growth_questions, growth_word

POWERS = {"naive": 2.0, "indexed": 1.5, "linked": 1.0}  # by which a lane's time grows
LANES = tuple(POWERS)


def asked() -> list[Question]:
    standing = standings.growing(LANES, POWERS)
    return [question for question in growth_questions(standing) if question is not None]


def test_the_steepest_lane_and_the_flattest_are_asked_about() -> None:
    assert [question.values["lane"] for question in asked()] == ["naive", "linked"]


@pytest.mark.parametrize("index", [0, 1])
def test_only_the_factor_passes_and_a_wrong_one_is_told_the_times(
    index: int, language: str
) -> None:
    question = asked()[index]
    lane = str(question.values["lane"])
    sizes = standings.growing(LANES, POWERS).sizes
    first, last = (
        time_text(standings.median_time(size, POWERS[lane])) for size in (sizes[0], sizes[-1])
    )
    assert t(f"lane.{lane}.title") in sentence(
        "asking.ask_factor", question.values, growth_word
    )
    for choice in question.choices:
        verdict = question.judge(choice)
        assert verdict.is_right == (choice == f"{2 ** POWERS[lane]:.0f}")
        if verdict.reason is None:
            continue
        told = sentence(f"asking.{verdict.reason.key}", verdict.reason.values, growth_word)
        for value in (number_text(sizes[0]), number_text(sizes[-1]), first, last):
            assert value in told, (language, value)


def test_lanes_of_one_size_are_not_asked_about() -> None:
    assert growth_questions(standings.duel()) == []
