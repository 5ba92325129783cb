"""A projector shows all of a page without scrolling."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit


@pytest.mark.parametrize(
    "address",
    [
        "train?text=intj",
        "train?text=story_zh",
        "linked?text=intj&step=151",
        "encode?words=tech",
        "encode?words=compound&tokenizer=lab",
        "race?race_text=intj&repeats=1",
    ],
)
@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768), (1280, 720)])
def test_a_projector_shows_everything_without_scrolling(
    server: str, visit: Callable[..., Visit], address: str, width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    visited = visit(f"{server}/{address}&mode=present&lang=zh", viewport=size).ready()
    if "step" not in address:
        visited.press("End")
    visited.page.wait_for_timeout(300)
    box = visited.player().bounding_box()
    assert box
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
