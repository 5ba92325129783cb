"""The page on subwords in a real browser: three columns, charts, links, hostile text."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import assert_no_serious_fault, laid_out
from tests.ui.test_pages import said

Open = Callable[..., Visit]
UNKNOWN = "from 林姨烤面包 import qwertyzuiop"
CHARTS = ("lengths", "languages", "growth", "held_out")
# The first reader of a server waits for the training of a megabyte.


def opened(visit: Open, address: str, **options: object) -> Visit:
    visited = visit(address, **options)
    visited.page.locator(".player[data-board] .flow").first.wait_for()
    return visited


def with_charts(visited: Visit) -> Visit:
    for name in CHARTS:
        place = visited.page.locator(f".st-key-chart_{name} [role=graphics-document]")
        place.first.wait_for()
    return laid_out(visited)


def board_of(visited: Visit) -> Any:
    return visited.page.locator(".player[data-board]")


def figures(visited: Visit) -> list[str]:
    """The figures of the three columns, row by row."""
    return list(visited.page.locator(".ways dd").all_inner_texts())


@pytest.mark.first_visit
@in_chinese
def test_a_link_opens_in_its_language(other_server: str, visit: Open, language: str) -> None:
    address = f"{other_server}/why?lang={language}&sample=letters&list_size=256"
    visited = with_charts(opened(visit, address))
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    texts = catalogue(language)
    heads = visited.page.locator(".ways h2").all_inner_texts()
    assert heads == [texts[f"why.{name}.name"] for name in ("words", "bytes", "tokens")]
    shown = figures(visited)
    assert "256" in shown[1]
    assert "6" in shown[3], "hô你 are six bytes"
    assert said(language, "why.unknown_none") in shown[5]
    for name in CHARTS:
        assert texts[f"why.{name}.title"] in visited.page.locator("h3").all_inner_texts()
    bytes_stand_under_their_characters(visited)
    pointing_at_a_character_s_byte_lights_its_token(visited)


def bytes_stand_under_their_characters(visited: Visit) -> None:
    board = board_of(visited)
    assert board.locator(".byte .value").all_inner_texts() == [
        "68",
        "C3",
        "B4",
        "E4",
        "BD",
        "A0",
    ]
    decimals = ["104", "195", "180", "228", "189", "160"]
    assert board.locator(".byte .decimal").all_inner_texts() == decimals


def unknown_words_are_marked(visited: Visit) -> None:
    """In ``UNKNOWN``, of whose four words the list has two."""
    words = board_of(visited).locator("[data-widget=flow]").first
    under = words.locator("[data-item]").evaluate_all(
        "items => items.map((item) => item.querySelector('.id').textContent)"
    )
    assert len(under) == 4
    assert under[1] == under[3] == "<unk>"
    assert under[0].isdecimal()
    assert under[2].isdecimal()
    expect(words.locator("[data-look=differs]")).to_have_count(2)
    assert "2 of 4 words" in figures(visited)[2]


def pointing_at_a_character_s_byte_lights_its_token(visited: Visit) -> None:
    board_of(visited).locator(".byte[data-at='3']").hover()
    board_of(visited).locator("[data-widget=flow] [data-at='3'][data-linked]").first.wait_for()


HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1> **b** \u202eabc"


@in_chinese
def test_hostile_text_is_shown_as_text(server: str, visit: Open, language: str) -> None:
    link = f"{server}/why?lang={language}&sample=own&own_sample={pack(HOSTILE)}"
    visited = opened(visit, link)
    assert visited.page.evaluate("window.hit") is None
    expect(visited.page.locator(".player script, .player img, .ways img")).to_have_count(0)
    assert visited.page.locator("textarea").input_value() == HOSTILE
    drawn = board_of(visited).inner_text()
    assert "U+202E" in drawn
    assert "\u202e" not in drawn


def test_typing_a_text_marks_its_unknown_words_and_makes_a_link_that_opens_elsewhere(
    server: str, visit: Open
) -> None:
    visited = opened(visit, f"{server}/why?sample=own&list_size=1024")
    visited.page.locator("textarea").fill(UNKNOWN)
    visited.page.keyboard.press("Control+Enter")
    size = f"{len(UNKNOWN.encode())} bytes"
    visited.page.locator(".ways dd", has_text=size).wait_for()
    visited.page.wait_for_url("**own_sample=*")
    elsewhere = opened(visit, visited.page.url)
    assert figures(elsewhere) == figures(visited)
    unknown_words_are_marked(elsewhere)


def test_switching_language_keeps_text_and_list(server: str, visit: Open) -> None:
    visited = opened(visit, f"{server}/why?sample=story_zh&list_size=4096")
    visited.page.get_by_role("radio", name="中文").or_(
        visited.page.get_by_role("button", name="中文")
    ).first.click()
    heading = catalogue("zh")["why.words.name"]
    visited.page.locator(".ways h2", has_text=heading).wait_for()
    assert "4,096" in figures(visited)[1]
    visited.addressed("lang=zh", "sample=story_zh", "list_size=4096")


def test_no_width_scrolls_sideways(server: str, visit: Open) -> None:
    address = f"{server}/why?sample=story_en&bpe=bilingual"
    visited = with_charts(opened(visit, address, viewport={"width": 1280, "height": 844}))
    cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
    whole = "width => document.documentElement.scrollWidth <= width"
    inside = "width => document.querySelector('[data-testid=stMain]').scrollWidth <= width"
    for width in (1280, 768, 390):
        visited.page.set_viewport_size({"width": width, "height": 844})
        for no_wider in (whole, inside):
            visited.page.wait_for_function(no_wider, arg=width, timeout=20_000)
        assert visited.page.locator("[data-testid=stSelectbox] input").evaluate_all(cut) == 0


@in_chinese
def test_figures_and_bytes_stand_in_columns_and_every_chart_says_what_it_shows(
    server: str, visit: Open, language: str
) -> None:
    visited = with_charts(opened(visit, f"{server}/why?lang={language}"))
    figures_stand_over_their_columns_in_one_line(visited)
    bytes_stand_in_columns(visited)
    every_chart_says_what_it_shows(visited, language)


def figures_stand_over_their_columns_in_one_line(visited: Visit) -> None:
    boxes = visited.page.locator(".ways section").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().x)"
    )
    columns = (
        board_of(visited)
        .locator(".column")
        .evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
    )
    assert columns == pytest.approx(boxes, abs=1)
    rows = visited.page.locator(".ways .unknown").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().y)"
    )
    assert len(set(rows)) == 1


def test_no_serious_fault(server: str, visit: Open) -> None:
    address = f"{server}/why"
    assert_no_serious_fault(opened(visit, address), address, with_charts)


def every_chart_says_what_it_shows(visited: Visit, language: str) -> None:
    for name in CHARTS:
        place = visited.page.locator(f".st-key-chart_{name}")
        expected = said(language, f"why.{name}.alt")
        assert expected in place.evaluate("(node) => node.innerHTML"), name
        assert said(language, f"why.{name}.footer") in place.inner_text()


def test_a_lecturer_goes_on_screen_by_screen(server: str, visit: Open) -> None:
    size = {"width": 1280, "height": 720}
    address = f"{server}/why?mode=present"
    visited = with_charts(opened(visit, address, viewport=size))
    screens = visited.page.locator("[class*=st-key-screen_]")
    expect(screens).to_have_count(3)
    for place, key in enumerate([None, "PageDown", " "]):
        if key:
            visited.press(key)
            laid_out(visited)
        boxes = screens.evaluate_all(
            """all => all.map((each) => each.getBoundingClientRect())
                .map(({ top, bottom }) => [top, bottom])"""
        )
        assert boxes[place] == pytest.approx([0, 720], abs=1), "one screen, and no sliver"
    charts = visited.page.locator(".st-key-screen_second [role=graphics-document]")
    expect(charts).to_have_count(2)
    ends = charts.evaluate_all("all => all.map((each) => each.getBoundingClientRect().bottom)")
    assert max(ends) < 720


def bytes_stand_in_columns(visited: Visit) -> None:
    boxes = (
        board_of(visited)
        .locator(".byte .value")
        .evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect()).map((b) => [b.y, b.x])"
        )
    )
    lines: dict[float, list[float]] = {}
    for y, x in boxes:
        lines.setdefault(round(y), []).append(x)
    assert len(lines) > 1
    longest = max(lines.values(), key=len)
    for line in lines.values():
        assert line == pytest.approx(longest[: len(line)], abs=0.5)
