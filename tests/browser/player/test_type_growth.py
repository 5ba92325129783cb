"""Presenting, short texts grow until the screen is used, in one size for the whole walk."""

from typing import Any

from tests.browser.conftest import Visit
from tests.browser.looks import laid_out
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import WALK, Lab

ROOT = "html { font-size: calc(24px * var(--type, 1)) }"
HALL: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}


def presented(lab: Lab, *, present: bool = True) -> Visit:
    """The page multiplies its root by what the player says, as every page does."""
    visited = lab(mounted(WALK, present=False), **HALL)
    visited.page.add_style_tag(content=ROOT)
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, present=present))
    return visited


def size(visited: Visit) -> float:
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    return float(visited.page.evaluate(root))


def test_a_short_walk_has_larger_type_and_fits(lab: Lab) -> None:
    visited = presented(lab)
    assert size(visited) > 24.5
    for key in ("", "End", "Home"):
        if key:
            visited.press(key)
        box = visited.player().bounding_box()
        assert box["y"] + box["height"] <= 1080
        assert visited.page.evaluate("document.documentElement.scrollWidth") <= 1920


def test_the_size_stays_through_the_walk_and_goes_with_presenting(lab: Lab) -> None:
    visited = presented(lab)
    chosen = size(visited)
    for key in ("ArrowRight", "ArrowRight", "End", "f", "Home", "f"):
        visited.press(key)
        assert size(visited) == chosen, key
    visited.page.evaluate("data => window.remount(data)", mounted(WALK, present=False))
    assert size(visited) == 24


def test_a_lower_window_has_a_size_of_its_own(lab: Lab) -> None:
    visited = presented(lab)
    before = size(visited)
    visited.page.set_viewport_size({"width": 1920, "height": 760})
    laid_out(visited)
    assert 24 <= size(visited) < before


def test_a_page_has_its_own_size(lab: Lab) -> None:
    assert size(presented(lab, present=False)) == 24
