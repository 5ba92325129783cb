"""The glossary opens at the term that a link asks for, and leads on to where it is at work."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit


@pytest.mark.parametrize("link", ["#term-stale", "?lang=zh#term-stale", "?lang=zh&find=stale"])
def test_a_link_opens_it_at_its_term(
    server: str, visit: Callable[..., Visit], link: str
) -> None:
    visited = visit(f"{server}/glossary{link}").settled()
    entry = visited.page.locator("#term-stale")
    expect(entry).to_be_in_viewport()
    marked = entry.evaluate("node => getComputedStyle(node).boxShadow")
    assert marked != "none"
    if "find" in link:
        entry.get_by_role("link").last.click()
        visited.ready().addressed("text=abc_abd", "lang=zh")
