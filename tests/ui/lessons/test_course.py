"""The course that comes along: its minutes, its exercises, the words it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bpe_lab.exercises.draw import KINDS, draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.lessons.lesson import Lesson, Step, Wording
from bpe_lab.lessons.shelf import course
from tests.ui.test_glossary import TERMS, without_terms

SELF_STUDY = {name: lesson for name, lesson in course().items() if name.startswith("course-")}
EXERCISES = [step for lesson in course().values() for step in lesson.steps if step.exercise]
MINUTES = {"en": re.compile(r"(\d+) min\. "), "zh": re.compile(r"(\d+) 分钟。")}


def wordings(lesson: Lesson) -> Iterator[Wording]:
    yield lesson.title
    yield from lesson.outcomes
    for step in lesson.steps:
        yield from (step.title, step.text, step.note, step.ask, step.answer)


@pytest.mark.parametrize("language", MINUTES)
def test_the_minutes_in_the_lecturer_s_notes_are_those_of_the_lecture(language: str) -> None:
    lecture = course()["lecture"]
    minutes = [MINUTES[language].match(step.note.text(language)) for step in lecture.steps]
    assert None not in minutes
    assert sum(int(match[1]) for match in minutes if match) == lecture.minutes == 90
    assert 20 <= len(lecture.steps) <= 36


def test_the_hall_is_asked_where_the_lecture_wants_a_prediction() -> None:
    for number, step in enumerate(course()["lecture"].steps, 1):
        assert step.ask or step.mode != "predict", f"scene {number}"
        assert bool(step.ask) == bool(step.answer), f"scene {number}"


def test_a_lesson_of_the_self_study_course_takes_no_half_hour() -> None:
    for number, (name, lesson) in enumerate(SELF_STUDY.items(), 1):
        assert name.startswith(f"course-{number:02d}-")
        assert 15 <= lesson.minutes <= 25, name
        assert 5 <= len(lesson.steps) <= 10, name
        assert {"watch", "predict", "do"} == {step.mode for step in lesson.steps}, name


def test_each_step_says_what_it_is_for() -> None:
    for name, lesson in course().items():
        for number, step in enumerate(lesson.steps, 1):
            assert step.title, f"{name}, {number}"
            assert step.text, f"{name}, {number}"


@pytest.mark.parametrize("step", EXERCISES, ids=lambda step: step.address)
def test_each_seed_draws_its_exercise(step: Step) -> None:
    exercise = draw(step.exercise, step.level, Seed.read(step.seed), step.script)  # type: ignore[arg-type]
    assert exercise.text
    assert bool(exercise.word) == (step.exercise == "trace.encode")
    assert step.exercise in KINDS


@pytest.mark.parametrize("name", course())
def test_a_lesson_is_written_in_the_glossary_s_words(name: str) -> None:
    wrong = {
        text: word
        for text in (wording.text("zh") for wording in wordings(course()[name]))
        for words in TERMS.values()
        for word in words
        if word in without_terms(text)
    }
    assert not wrong
