"""A trace inside the trainer, done to its end: by keyboard alone, and by touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.exercises.draw import draw
from bpe_core.exercises.material import Script
from bpe_core.exercises.seed import Seed
from bpe_core.texts.corpus import Corpus
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults
from tests.browser.player.answers import answerable, asked, offer, step_by_keys
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, named

SEED = "1005"
DONE = ".answers.result"
RESULT = "player.exercise.result"


def recorded(level: int, script: Script) -> Json:
    exercise = draw("trace.linked", level, Seed.read(SEED), script)
    return linked_walk(Corpus(exercise.text), exercise.options, exercise=exercise).recording


def by_keys(visited: Visit, question: Json) -> None:
    (key,) = question["right"]
    match question["kind"]:
        case "changes":
            step_by_keys(visited, question, key)
            visited.press("Enter")
        case "pairs":
            for pair in key.split(";"):
                offer(visited, pair).focus()
                visited.press("Space")
            named(visited, "answer-check").focus()
            visited.press("Enter")
        case _:
            visited.press("abcde"[[each for each, _ in question["choices"]].index(key)])


def by_touch(visited: Visit, question: Json) -> None:
    (key,) = question["right"]
    match question["kind"]:
        case "changes":
            for member in key.split(";"):
                pair, delta = member.split(":")
                step = "less" if int(delta) < 0 else "more"
                for _ in range(abs(int(delta))):
                    offer(visited, pair).locator(f".step-{step}").tap()
            named(visited, "answer-check").tap()
        case "pairs":
            for pair in key.split(";"):
                offer(visited, pair).tap()
            named(visited, "answer-check").tap()
        case _:
            index = [each for each, _ in question["choices"]].index(key)
            visited.page.locator(f".answer-choice-{index}").tap()


def done_by(
    visited: Visit,
    recording: Json,
    answer: Callable[[Visit, Json], None],
    onward: Callable[[], Any],
    language: str,
    look: Callable[[Json], None] = lambda question: None,
) -> None:
    """Answer all questions, in their order, and come to the result."""
    questions = asked(recording)
    bar = visited.page.locator(".answers:not(.result)")
    for question in questions:
        if not bar.is_visible():
            visited.press("End")  # no farther than to the next question
        expect(bar).to_be_visible()
        expect(bar).to_have_attribute("data-kind", question["kind"])
        look(question)
        answer(visited, question)
        words = visited.page.locator(".answers:not(.result) .judged")
        expect(words).to_contain_text(catalogue(language)["player.answer.right"])
        onward()
    visited.press("End")
    expect(visited.page.locator(DONE)).to_be_visible()
    number = str(len(questions))
    result = visited.page.locator(DONE).inner_text()
    assert result.count(number) >= 2, "all at the first try"
    has_one_try = recording["exercise"]["mend"] == "set_right"
    words = catalogue(language)["player.exercise.result_once" if has_one_try else RESULT]
    assert result.startswith(words.split("{")[0])
    assert words.rpartition("}")[2] in result


def test_all_of_a_trace_is_done_by_keyboard_in_chinese_and_dark(
    server: str, visit: Callable[..., Visit]
) -> None:
    link = f"{server}/linked?exercise=4-{SEED}-chinese&lang=zh"
    visited = visit(link, color_scheme="dark").ready()
    visited.player().focus()
    kinds = set[str]()

    def look(question: Json) -> None:
        if question["kind"] not in kinds:
            kinds.add(question["kind"])
            assert serious_faults(visited) == [], question["kind"]

    recording = recorded(4, "chinese")
    done_by(visited, recording, by_keys, lambda: visited.press("ArrowRight"), "zh", look)
    assert kinds >= {"changes", "pairs", "choice"}


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 3])
def test_a_trace_is_done_by_touch_on_a_phone_in_chinese_and_dark(lab: Lab, level: int) -> None:
    recording = recorded(level, "latin")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = lab(answerable(recording, "zh"), **phone, color_scheme="dark")

    def onward() -> None:
        go = named(visited, "answer-onward")
        (go if go.is_visible() else visited.page.locator(".player [data-name=forward]")).tap()

    def look(question: Json) -> None:
        if question["kind"] == "changes":
            ends = {end for line in lines_of(visited, ".stepper")[:-1] for end in line[-1:]}
            assert len(ends) == 1, "they stand in columns"

    done_by(visited, recording, by_touch, onward, "zh", look)


def lines_of(visited: Visit, selector: str) -> list[list[int]]:
    """Where the elements end on the right, line by line."""
    lines: dict[int, list[int]] = {}
    for box in visited.page.locator(f".answers {selector}").all():
        place = box.bounding_box()
        assert place
        lines.setdefault(round(place["y"]), []).append(round(place["x"] + place["width"]))
    return list(lines.values())
