"""Each page of the app, opened once and looked at from everywhere.

As a page in light and in dark, in a hall, on a phone; by its keys; and its console stays clean.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bpe_lab.html_pages import LANGS
from bpe_lab.pages import PAGES
from tests.browser.conftest import Visit
from tests.browser.looks import (
    DRAWN_IN,
    HALLS,
    OF_COLORS,
    assert_a_hall_can_read_it,
    assert_it_fits,
    assert_on_one_screen,
    at_rest,
    laid_out,
    serious_faults,
    sizes,
)
from tests.browser.navigation import path_of

# Where a page is opened, if not as it opens by itself: small, and with something of each kind.
OPENED_AT = {
    "why": "sample=letters",
    "train": "text=low",
    "linked": "text=low",
    "encode": "words=tech",
    "tokens": "models=gpt-4o,lab",
    "race": "race_text=intj&repeats=1",
    "vocabulary": "token=300",
}
# Boards that lead their page, with room for larger letters.
GROWN = {"why", "pretokenize", "compare"}
# Streamlit's stripes in place of what still loads, and the button that cancels a race.
TO_COME = "[data-testid=stSkeleton], [class*=race_cancel] button"
PHONE = (390, 844)
ROOT_SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
LEAST_SIZE = 23.976  # 2.22 vh, of a window 1080 high
IN_TURN = [(name, list(LANGS)[number % len(LANGS)]) for number, name in enumerate(PAGES)]


@pytest.mark.first_visit
@pytest.mark.parametrize(("name", "language"), IN_TURN)
def test_a_page_is_read_by_everybody(
    server: str, visit: Callable[..., Visit], name: str, language: str
) -> None:
    address = f"{server}{path_of(name)}?lang={language}&{OPENED_AT.get(name, '')}"
    visited = opened(visit(address, color_scheme="light"))
    assert serious_faults(at_rest(visited)) == [], "in light"
    follows_its_keys(visited)
    in_the_dark_by_a_key(visited)
    assert serious_faults(visited, OF_COLORS) == [], "in dark"
    for _ in sizes(visited, PHONE):
        assert_it_fits(visited)
    if name != "home":
        is_presented(visited, name)


def opened(visited: Visit) -> Visit:
    """Once it has its heading, and no trace of a fault."""
    visited.page.get_by_role("heading", level=1).first.wait_for(state="attached")
    drawn(visited)
    expect(visited.page.get_by_test_id("stException")).to_have_count(0)
    return visited


def drawn(visited: Visit) -> Visit:
    """Once its script and its work have ended, and the layout is at rest."""
    visited.settled().page.locator(TO_COME).first.wait_for(state="detached")
    return laid_out(visited.settled())


def follows_its_keys(visited: Visit) -> None:
    """A walk goes on and back; any other page is gone through by the Tab key."""
    if has_walk(visited):
        visited.player().focus()
        visited.press("Home")
        first = visited.step()
        visited.press("ArrowRight", "ArrowRight", "ArrowLeft")
        assert visited.step() == first + 1
        visited.press("End")
        assert visited.say()
    else:
        for _ in range(3):
            visited.press("Tab")
            assert visited.page.locator(":focus:visible").count() == 1


def has_walk(visited: Visit) -> bool:
    return visited.page.locator(".player [role=slider]").count() > 0


def in_the_dark_by_a_key(visited: Visit) -> None:
    visited.page.evaluate("document.activeElement?.blur()")
    visited.press("d")
    visited.page.wait_for_function(DRAWN_IN, arg="dark")
    at_rest(visited)


def is_presented(visited: Visit, name: str) -> None:
    """Large enough for the last row of a hall, and a walk or a board all on its screen."""
    visited.page.set_viewport_size({"width": HALLS[0][0], "height": HALLS[0][1]})
    visited.page.locator(".st-key-present button").click()
    visited.page.locator("html[data-presents]").wait_for(state="attached")
    drawn(visited)
    if name in GROWN:
        assert visited.page.evaluate(ROOT_SIZE) > 1.03 * LEAST_SIZE, "it uses the room it has"
    for height in sizes(visited):
        assert_it_fits(visited)
        assert_a_hall_can_read_it(visited)
        assert_on_one_screen(visited, height)
    assert serious_faults(visited, but=OF_COLORS) == [], "presenting"
    if name in GROWN or has_walk(visited):
        visited.press("Escape")
    else:
        visited.page.get_by_role("button", name="✕").click()
    visited.page.wait_for_function(f"{ROOT_SIZE} === 16")
