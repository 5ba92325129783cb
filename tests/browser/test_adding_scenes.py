"""Scenes of one's own lesson: added at a moment, kept through a reload, played as seen."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit

ADD = ".st-key-add_scene button:visible"
ROWS = "[class*='st-key-draft_open_'] button"
HAS_TOOLS = "'hall' in document.documentElement.dataset"
ADDED = [
    "1. 为什么用子词",
    *(
        f"{scene}. 训练 · low lower newest widest · 第 {merge} 次合并，"
        for scene, merge in ((2, 1), (3, 2), (4, 2))
    ),
]


def test_scenes_are_added_by_a_key_kept_and_played(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?lang=zh&exercise=1-17F3").ready()
    none_is_added_while_a_walk_is_an_exercise(visited)
    visited.page.goto(f"{server}/why?lang=zh&sample=hello&ask=1")
    none_is_added_while_a_question_may_want_the_key(visited.settled())
    visited.page.goto(f"{server}/why?lang=zh&sample=hello")
    the_first_is_added_on_a_page_without_a_walk(visited.settled())
    visited.page.goto(f"{server}/train?lang=zh&text=low&merges=6&step=0")
    added_at_their_moments_they_outlive_a_reload_and_are_played(visited.ready())


def none_is_added_while_a_walk_is_an_exercise(visited: Visit) -> None:
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a", "ArrowRight")
    visited.page.evaluate("document.activeElement.blur()")
    visited.press("a")


def none_is_added_while_a_question_may_want_the_key(visited: Visit) -> None:
    visited.page.locator(".asking-veil").wait_for()
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a")


def the_first_is_added_on_a_page_without_a_walk(visited: Visit) -> None:
    visited.page.locator(".player[data-board]").wait_for()
    visited.page.wait_for_function(HAS_TOOLS)
    visited.press("a")
    expect(visited.page.locator(".added")).to_contain_text("第 1 节")


def added_at_their_moments_they_outlive_a_reload_and_are_played(visited: Visit) -> None:
    """By the key from within a walk, by the button, and by the key from outside."""
    page, added = visited.page, visited.page.locator(".added")
    page.wait_for_function(HAS_TOOLS)
    visited.player().focus()
    visited.press("ArrowRight", "a")
    expect(added).to_contain_text("第 2 节")
    visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    page.locator(ADD).click()
    expect(added).to_contain_text("第 3 节：训练 · low lower newest widest · 第 2 次合并，选择")
    page.evaluate("document.activeElement.blur()")
    visited.press("a")
    expect(added).to_contain_text("第 4 节")
    assert visited.step() == 4, "the walk stays"
    added.get_by_role("button", name="打开我的课").click()
    expect(page.locator(ROWS)).to_contain_text(ADDED)
    page.reload()
    expect(page.locator(ROWS)).to_contain_text(ADDED)
    page.get_by_label("标题").fill("两节")
    page.get_by_label("学完之后能做什么").fill("会选。")
    page.get_by_text("各节").last.click()
    for left in (3, 2, 1):
        page.locator("[class*='st-key-draft_remove_'] button:visible").first.click()
        expect(page.locator(ROWS)).to_have_count(left)
    page.locator(".st-key-draft_play button:enabled").click()
    visited.addressed("lesson=~", "scene=1")
    visited.arrives(4)
