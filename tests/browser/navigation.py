"""Going from page to page as a reader does, by the bar above."""

from __future__ import annotations

from tests.browser.conftest import Visit
from ui.shell import SECTIONS


def path_of(page: str) -> str:
    return "/" if page == "home" else f"/{page}"


def follow(visited: Visit, name: str) -> None:
    """Click the page ``name``, in its menu where it has one; a run that ends would close it."""
    page = visited.settled().page
    menus = [section for section in SECTIONS if section]
    section = next(title for title, names in SECTIONS.items() if name in names)
    if section:
        page.get_by_test_id("stTopNavSection").nth(menus.index(section)).click()
    page.locator(f"a[data-testid^=stTopNav][href$='{path_of(name)}']").first.click()
