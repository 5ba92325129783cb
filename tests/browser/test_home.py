"""The home page on a phone: own words in tokens, a tree, the ways on; a lesson, any page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_it_fits, at_rest

WORDS = catalogue("zh")


def test_a_phone_s_reader_is_led_on(server: str, visit: Callable[..., Visit]) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = visit(f"{server}/?lang=zh", **phone).settled()
    visited.page.evaluate("window.isSame = true")
    own_words_are_tokens_at_once_and_a_press_shows_the_tree(visited)
    they_lead_to_their_training_and_a_press_to_a_question(visited)
    assert visited.page.evaluate("window.isSame"), "no page was loaded anew"
    whoever_comes_back_goes_on_where_they_stopped(visited, f"{server}/?lang=zh")
    the_menu_closes_by_touch_and_once_it_has_led_somewhere(visited)


def own_words_are_tokens_at_once_and_a_press_shows_the_tree(visited: Visit) -> None:
    page = visited.page
    field, tokens = page.locator("textarea").first, page.locator(".flow-item")
    expect(tokens).not_to_have_count(0)
    field.fill("")
    expect(tokens).to_have_count(0)
    field.press_sequentially("不 cat", delay=40)
    expect(tokens).to_have_text(["不", "cat"])
    expect(page.locator(".counted b")).to_have_text("2 个词元")
    assert_it_fits(visited)
    tokens.nth(1).tap()
    card = page.locator(".st-key-token_picked")
    expect(card.locator(".derivation .node")).not_to_have_count(0)
    expect(card.locator(".player")).to_have_attribute("data-grows", "")
    card.get_by_role("button", name="✕").tap()
    expect(card).to_have_count(0)


def they_lead_to_their_training_and_a_press_to_a_question(visited: Visit) -> None:
    visited.page.get_by_role("link", name=WORDS["home.learned"]).tap()
    visited.addressed("text=own", "own=")
    expect(visited.page.locator(".ribbon")).to_contain_text("c")
    visited.page.go_back()
    visited.page.get_by_role("link", name=WORDS["home.first_question"]).tap()
    expect(visited.page.locator(".player .say:not(.sizer)")).to_have_text(
        WORDS["question.ask_next_pair"]
    )
    visited.settled().page.locator(".ribbon .slot[data-at='5']").first.tap()
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text(
        WORDS["player.answer.right"]
    )


def whoever_comes_back_goes_on_where_they_stopped(visited: Visit, home: str) -> None:
    visited.page.goto(home)
    again = visited.page.locator(".again")
    lesson = visited.page.locator("[data-lesson=course-01-tokens]")
    lesson.wait_for()
    expect(again).to_be_hidden()
    lesson.tap()
    visited.page.locator(".st-key-lesson_next button").click()
    visited.addressed("lesson=course-01-tokens", "scene=2")
    visited.page.wait_for_function("localStorage['bpe-lab:lessons'].includes('\"scene\":1')")
    visited.page.goto(home)
    expect(again).to_contain_text("第 2 节")
    mark = "getComputedStyle(document.querySelector('{}'), '::before').content"
    begun = mark.format("[data-lesson=course-01-tokens] span")
    assert WORDS["home.begun"] in visited.page.evaluate(begun)
    again.get_by_role("link").tap()
    visited.addressed("lesson=course-01-tokens", "scene=2")


def the_menu_closes_by_touch_and_once_it_has_led_somewhere(visited: Visit) -> None:
    page = visited.settled().page
    page.get_by_test_id("stExpandSidebarButton").tap()
    close = page.get_by_test_id("stSidebarCollapseButton").locator("button")
    close.wait_for()
    at_rest(visited)
    box = close.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    visited.settled()
    assert "lang=zh" in page.url
    page.get_by_test_id("stExpandSidebarButton").tap()
    page.get_by_test_id("stSidebarNavLink").filter(has_text=WORDS["page.train"]).first.tap()
    page.wait_for_url("**/train?**")
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
