"""An exercise on the Train page: by touch on a phone, in a hall, and on to another one."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.answers import answer, question_by_question, to_the_end, trace
from tests.browser.player.lab import named

Open = Callable[..., Visit]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "color_scheme": "dark",
}


@in_chinese
def test_an_exercise_is_done_by_touch_on_a_phone_in_the_dark(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/train?exercise=2-17F3&lang={language}", **PHONE).ready()
    named(visited, "reveal").tap()
    lit = visited.page.locator(".player [data-linked]")
    expect(lit).to_have_count(0)  # by the finger that was there, whatever has come to lie there
    for question in [q for s in trace(2)["steps"] for q in s.get("questions", [])]:
        bar = visited.page.locator(".answers:not(.result)")
        for _ in range(3):
            if not bar.is_visible():
                named(visited, "forward").tap()
        if question["kind"] == "positions":
            for position in question["right"][0].split(","):
                visited.page.locator(f".ribbon .slot[data-at='{position}']").first.tap()
        else:
            named(visited, "answer-number").fill(question["right"][0])
        named(visited, "answer-check").tap()
        expect(visited.page.locator(".answers[data-state=right]")).to_be_visible()
        named(visited, "answer-onward").tap()
    named(visited, "forward").tap()
    assert visited.page.locator(".answers.result .judged").inner_text().count("9") == 2
    wide = visited.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    parts = visited.page.locator(".st-key-inputs [data-testid=stButtonGroup] *")
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
    assert parts.evaluate_all(cut) == 0, "level and text are not cut"


@pytest.mark.first_visit
@in_chinese
def test_in_a_hall_question_answers_and_verdict_are_large(
    server: str, visit: Open, language: str
) -> None:
    address = f"{server}/train?exercise=5-17F3&mode=present&lang={language}"
    size = {"width": 1920, "height": 1080}
    visited = visit(address, viewport=size, color_scheme="dark").ready()
    type_size = "node => parseFloat(getComputedStyle(node).fontSize)"
    for question in question_by_question(visited, trace(5)):
        answer(visited, question)
        for part in (".say:not(.sizer)", ".answers .controls button", ".answers .judged"):
            assert visited.page.locator(part).first.evaluate(type_size) >= 28, part
    to_the_end(visited)
    result = visited.page.locator(".answers.result .judged")
    assert result.evaluate(type_size) >= 28
    box = result.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 1080


def test_a_page_that_is_loaded_anew_goes_on_with_the_exercise(server: str, visit: Open) -> None:
    address = f"{server}/train?exercise=1-17F3"
    visited = visit(address).ready()
    visited.player().focus()
    for number, question in enumerate(question_by_question(visited, trace(1))):
        answer(visited, question)
        if number == 2:
            visited.link()
            step = visited.step()
            visited.page.reload()
            visited.ready().arrives(step)
            visited.player().focus()
            visited.press("ArrowRight")
    to_the_end(visited)
    result = visited.page.locator(".answers.result")
    assert "6 of 6" in result.inner_text()
    visited.press("b")
    expect(visited.page.locator("dialog.hall-blank")).to_have_count(0)
    visited.page.goto(server)
    visited.settled()
    visited.page.goto(address)
    visited.ready().player().focus()
    visited.press("End")
    expect(result).to_contain_text("6 of 6")
    named(visited, "result-again").click()
    visited.arrives(0, "")
    expect(result).to_be_hidden()


def test_another_one_and_the_next_level_follow_from_the_result(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/train?exercise=1-17F3").ready()
    tops = "all => all.map((each) => Math.round(each.getBoundingClientRect().y))"
    labels = visited.page.locator(".st-key-inputs [data-testid=stWidgetLabel]")
    assert len(set(labels.evaluate_all(tops))) == 1, "level, text and seed stand on one line"
    visited.player().focus()
    for question in question_by_question(visited, trace(1)):
        answer(visited, question)
    to_the_end(visited)
    named(visited, "result-another").click()
    visited.addressed("exercise=1-17F4").settled()
    expect(visited.page.locator(".answers.result")).to_be_hidden()
    visited.player().focus()
    visited.press("ArrowRight", "ArrowRight")
    named(visited, "answer-show").click()
    named(visited, "answer-onward").click()
    visited.press("End")
    named(visited, "result-next_level").click()
    visited.addressed("exercise=2-17F5")
    visited.arrives(0, catalogue("en")["exercise.task.trace.naive_2"])


def test_a_link_to_no_exercise_opens_the_page_with_a_notice(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?exercise=9-17F3").ready()
    visited.addressed(without="exercise")
    notice = visited.page.get_by_test_id("stAlert")
    assert catalogue("en")["exercise.link"] in notice.inner_text()
