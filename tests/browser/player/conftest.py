"""The player without Streamlit."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.pages import Pages
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import ADDRESS, Lab, answer, heard


@pytest.fixture
def lab(pages: Pages) -> Iterator[Lab]:
    """Open the player with these data; at the end the console must be clean."""
    opened: list[Visit] = []

    def go(data: Json, *, query: str = "", address: str | None = None, **options: Any) -> Visit:
        visited = Visit(pages.open(**options))
        page = visited.page
        page.on("console", lambda said: heard(visited, said))
        page.on("pageerror", lambda error: visited.complaints.append(str(error)))
        opened.append(visited)
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
    for visited in opened:
        pages.close(visited.page)
        assert visited.complaints == [], "the browser's console is clean"
