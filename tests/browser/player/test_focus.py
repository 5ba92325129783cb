"""The focus stays in the player, and with it the keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import (
    PANELS,
    WALK,
    Lab,
    named,
    refocused,
)


def test_the_button_that_reveals_the_answer_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.press("q", "ArrowRight")
    named(visited, "reveal").click()
    assert visited.step() == 1
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 2


def test_a_view_that_is_no_more_to_choose_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    named(visited, "view-1").click()
    assert not refocused(visited)
    visited.press("ArrowRight")
    expect(named(visited, "view-1")).to_be_hidden()
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 2


def test_a_cell_that_is_gone_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    reached = visited.page.locator(".cells li[tabindex='0']")
    visited.page.locator(".cells li").first.focus()
    visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert reached.get_attribute("data-index") == "2", "Tab leads back to the same cell"
    assert visited.step() == 0, "the arrows walk along the cells"
    visited.press("PageDown")
    expect(visited.page.locator(".cells li")).to_have_count(1)
    assert reached.get_attribute("data-index") == "0"
    assert refocused(visited)
    visited.press("PageDown")
    assert visited.step() == 2
    expect(reached).to_have_count(1)


def test_a_fold_with_nothing_more_to_show_gives_the_focus_back(lab: Lab) -> None:
    visited = lab(mounted(PANELS))
    named(visited, "ledger-fold").focus()
    visited.press("PageDown")
    expect(named(visited, "ledger-fold")).to_be_hidden()
    assert refocused(visited)
    visited.press("PageDown")
    named(visited, "ledger-fold").click()
    visited.press("PageDown")
    expect(named(visited, "ledger-fold"), "what is unfolded can be folded").to_be_visible()
    named(visited, "ledger-fold").click()
    assert refocused(visited)
    visited.press("ArrowRight")
    assert visited.step() == 4


@pytest.mark.parametrize("width", [1280, 700])
def test_help_over_a_menu_returns_to_the_menu_s_button(lab: Lab, width: int) -> None:
    visited = lab(mounted(WALK), viewport={"width": width, "height": 800})
    if width < 1000:
        named(visited, "more").click()
    named(visited, "share").click()
    named(visited, "save_json").focus()
    visited.press("?")
    expect(visited.page.get_by_role("dialog")).to_be_visible()
    visited.press("Escape")
    button = named(visited, "share" if width > 1000 else "more")
    assert button.evaluate("node => node.getRootNode().activeElement === node")
    visited.press("ArrowRight")
    assert visited.step() == 1


def test_another_language_leaves_no_focus_behind(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    named(visited, "stop_at").click()
    named(visited, "stop-tie").focus()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, "zh"))
    assert named(visited, "stop_at").evaluate(
        "node => node.getRootNode().activeElement === node"
    )
    named(visited, "play").focus()
    visited.page.evaluate("data => window.remount(data)", mounted(WALK))
    assert named(visited, "play").evaluate("node => node.getRootNode().activeElement === node")


def test_shift_and_an_arrow_move_a_group_from_a_tab_too(lab: Lab) -> None:
    visited = lab(mounted(WALK), viewport={"width": 390, "height": 844})
    tabs = visited.page.get_by_role("tab")
    tabs.first.focus()
    visited.press("Shift+ArrowRight")
    assert visited.step() == 2
    assert tabs.first.get_attribute("aria-selected") == "true"
    visited.press("ArrowRight")
    assert visited.step() == 2
    assert tabs.last.get_attribute("aria-selected") == "true"
