"""Presenting, all of a page is on the screen, and large enough for the last row of a hall."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import HALLS, assert_a_hall_can_read_it, assert_it_fits, laid_out

# An address and the keys that are pressed there: the pages that have a walk or a board.
PAGES: list[tuple[str, list[str]]] = [
    ("train?text=low", ["ArrowRight"] * 3),
    ("linked?text=low", ["End"]),
    ("encode?words=tech", ["End"]),
    ("subword_nmt?", ["ArrowRight"] * 6),
    ("bytepiece?", ["End"]),
    ("race?race_text=intj&repeats=1", ["ArrowRight"] * 3),
    ("pretokenize?", []),
    ("vocabulary?token=300", []),
    ("why?", []),
]
# Where the same pages have less room.
TIGHTER: list[tuple[str, list[str]]] = [
    ("train?text=intj", ["End"]),
    ("train?text=story_zh", ["End"]),
    ("train?text=aaaa&step=99", []),
    ("linked?text=intj&step=151&tie_break=none", []),  # with a notice, which takes no room
    ("encode?words=compound&tokenizer=lab", ["ArrowRight"] * 3),
    ("subword_nmt?subword_text=story_en&step=40", []),
    ("subword_nmt?subword_text=paper&step=40", []),
    ("bytepiece?view=states&piece_text=english", ["End"]),
    ("bytepiece?piece_text=english", ["End"]),
    ("bytepiece?view=states&piece_text=chinese", ["End"]),
    ("vocabulary?view=apart&token=10082", ["End"]),  # ␣information
]


@pytest.mark.parametrize(("address", "keys"), [*PAGES, *TIGHTER])
def test_a_hall_sees_it_all_and_can_read_it(
    server: str, visit: Callable[..., Visit], address: str, keys: list[str]
) -> None:
    width, height = HALLS[0]
    size = {"width": width, "height": height}
    visited = visit(f"{server}/{address}&mode=present&lang=zh", viewport=size)
    visited.page.locator(".player").first.wait_for()
    visited.settled().press(*keys)
    for width, height in HALLS:
        visited.page.set_viewport_size({"width": width, "height": height})
        laid_out(visited)
        assert_it_fits(visited)
        assert_a_hall_can_read_it(visited)
        box = visited.page.locator(".player").first.bounding_box()
        assert box
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (width, height)
    assert visited.page.locator("table.beside, .pieces-table").count() == 0, "the walk alone"
