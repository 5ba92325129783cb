"""Whether a box that scrolls shows something within it."""

from playwright.sync_api import Locator

from tests.browser.conftest import Visit


def comes_into_view(visited: Visit, box: Locator, inner: Locator) -> bool:
    """Whether a box that scrolls shows ``inner``; it scrolls with the next frame."""
    for _ in range(50):
        if in_view(box, inner):
            return True
        visited.page.wait_for_timeout(100)
    return False


def in_view(box: Locator, inner: Locator) -> bool:
    outer, within = box.bounding_box(), inner.bounding_box()
    assert outer
    assert within
    right = outer["x"] + outer["width"]
    bottom = outer["y"] + outer["height"]
    return (
        outer["x"] - 1 <= within["x"]
        and within["x"] + within["width"] <= right + 1
        and outer["y"] - 1 <= within["y"]
        and within["y"] + within["height"] <= bottom + 1
    )
