"""The home page: a press to the first merge, one to the first question, and where to go on."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit

Open = Callable[..., Visit]
PHONE: Any = {"viewport": {"width": 390, "height": 844}}


def fits(visited: Visit) -> bool:
    main = visited.page.get_by_test_id("stMain")
    return bool(main.evaluate("main => main.scrollWidth <= main.clientWidth"))


@pytest.mark.first_visit
def test_one_press_leads_to_the_first_merge_and_one_to_a_question(
    server: str, visit: Open
) -> None:
    words = catalogue("zh")
    visited = visit(f"{server}/?lang=zh", **PHONE)
    first = visited.page.get_by_role("link", name=words["home.first_merge"])
    first.wait_for()
    assert fits(visited)
    visited.page.evaluate("window.isSame = true")
    first.click()
    visited.arrives(2, "E4B8")
    visited.page.go_back()
    visited.page.get_by_role("link", name=words["home.first_question"]).click()
    expect(visited.page.locator(".player .say:not(.sizer)")).to_have_text(
        words["question.ask_next_pair"]
    )
    visited.settled().page.locator(".ribbon .slot").first.click()
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text(
        words["player.answer.right"]
    )
    assert visited.page.evaluate("window.isSame"), "no page was loaded anew"


def test_whoever_comes_back_goes_on_where_they_stopped(server: str, visit: Open) -> None:
    visited = visit(f"{server}/?lang=en")
    visited.page.locator(".home h1").wait_for()
    again = visited.page.locator(".again")
    expect(again).to_be_hidden()
    lesson = visited.page.locator("[data-lesson=course-02-bytes]")
    lesson.click()
    onward = visited.page.locator(".st-key-lesson_next button")
    onward.click()
    visited.addressed("lesson=course-02-bytes", "scene=2")
    visited.page.wait_for_function("localStorage['bpe-lab:lessons'].includes('\"scene\":1')")
    visited.page.goto(f"{server}/?lang=en")
    expect(again).to_contain_text("scene 2 of 7")
    mark = "getComputedStyle(document.querySelector('{}'), '::before').content"
    begun = mark.format("[data-lesson=course-02-bytes] span")
    assert catalogue("en")["home.begun"] in visited.page.evaluate(begun)
    again.get_by_role("link").click()
    visited.addressed("lesson=course-02-bytes", "scene=2")
