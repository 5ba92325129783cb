"""A recording of one step: its widgets alone."""

import pytest
from playwright.sync_api import Locator, expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.player.bars import LINE, flow, mounted, pattern, recorded
from tests.browser.player.lab import ADDRESS, Lab, refocused

BOARD = recorded(flow("line", LINE), flow("chips", LINE, "chips"), pattern())
WALK = recorded(flow("line", LINE), patches=({"line": {"lit": [1]}},))
HEAR = """() => {
  window.heard = [];
  addEventListener("keydown", (event) =>
    window.heard.push([event.key, event.defaultPrevented]));
}"""


def boards(visited: Visit) -> Locator:
    return visited.page.locator(".player[data-board]")


@pytest.mark.parametrize("present", [False, True])
def test_a_board_is_its_widgets_alone(lab: Lab, present: bool) -> None:
    visited = lab(mounted(BOARD, present=present), query="?step=3&lang=en")
    player = boards(visited)
    expect(player.locator(".panel")).to_have_count(3)
    others = ".head, .narration, .transport, .hints, [role=dialog], [aria-live], [role=tablist]"
    expect(player.locator(others)).to_have_count(0)
    assert player.get_attribute("aria-label") == "A line of music"
    assert player.get_attribute("role") == "group"
    assert player.get_attribute("tabindex") is None
    assert not refocused(visited)
    visited.page.wait_for_timeout(1500)
    assert visited.page.url == f"{ADDRESS}?step=3&lang=en"


def test_a_board_takes_no_key(lab: Lab) -> None:
    visited = lab(mounted(BOARD, present=True))
    visited.page.evaluate(HEAR)
    keys = ["Space", "PageDown", "Escape", "h", "q"]
    visited.press(*keys)
    visited.page.locator(".flow-item").first.focus()
    visited.press(*keys)
    heard = visited.page.evaluate("window.heard")
    assert [key for key, _ in heard] == [" ", *keys[1:]] * 2
    assert not any(taken for _, taken in heard)
    assert visited.page.evaluate("window.left") == 0


def test_a_panel_under_the_mouse_is_brought_over_its_board_and_back_without_the_focus(
    lab: Lab,
) -> None:
    visited = lab(mounted(BOARD))
    over = visited.page.locator(".panel[data-full]")
    visited.press("f")
    expect(over).to_have_count(0)
    boards(visited).locator(".panel").last.hover()
    visited.press("f")
    expect(over).to_have_count(1)
    visited.press("Escape")
    expect(over).to_have_count(0)


def test_a_board_beside_another_links_only_itself(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    visited.page.evaluate(
        """async (data) => {
          const { default: mount } = await import("/player.js");
          const parentElement = document.createElement("div");
          document.getElementById("host").shadowRoot.append(parentElement);
          mount({ data, parentElement });
        }""",
        mounted(BOARD),
    )
    expect(boards(visited)).to_have_count(2)
    boards(visited).nth(1).locator(".alternative").first.hover()
    expect(boards(visited).nth(0).locator("[data-linked]")).to_have_count(0)
    expect(boards(visited).nth(1).locator("[data-linked]")).to_have_count(5)


def test_a_walk_may_become_a_board_and_a_board_a_walk(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True), query="?a=1")
    visited.press("PageDown")
    assert visited.step() == 1
    visited.page.evaluate("data => window.remount(data)", mounted(BOARD, present=True))
    visited.page.evaluate("history.replaceState(null, '', '?step=9')")
    visited.press("PageDown", "Escape")
    visited.page.wait_for_timeout(1500)
    assert visited.page.url == f"{ADDRESS}?step=9"
    assert visited.page.evaluate("window.left") == 0
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, present=True))
    visited.ready()
    visited.press("PageDown")
    assert visited.step() == 1


def test_another_language_draws_a_board_again(lab: Lab) -> None:
    visited = lab(mounted(BOARD))
    visited.page.locator(".flow-item").first.focus()
    visited.page.evaluate("data => window.remount(data)", mounted(BOARD, "zh", name="一行音乐"))
    assert boards(visited).get_attribute("aria-label") == "一行音乐"
    assert boards(visited).get_attribute("lang") == "zh-CN"
    root = "document.getElementById('host').shadowRoot.activeElement"
    assert visited.page.evaluate(f"{root}?.dataset.item") == "0", "the focus stays where it was"


def test_a_narrow_board_shows_all_its_columns(lab: Lab) -> None:
    visited = lab(mounted(BOARD), viewport={"width": 390, "height": 844})
    assert all(panel.is_visible() for panel in visited.page.locator(".panel").all())


def test_a_board_that_leads_its_page_has_a_help_of_the_keys_that_it_takes(lab: Lab) -> None:
    visited = lab(mounted(BOARD, present=True, leads=True))
    visited.press("?")
    dialog = visited.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    texts = catalogue("en")
    assert texts["player.keys.full"] in dialog.inner_text()
    for of_steps in ("player.keys.play", "player.keys.ask", "player.keys.marks"):
        assert texts[of_steps] not in dialog.inner_text()
    visited.press("f", "?")
    expect(dialog).to_be_hidden()
    expect(boards(visited).locator(".panel:visible")).to_have_count(3)
    visited.press("?", "Escape")
    expect(dialog).to_be_hidden()
    assert visited.page.evaluate("window.left") == 0
