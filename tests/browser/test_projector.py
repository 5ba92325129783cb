"""A projector shows all of a page without scrolling."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import HALLS, laid_out, sizes


@pytest.mark.first_visit
def test_a_short_text_is_larger_wherever_its_walk_is_opened(
    server: str, visit: Callable[..., Visit]
) -> None:
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    sizes_at = []
    for step in (0, 30):
        address = f"{server}/train?text=grip&mode=present&lang=zh&step={step}"
        visited = visit(address, viewport={"width": 1920, "height": 1080}).ready()
        sizes_at.append(float(visited.page.evaluate(root)))
    assert sizes_at[0] == sizes_at[1] > 25, sizes_at


def test_the_lecture_s_text_is_seen_whole(server: str, visit: Callable[..., Visit]) -> None:
    """Three rows, of which the last was scrolled to."""
    for language, halls in (("en", HALLS), ("zh", HALLS[-1:])):
        address = f"{server}/train?text=intj&mode=present&lang={language}"
        visited = visit(address, viewport={"width": 1920, "height": 1080}).ready()
        stage = visited.player().locator("[data-widget=ribbon] .scroller")
        for height in sizes(visited, *halls):
            whole, shown = stage.evaluate("node => [node.scrollHeight, node.clientHeight]")
            assert whole <= shown + 1, height


@pytest.mark.parametrize("page", ["pretokenize?", "compare?", "why?sample=letters"])
def test_a_board_s_type_grows_until_the_screen_is_used(
    server: str, visit: Callable[..., Visit], page: str
) -> None:
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    address = f"{server}/{page}&mode=present&lang=zh"
    visited = visit(address, viewport={"width": 1920, "height": 1080})
    board = visited.page.locator(".player[data-board]").first
    board.wait_for()
    laid_out(visited.settled())
    assert visited.page.evaluate(root) > 1.03 * 23.976  # 2.22vh, the least
    box = board.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 1080
    visited.press("Escape")
    visited.page.wait_for_function(f"{root} === 16")
    board.wait_for()
