"""The bar of titles on windows of every width: nothing lies on anything, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import sizes
from ui.shell import PAGES

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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_titles_stand_beside_each_other_and_all_are_there(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    visited = visit(f"{server}/vocabulary?lang={language}")
    visited.page.locator(".st-key-corner button").first.wait_for()
    visited.page.get_by_test_id("stTopNavLink").first.wait_for()
    for _ in sizes(visited, *((width, 700) for width in (800, 1000, 1120, 1280, 1920))):
        visited.page.wait_for_timeout(200)  # the bar measures itself twice
        edges = visited.page.evaluate(EDGES)
        rights = [right for _, _, right in edges["titles"]]
        lefts = [left for _, left, _ in edges["titles"]]
        for right, left in zip(rights, [*lefts[1:], edges["corner"]], strict=True):
            assert right <= left
        folded = [int(title.split()[0]) for title, *_ in edges["titles"] if title[0].isdigit()]
        assert len(edges["titles"]) - len(folded) + sum(folded) == len(PAGES)
