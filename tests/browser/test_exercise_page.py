"""An exercise on the Train page: by touch on a phone, loaded anew, and on to another one."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_it_fits
from tests.browser.player.answers import answer, question_by_question, to_the_end, trace
from tests.browser.player.lab import named

Open = Callable[..., Visit]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "color_scheme": "dark",
}
TOPS = "all => all.map((each) => Math.round(each.getBoundingClientRect().y))"
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"


def test_it_is_done_by_touch_on_a_phone_in_the_dark(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?exercise=2-17F3&lang=zh", **PHONE).ready()
    named(visited, "reveal").tap()
    lit = visited.page.locator(".player [data-linked]")
    expect(lit).to_have_count(0)  # by the finger that was there, whatever has come to lie there
    for question in [q for s in trace(2)["steps"] for q in s.get("questions", [])]:
        answer_by_touch(visited, question)
    named(visited, "forward").tap()
    assert visited.page.locator(".answers.result .judged").inner_text().count("9") == 2
    assert_it_fits(visited)
    parts = visited.page.locator(".st-key-inputs [data-testid=stButtonGroup] *")
    assert parts.evaluate_all(CUT) == 0, "level and text are not cut"


def answer_by_touch(visited: Visit, question: dict[str, Any]) -> None:
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


def test_it_outlasts_a_reload_and_leads_to_another_and_the_next_level(
    server: str, visit: Open
) -> None:
    address = f"{server}/train?exercise=1-17F3"
    visited = visit(address).ready()
    labels = visited.page.locator(".st-key-inputs [data-testid=stWidgetLabel]")
    assert len(set(labels.evaluate_all(TOPS))) == 1, "level, text and seed stand on one line"
    is_done_though_the_page_is_loaded_anew(visited)
    visited.page.goto(server)
    visited.settled()
    visited.page.goto(address)
    visited.ready().player().focus()
    visited.press("End")
    result = visited.page.locator(".answers.result")
    expect(result).to_contain_text("6 of 6")
    leads_to_another_and_to_the_next_level(visited)


def is_done_though_the_page_is_loaded_anew(visited: Visit) -> None:
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
    assert "6 of 6" in visited.page.locator(".answers.result").inner_text()
    visited.press("b")
    expect(visited.page.locator("dialog.hall-blank")).to_have_count(0)


def leads_to_another_and_to_the_next_level(visited: Visit) -> None:
    named(visited, "result-another").click()
    visited.addressed("exercise=1-17F4").settled()
    expect(visited.page.locator(".answers.result")).to_be_hidden()
    is_given_up(visited)
    named(visited, "result-next_level").click()
    visited.addressed("exercise=2-17F5").settled()
    visited.arrives(0, catalogue("en")["exercise.task.trace.naive_2"])
    is_given_up(visited)
    named(visited, "result-again").click()
    visited.arrives(0)
    expect(visited.page.locator(".answers.result")).to_be_hidden()


def is_given_up(visited: Visit) -> None:
    """Whoever has all answers shown may go to the end."""
    visited.player().focus()
    visited.press("ArrowRight", "ArrowRight")
    named(visited, "answer-end").click()
    named(visited, "answer-end_now").click()
    visited.press("End")
