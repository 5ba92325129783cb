"""The byte table of the vocabulary page in a real browser: in a hall, and on a phone."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import faults_by_theme

TYPE_SIZE = """selector => Math.min(...[...document.querySelectorAll(selector)].flatMap(root =>
  [...root.querySelectorAll("*")].filter(node => node.childNodes.length && node.innerText)
    .map(node => parseFloat(getComputedStyle(node).fontSize))))"""


def test_the_byte_table_is_one_screen_of_a_hall_and_fits_a_phone(
    server: str, visit: Callable[..., Visit]
) -> None:
    size = {"width": 1920, "height": 1080}
    visited = visit(f"{server}/vocabulary?view=bytes&lang=zh&mode=present", viewport=size)
    table = visited.page.locator(".byte-grid table")
    table.wait_for()
    visited.settled()
    box = table.bounding_box()
    assert box
    assert box["y"] + box["height"] <= size["height"]
    assert visited.page.locator("[data-testid=stMain]").evaluate(
        "node => node.scrollHeight <= node.clientHeight"
    )
    assert visited.page.evaluate(TYPE_SIZE, ".byte-grid, .byte-lesson") >= 18
    cell = visited.page.locator(".byte-grid tbody tr:nth-child(15) td:nth-child(6)")
    told = cell.locator(".tell")
    expect(told).to_be_hidden()
    cell.hover()
    expect(told).to_be_visible()
    visited.page.mouse.move(1, 1)
    expect(told).to_be_hidden()
    cell.focus()
    expect(told).to_be_visible()
    visited.page.set_viewport_size({"width": 390, "height": 844})
    visited.page.goto(f"{server}/vocabulary?view=bytes&lang=zh")
    table.wait_for()
    the_byte_table_fits_a_phone(visited.settled())


def the_byte_table_fits_a_phone(visited: Visit) -> None:
    assert faults_by_theme(visited) == {"light": [], "dark": []}
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390
    box = visited.page.locator(".byte-grid table").bounding_box()
    assert box
    assert box["x"] + box["width"] <= 390
