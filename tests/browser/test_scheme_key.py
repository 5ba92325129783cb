"""Light and dark by key D: at once, on every page, and never while one types."""

from collections.abc import Callable

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import DRAWN_IN


@pytest.mark.first_visit
def test_key_d_changes_the_scheme_and_nothing_else(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/train?text=hello&mode=present&step=3", color_scheme="light")
    visited.ready().page.wait_for_function(DRAWN_IN, arg="light")
    visited.press("d")
    visited.page.wait_for_function(DRAWN_IN, arg="dark")
    assert visited.step() == 3
    visited.page.goto(f"{server}/workshop")  # the window remembers it
    visited.settled().page.wait_for_function(DRAWN_IN, arg="dark")
    visited.page.locator("body").press("d")
    visited.page.wait_for_function(DRAWN_IN, arg="light")


def test_who_types_a_d_stays_in_the_light(server: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{server}/encode?lang=en", color_scheme="light").ready()
    field = visited.page.locator("textarea, input[type=text]").first
    field.press_sequentially("dd")
    visited.settled().page.wait_for_function(DRAWN_IN, arg="light")
    visited.page.emulate_media(color_scheme="dark")  # the system's scheme still counts
    visited.page.wait_for_function(DRAWN_IN, arg="dark")
