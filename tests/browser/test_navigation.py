"""The bar of titles on windows of every width: nothing lies on anything, nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import at_rest, sizes
from tests.browser.navigation import follow, path_of
from tests.core.race.running import comes_true
from ui.shell import PAGES, SECTIONS

# Every title that is drawn with its left and right edge, and where the corner begins. Titles
# without room are there as well, unseen and on top of the first one.
EDGES = """() => {
  const items = [...document.querySelectorAll("[data-testid=stTopNav] .rc-overflow-item")];
  const seen = (item) => getComputedStyle(item).opacity !== "0" && item.innerText;
  const drawn = items.filter(seen);
  const place = (node) => node.getBoundingClientRect();
  return {
    titles: drawn.map((item) => [item.innerText.trim(), place(item).left, place(item).right]),
    corner: place(document.querySelector(".st-key-corner")).left,
  };
}"""


OPEN = len(SECTIONS[""])
MENUS = [title for title in SECTIONS if title]


@pytest.mark.first_visit
def test_the_pages_of_a_menu_open_by_their_titles(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/?lang=en", viewport={"width": 1920, "height": 1080})
    headings = set()
    for page in (pages := SECTIONS["study"]):
        follow(visited, page)
        expect(visited.page, page).to_have_url(re.compile(rf"\d{path_of(page)}\?"))
        visited.settled()
        expect(visited.page.get_by_test_id("stException"), page).to_have_count(0)
        headings.add(visited.page.get_by_role("heading", level=1).first.inner_text())
    assert len(headings - {""}) == len(pages)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_titles_stand_beside_each_other_and_all_are_there(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    visited = visit(f"{server}/sheets?lang={language}")
    visited.page.locator(".st-key-corner button").first.wait_for()
    visited.page.get_by_test_id("stTopNavLink").first.wait_for()
    for width in (800, 1000, 1120, 1280, 1920):
        for _ in sizes(visited, (width, 700)):
            assert comes_true(lambda: not overlaps(visited.page.evaluate(EDGES)))
        edges = visited.page.evaluate(EDGES)
        folded = [int(title.split()[0]) for title, *_ in edges["titles"] if title[0].isdigit()]
        if width < 1280:
            assert sum(folded) < len(PAGES)
        else:
            assert not folded, "a laptop has room for all"
            assert len(edges["titles"]) == OPEN + len(MENUS)


def overlaps(edges: dict[str, Any]) -> list[float]:
    """By how much a title reaches into what stands after it; the bar measures itself twice."""
    rights = [right for _, _, right in edges["titles"]]
    lefts = [left for _, left, _ in edges["titles"]][1:]
    beside = zip(rights, [*lefts, edges["corner"]], strict=True)
    return [right - left for right, left in beside if right > left]


def test_a_menu_opens_and_leads_on_by_keys(server: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{server}/sheets")
    menu = visited.page.get_by_test_id("stTopNavSection").nth(MENUS.index("systems"))
    menu.focus()
    visited.press("Enter")
    names = SECTIONS["systems"]
    items = visited.page.get_by_role("menuitem")
    expect(items).to_have_text([catalogue("en")[f"page.{name}"] for name in names])
    visited.press("ArrowDown", "Enter")
    visited.page.wait_for_url(f"**/{names[1]}?**")


def test_a_phone_s_menu_closes_by_touch_and_once_it_has_led_somewhere(
    server: str, visit: Callable[..., Visit]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = visit(f"{server}/sheets?lang=zh", **phone).settled()
    page = visited.page
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
    page.get_by_test_id("stSidebarNavLink").filter(
        has_text=catalogue("zh")["page.train"]
    ).first.tap()
    page.wait_for_url("**/train?**")
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")


def test_the_line_above_leads_on_and_the_tab_says_where(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?text=low").settled()
    page = visited.page
    expect(page).to_have_title("Train · low lower newest widest — BPE Lab")
    line = page.locator(".orientation").bounding_box()
    assert line
    assert line["height"] < 30, "the stage stays where it is"
    onward = page.locator(".orientation .after")
    onward.focus()
    visited.press("Shift+Tab", "Tab")
    assert onward.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    visited.press("Enter")
    page.wait_for_url("**/linked?**")
    expect(page.locator(".orientation .before")).to_contain_text("Train")
