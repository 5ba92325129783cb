"""Scenes of one's own lesson: added at a moment, kept through a reload, played as seen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit

ADD = ".st-key-add_scene button:visible"
ROWS = "[class*='st-key-draft_open_'] button"
HAS_TOOLS = "'hall' in document.documentElement.dataset"
BOTH = [f"{number}. 训练 · low lower newest widest · 第 {number} 次合并，" for number in (1, 2)]


def test_scenes_added_at_their_moments_outlive_a_reload_and_are_played(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?lang=zh&text=low&merges=6").ready()
    page, added = visited.page, visited.page.locator(".added")
    visited.player().focus()
    visited.press("ArrowRight", "a")
    expect(added).to_contain_text("第 1 幕")
    visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    page.locator(ADD).click()
    expect(added).to_contain_text("第 2 幕：训练 · low lower newest widest · 第 2 次合并，选择")
    assert visited.step() == 4, "the walk stays"
    added.get_by_role("button", name="打开我的课").click()
    expect(page.locator(ROWS)).to_contain_text(BOTH)
    page.reload()
    expect(page.locator(ROWS)).to_contain_text(BOTH)
    page.get_by_label("标题").fill("两幕")
    page.get_by_label("学完之后能做什么").fill("会选。")
    page.get_by_text("各幕").last.click()
    page.locator("[class*='st-key-draft_remove_'] button:visible").first.click()
    expect(page.locator(ROWS)).to_have_count(1)
    page.locator(".st-key-draft_play button:enabled").click()
    visited.addressed("lesson=~", "scene=1")
    visited.arrives(4)


def test_the_key_adds_from_anywhere_unless_a_question_may_want_it(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/why?lang=en&sample=hello&ask=1").settled()
    visited.page.locator(".asking-veil").wait_for()
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a")
    visited.page.goto(f"{server}/why?lang=en&sample=hello")
    visited.settled().page.locator(".player[data-board]").wait_for()
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a")
    expect(visited.page.locator(".added")).to_contain_text("as scene 1:")


def test_the_key_adds_from_outside_a_walk_but_not_while_it_is_an_exercise(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?lang=en&exercise=1-17F3").ready()
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a", "ArrowRight")
    visited.page.evaluate("document.activeElement.blur()")
    visited.press("a")
    visited.page.goto(f"{server}/train?lang=en&text=low&merges=6")
    visited.ready().page.wait_for_function(HAS_TOOLS)
    visited.press("a")
    expect(visited.page.locator(".added")).to_contain_text("as scene 1:")
