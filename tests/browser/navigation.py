"""Going from page to page as a reader does, by the bar above."""

from __future__ import annotations

from playwright.sync_api import TimeoutError as NotThere

from tests.browser.conftest import Visit
from ui.shell import SECTIONS

SOON = 10_000  # milliseconds


def path_of(page: str) -> str:
    return "/" if page == "home" else f"/{page}"


def follow(visited: Visit, name: str) -> None:
    """Click the page ``name``, in its menu where it has one; a run that ends closes it."""
    page = visited.settled().page
    menus = [section for section in SECTIONS if section]
    section = next(title for title, names in SECTIONS.items() if name in names)
    link = page.locator(f"a[data-testid^=stTopNav][href$='{path_of(name)}']").first
    if section:
        menu = page.get_by_test_id("stTopNavSection").nth(menus.index(section))
        menu.click()
        try:
            link.wait_for(timeout=SOON)
        except NotThere:
            menu.click()
    link.click()
