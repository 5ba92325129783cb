"""The bar of titles on windows of every width: nothing lies on anything, nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import laid_out, sizes
from tests.browser.navigation import follow, path_of
from tests.lab.race.running import comes_true
from ui.shell import SECTIONS

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


def test_the_bar_of_titles_leads_by_pointer_and_by_keys(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/?lang=en", viewport={"width": 1920, "height": 1080})
    the_pages_of_a_menu_open_by_their_titles(visited)
    titles_stand_beside_each_other_and_all_are_there(visited)
    visited.page.get_by_role("radio", name=LANGUAGES["zh"].name).click()
    visited.addressed("lang=zh").settled()
    titles_stand_beside_each_other_and_all_are_there(visited)
    a_menu_opens_and_leads_on_by_keys(visited)
    visited.page.goto(f"{server}/train?text=low&lang=en")
    the_line_above_leads_on_and_the_tab_says_where(visited.settled())


def the_pages_of_a_menu_open_by_their_titles(visited: Visit) -> None:
    headings = set()
    for page in (pages := SECTIONS["study"]):
        follow(visited, page)
        expect(visited.page, page).to_have_url(re.compile(rf"\d{path_of(page)}\?"))
        visited.settled()
        expect(visited.page.get_by_test_id("stException"), page).to_have_count(0)
        headings.add(visited.page.get_by_role("heading", level=1).first.inner_text())
    assert len(headings - {""}) == len(pages)


def titles_stand_beside_each_other_and_all_are_there(visited: Visit) -> None:
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


def a_menu_opens_and_leads_on_by_keys(visited: Visit) -> None:
    menu = visited.page.get_by_test_id("stTopNavSection").nth(MENUS.index("systems"))
    menu.focus()
    visited.press("Enter")
    names = SECTIONS["systems"]
    items = visited.page.get_by_role("menuitem")
    expect(items).to_have_text([catalogue("zh")[f"page.{name}"] for name in names])
    visited.press("ArrowDown", "Enter")
    visited.page.wait_for_url(f"**/{names[1]}?**")


def the_line_above_leads_on_and_the_tab_says_where(visited: Visit) -> None:
    page = visited.page
    expect(page).to_have_title("Train · low lower newest widest — BPE Lab")
    line = laid_out(visited).page.locator(".orientation").bounding_box()
    assert line
    assert line["height"] < 30, "the stage stays where it is"
    onward = page.locator(".orientation .after")
    onward.focus()
    visited.press("Shift+Tab", "Tab")
    assert onward.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    visited.press("Enter")
    page.wait_for_url("**/linked?**")
    expect(page.locator(".orientation .before")).to_contain_text("Train")
