"""The museum in a real browser: found by keyboard, whole on a phone, no fault for axe."""

from collections.abc import Callable

import pytest

from bpe_core.museum import EXHIBITS
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import assert_no_serious_fault

NAME = "two_merges_per_round"
ADDRESS = f"museum?exhibit={NAME}&museum_text=aab"
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"


def drawn(visited: Visit) -> None:
    visited.page.locator(".rule-lane .chip").first.wait_for()
    visited.settled()


def test_no_serious_fault(server: str, visit: Callable[..., Visit]) -> None:
    link = f"{server}/{ADDRESS}"
    assert_no_serious_fault(visit(link), link, drawn)


@pytest.mark.first_visit
def test_the_line_is_found_by_keyboard_on_a_phone(
    server: str, visit: Callable[..., Visit]
) -> None:
    phone = {"width": 390, "height": 844}
    visited = visit(f"{server}/{ADDRESS}&lang=zh", viewport=phone)
    drawn(visited)
    page = visited.page
    assert page.evaluate(SIDEWAYS) <= 0
    page.locator(".stRadio input").first.focus()
    lines = page.locator(".stRadio [role=radiogroup] label").all_inner_texts()
    fault = next(k for k, line in enumerate(lines) if EXHIBITS[NAME].fault in line)
    for _ in range(fault):
        page.keyboard.press("ArrowDown")
    page.locator("[data-testid=stAlert]").get_by_text("✓").wait_for()
    why = catalogue("zh")[f"museum.exhibit.{NAME}.why"]
    page.get_by_text(why).wait_for()
    assert page.evaluate(SIDEWAYS) <= 0
