"""What a reader does on any page: choose from a list, present, look from where they are."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.conftest import Visit
from tests.browser.looks import (
    assert_it_fits,
    faults_by_theme,
    in_scheme,
    laid_out,
    serious_faults,
    sizes,
)

PHONE, LAPTOP, HALL = (390, 844), (1280, 800), (1920, 1080)
PRESSES = 5  # of a key that opens a list, until it stays open


def open_list(visited: Visit, field: Locator) -> Locator:
    """The options of a list, which is opened by its key.

    A list that opens while the page still scrolls is closed again: then the key opens it anew.
    """
    field.scroll_into_view_if_needed()
    options = visited.page.get_by_role("option")
    for _ in range(PRESSES):
        field.focus()
        laid_out(visited)
        field.press("ArrowDown")
        if options.first.is_visible() and laid_out(visited) and options.first.is_visible():
            break
    return options


def choose(visited: Visit, key: str, option: str) -> Visit:
    """Choose ``option`` from the list of this key."""
    field = visited.settled().page.locator(f".st-key-{key} input").first
    open_list(visited, field).first.wait_for()
    visited.page.get_by_role("option", name=option).click()
    return visited.settled()


def presented(visited: Visit) -> Visit:
    """The page once it presents, in a window as wide as a lecturer's."""
    visited.page.set_viewport_size({"width": HALL[0], "height": HALL[1]})
    visited.settled().page.locator(".st-key-present button").click()
    visited.page.locator("html[data-presents]").wait_for(state="attached")
    return visited.settled()


def assert_everybody_reads_it(visited: Visit) -> None:
    """Nothing is wider than a phone or a laptop, nor at fault by axe; there in both themes."""
    for _ in sizes(in_scheme(visited, "light"), PHONE):
        assert_it_fits(visited)
        found = serious_faults(visited)
        assert not found, found
    for _ in sizes(visited, LAPTOP):
        assert_it_fits(visited)
        assert faults_by_theme(visited) == {"light": [], "dark": []}
