"""The museum in a real browser: a line is found by keyboard on a phone, read in any theme."""

from collections.abc import Callable

from bpe_lab.museum import EXHIBITS
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.reader import PHONE, assert_everybody_reads_it

NAME = "two_merges_per_round"


def test_a_line_is_found_by_keyboard_on_a_phone(
    server: str, visit: Callable[..., Visit]
) -> None:
    phone = {"width": PHONE[0], "height": PHONE[1]}
    query = f"exhibit={NAME}&museum_text=aab&lang=zh"
    visited = visit(f"{server}/museum?{query}", viewport=phone)
    page = visited.page
    page.locator(".rule-lane .chip").first.wait_for()
    page.locator(".stRadio input").first.focus()
    lines = page.locator(".stRadio [role=radiogroup] label").all_inner_texts()
    fault = next(k for k, line in enumerate(lines) if EXHIBITS[NAME].fault in line)
    visited.settled().press(*["ArrowDown"] * fault)
    page.locator("[data-testid=stAlert]").get_by_text("✓").wait_for()
    page.get_by_text(catalogue("zh")[f"museum.exhibit.{NAME}.why"]).wait_for()
    assert_everybody_reads_it(visited)
