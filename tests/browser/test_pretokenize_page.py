"""The page of pre-tokens in a real browser: pointing, a pattern of one's own, a hall."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import HALLS, faults_by_theme, laid_out, sizes
from tests.ui.test_pages import said

BOTTOMS = "all => all.map((each) => each.getBoundingClientRect().bottom)"
FOCUSED = "document.activeElement.shadowRoot?.activeElement ?? document.activeElement"
# What is longest: the text, the pattern, and two patterns with a sentence above them.
IN_A_HALL = (
    ("split=o200k&lang=zh", HALLS[2:]),
    ("split=cl100k&other=o200k&lang=zh&passage=code", HALLS[:1]),
    ("split=whitespace&other=o200k&lang=en&passage=story_en", HALLS),
)


def test_text_and_patterns(server: str, visit: Callable[..., Visit]) -> None:
    address = f"{server}/pretokenize"
    visited = in_pieces(visit(f"{address}?split=o200k&other=cl100k"))
    pointing_lights_what_an_alternative_took_by_its_own_number(visited)
    a_pattern_of_ones_own(visited, f"{address}?split=custom&other=o200k&lang=zh")
    a_projector_shows_text_and_pattern_without_scrolling(visited, address)
    presenting_the_board_has_the_keyboard(visited, address)
    a_hall_reads_the_note_below_whole(visited, address)
    key_f_fills_a_hall_with_the_pieces(visited)


def in_pieces(visited: Visit) -> Visit:
    """The page once its text is drawn in pieces."""
    visited.page.locator(".player[data-board] .flow").first.wait_for()
    return laid_out(visited.settled())


def pointing_lights_what_an_alternative_took_by_its_own_number(visited: Visit) -> None:
    """Of two patterns in which it has different numbers."""
    page = visited.page
    for pattern in page.locator(".pattern").all():
        badges = pattern.locator(".badge").all_inner_texts()
        assert badges == [str(number + 1) for number in range(len(badges))]
    second = page.locator(".pattern").nth(1).locator(".alternative").nth(1)
    second.hover()
    lit = page.locator(".player [data-linked]")
    lit.first.wait_for()
    kinds = lit.evaluate_all("all => all.map((each) => each.dataset.kind)")
    assert set(kinds) == {second.get_attribute("data-kind")}
    numbers = page.locator(".flow [data-linked]").evaluate_all(
        "all => all.map((each) => getComputedStyle(each, '::after').content)"
    )
    assert set(numbers) == {'"2"'}
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)


def a_pattern_of_ones_own(visited: Visit, address: str) -> None:
    """While it is wrong, that is said in colors that can be read, and the picture stays."""
    page = visited.page
    page.goto(address)
    in_pieces(visited)
    heads = page.locator(".pattern").first.get_by_role("columnheader").all_inner_texts()
    assert heads == [
        catalogue("zh")[f"player.pattern.{n}"] for n in ("kind", "code", "matches")
    ]
    before = page.locator(".flow-item").count()
    typed(visited, r"(\w+")
    alert = page.get_by_test_id("stAlert")
    alert.filter(has_text=said("zh", "error.PatternError.syntax").split("`")[0]).wait_for()
    expect(page.locator(".flow-item"), "the last picture stays").to_have_count(before)
    assert faults_by_theme(visited.settled()) == {"light": [], "dark": []}
    typed(visited, "(?s)你好|.")
    alert.wait_for(state="detached")
    page.locator(".alternative code", has_text="你好").wait_for()
    visited.addressed("custom=").settled()
    pieces = page.locator(".flow-item").count()
    page.reload()
    in_pieces(visited)
    expect(page.locator(".flow-item")).to_have_count(pieces)


def typed(visited: Visit, pattern: str) -> None:
    field = visited.page.locator(".st-key-custom input")
    field.fill(pattern)
    field.press("Enter")


def a_projector_shows_text_and_pattern_without_scrolling(visited: Visit, address: str) -> None:
    for query, halls in IN_A_HALL:
        visited.page.goto(f"{address}?mode=present&{query}")
        in_pieces(visited)
        expect(visited.page.locator(".st-key-inputs")).to_be_hidden()
        for height in sizes(visited, *halls):
            rows_and_code_fit(visited, height)


def rows_and_code_fit(visited: Visit, height: int) -> None:
    rows = visited.page.locator(".player[data-board], .alternative, p.told")
    board = visited.page.locator(".player[data-board], .room > .panel:not([hidden])")
    tabs = visited.page.locator(".room > .tabs [role=tab]")
    ends = rows.evaluate_all(BOTTOMS)
    assert len(ends) > 7
    assert max(ends) <= height
    for tab in (tabs.first, tabs.last):
        tab.click()
        whole, *inside = board.evaluate_all(BOTTOMS)
        assert max(inside) <= whole <= height
        assert rows.evaluate_all(BOTTOMS) == ends, "nothing moves when the code is opened"
    tabs.first.click()


def presenting_the_board_has_the_keyboard(visited: Visit, address: str) -> None:
    visited.page.goto(f"{address}?mode=present&lang=zh")
    in_pieces(visited)
    assert visited.page.evaluate(f"({FOCUSED}).matches('.player[data-board]')")
    visited.press("Tab")
    assert visited.page.evaluate(f"({FOCUSED}).matches('.flow-item, .scroller')")
    visited.press("Escape")
    visited.page.locator(".st-key-inputs").wait_for()


def a_hall_reads_the_note_below_whole(visited: Visit, address: str) -> None:
    visited.page.set_viewport_size({"width": 1920, "height": 1080})
    for text in ("pieces", "intj"):
        visited.page.goto(f"{address}?mode=present&lang=zh&passage={text}")
        in_pieces(visited)
        box: Any = visited.page.locator("p.told.below").bounding_box()
        assert box["y"] + box["height"] <= 1080, text


def key_f_fills_a_hall_with_the_pieces(visited: Visit) -> None:
    visited.page.mouse.move(2, 2)
    visited.press("f")
    full = visited.page.locator(".panel[data-full]")
    flow = catalogue("zh")["pretokenize.flow"]
    expect(full.locator("h2"), "and not the strip above it").to_have_text(flow)
