"""A link may ask: the walk opens before its next question, once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.test_pages import open_page
from ui.page.session import ENTRY
from ui.page.visit import Visit
from ui.player.position import Position, ShownWalk


def position(**query: str) -> tuple[Any, Position]:
    at = open_page("train", text="cat", **query)
    assert not at.exception, at.exception
    walk: ShownWalk = at.session_state[ENTRY][Visit].of_page[ShownWalk]
    found = walk.position
    assert found is not None
    return at, found


def test_a_link_that_asks_is_followed_once_and_then_forgotten() -> None:
    at, asked = position(ask="answer")
    assert (asked.asks, asked.step) == (True, None)
    assert asked.opening > 0
    assert "ask" not in at.query_params
    at.run()
    assert at.session_state[ENTRY][Visit].of_page[ShownWalk].position == asked


@pytest.mark.parametrize("query", [{}, {"ask": "1"}, {"ask": "answers"}])
def test_any_other_link_asks_nothing(query: dict[str, str]) -> None:
    _, asked = position(**query)
    assert not asked.asks


def test_it_asks_from_the_moment_on() -> None:
    _, asked = position(ask="answer", at="merge 2, count")
    assert (asked.asks, asked.step) == (True, 17 + 3), (
        "behind the first count, which is told in 17"
    )
