"""The player without Streamlit."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import ADDRESS, Lab, answer, heard


@pytest.fixture
def lab(browser: Browser) -> Iterator[Lab]:
    """Open the player with these data; at the end the console must be clean."""
    opened: list[tuple[Any, Visit]] = []

    def go(data: Json, *, query: str = "", address: str | None = None, **options: Any) -> Visit:
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        context = browser.new_context(**options)
        visited = Visit(context.new_page())
        page = visited.page
        page.on("console", lambda said: heard(visited, said))
        page.on("pageerror", lambda error: visited.complaints.append(str(error)))
        opened.append((context, visited))
        if address is None:
            page.route(f"{ADDRESS}**", lambda route: answer(route, data))
        page.goto(address or ADDRESS + query)
        if len(data.get("recording", {}).get("steps", [])) == 1:
            page.locator(".player .panel").first.wait_for()
            return visited
        visited.ready()
        visited.player().focus()
        return visited

    yield go
    for context, visited in opened:
        context.close()
        assert visited.complaints == [], "the browser's console is clean"
