"""The page on subwords in a real browser: three columns, charts, a text, a hall's screens."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import laid_out
from tests.ui.test_pages import said
from tests.ui.why.test_why_page import UNKNOWN

CHARTS = ("lengths", "languages", "growth", "held_out")
LINES_OF = "all => all.map((each) => each.getBoundingClientRect()).map(({ x, y }) => [y, x])"
CUT = "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"


def test_three_ways_charts_and_screens(server: str, visit: Callable[..., Visit]) -> None:
    visited = visit(f"{server}/why?lang=zh&sample=letters&list_size=256")
    with_charts(visited)
    every_chart_says_what_it_shows(visited, "zh")
    bytes_stand_under_their_characters(visited)
    another_text_has_its_figures_and_its_link(visited)
    what_is_chosen_is_read_whole_at_any_width(visited)
    figures_stand_over_their_columns_in_one_line(visited)
    bytes_stand_in_columns(visited)
    a_lecturer_goes_on_screen_by_screen(visited)


def with_charts(visited: Visit) -> None:
    """Once the first reader's measuring is over and all is drawn."""
    board_of(visited).locator(".flow").first.wait_for()
    for name in CHARTS:
        chart_of(visited, name).locator("[role=graphics-document]").first.wait_for()
    laid_out(visited)


def board_of(visited: Visit) -> Any:
    return visited.page.locator(".player[data-board]")


def chart_of(visited: Visit, name: str) -> Any:
    return visited.page.locator(f".st-key-chart_{name}")


def every_chart_says_what_it_shows(visited: Visit, language: str) -> None:
    for name in CHARTS:
        html = chart_of(visited, name).evaluate("node => node.innerHTML")
        assert said(language, f"why.{name}.alt") in html, name
        assert said(language, f"why.{name}.footer") in chart_of(visited, name).inner_text()


def bytes_stand_under_their_characters(visited: Visit) -> None:
    board = board_of(visited)
    values = board.locator(".byte .value").all_inner_texts()
    assert values == ["68", "C3", "B4", "E4", "BD", "A0"]
    decimals = board.locator(".byte .decimal").all_inner_texts()
    assert decimals == ["104", "195", "180", "228", "189", "160"]
    board.locator(".byte[data-at='3']").hover()
    board.locator("[data-widget=flow] [data-at='3'][data-linked]").first.wait_for()


def another_text_has_its_figures_and_its_link(visited: Visit) -> None:
    """Typed, and sent by keys; what the list of words lacks is marked in the board."""
    page = visited.page
    page.goto(visited.page.url.split("?")[0] + "?lang=en&sample=own&list_size=1024")
    page.locator("textarea").fill(UNKNOWN)
    visited.press("Control+Enter")
    page.locator(".ways dd", has_text=f"{len(UNKNOWN.encode())} bytes").wait_for()
    visited.addressed("own_sample=")
    words = board_of(visited).locator("[data-widget=flow]").first
    expect(words.locator("[data-look=differs]")).to_have_count(2)
    page.reload()
    with_charts(visited)
    assert page.locator("textarea").input_value() == UNKNOWN
    expect(words.locator("[data-look=differs]")).to_have_count(2)


def what_is_chosen_is_read_whole_at_any_width(visited: Visit) -> None:
    page = visited.page
    page.goto(visited.page.url.split("?")[0] + "?sample=story_en&bpe=bilingual")
    with_charts(visited)
    no_wider = "([width, part]) => document.querySelector(part).scrollWidth <= width"
    for width in (390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        for part in ("html", "[data-testid=stMain]"):
            page.wait_for_function(no_wider, arg=[width, part])
        assert page.locator("[data-testid=stSelectbox] input").evaluate_all(CUT) == 0


def figures_stand_over_their_columns_in_one_line(visited: Visit) -> None:
    laid_out(visited)
    heads = visited.page.locator(".ways section").evaluate_all(LINES_OF)
    columns = board_of(visited).locator(".column").evaluate_all(LINES_OF)
    assert [x for _, x in columns] == pytest.approx([x for _, x in heads], abs=1)
    rows = visited.page.locator(".ways .unknown").evaluate_all(LINES_OF)
    assert len({y for y, _ in rows}) == 1


def bytes_stand_in_columns(visited: Visit) -> None:
    lines: dict[float, list[float]] = {}
    for y, x in board_of(visited).locator(".byte .value").evaluate_all(LINES_OF):
        lines.setdefault(round(y), []).append(x)
    assert len(lines) > 1
    longest = max(lines.values(), key=len)
    for line in lines.values():
        assert line == pytest.approx(longest[: len(line)], abs=0.5)


def a_lecturer_goes_on_screen_by_screen(visited: Visit) -> None:
    visited.page.set_viewport_size({"width": 1280, "height": 720})
    visited.page.goto(visited.page.url.split("?")[0] + "?mode=present&lang=zh")
    with_charts(visited)
    screens = visited.page.locator("[class*=st-key-screen_]")
    expect(screens).to_have_count(3)
    edges = "each => [each.getBoundingClientRect().top, each.getBoundingClientRect().bottom]"
    for number, key in enumerate([None, "PageDown", " "]):
        if key:
            visited.press(key)
            laid_out(visited)
        screen = screens.nth(number).evaluate(edges)
        assert screen == pytest.approx([0, 720], abs=1), "one screen, and no sliver"
    charts = visited.page.locator(".st-key-screen_second [role=graphics-document]")
    expect(charts).to_have_count(2)
    assert max(bottom for _, bottom in map(edges_of, charts.all())) < 720


def edges_of(chart: Any) -> tuple[float, float]:
    box = chart.bounding_box()
    return box["y"], box["y"] + box["height"]
