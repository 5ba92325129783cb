"""The compare page in a real browser: a text cut by all, and a table run and kept."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, address_of_server
from tests.browser.looks import serious_faults, sizes
from tests.browser.reader import HALL, LAPTOP, assert_everybody_reads_it, choose, presented

Open = Callable[..., Visit]
PATIENCE = 300_000  # milliseconds; where nothing was compiled yet, that comes first
TABLE = "view=table&corpora=lab_en&sizes=400,500&systems=bpe,bbpe"
# How far apart the left edges of pieces are that begin with the same cell.
SPREAD = """line => {
  const columns = new Map();
  for (const node of line.querySelectorAll(".chip")) {
    const [column, left] = [node.style.gridColumnStart, node.getBoundingClientRect().left];
    columns.set(column, [...(columns.get(column) ?? []), left]);
  }
  return Math.max(...[...columns.values()].map((at) => Math.max(...at) - Math.min(...at)));
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for this module, so that its runs wait for no race."""
    yield from address_of_server()


def button(visited: Visit, name: str) -> Any:
    return visited.page.locator(f".st-key-compare_{name} button")


def is_whole_in_a_hall(visited: Visit, selector: str) -> None:
    for height in sizes(visited, HALL):
        box = visited.page.locator(selector).bounding_box()
        assert box
        assert box["y"] + box["height"] < height
    assert serious_faults(visited) == [], "presenting"


def test_a_text_is_cut_by_all_systems_over_the_same_cells(server: str, visit: Open) -> None:
    visited = visit(f"{server}/compare?lang=zh&compared_text=full_width")
    page, words = visited.page, catalogue("zh")
    line = page.locator(".aligned-line").first
    for name in ("bpe", "bytepiece", "sentencepiece_default"):
        expect(line).to_contain_text(words[f"system.{name}"], timeout=PATIENCE)
    changed = page.locator(".chip[data-look=changed]")
    expect(changed.first, "the full-width comma of SentencePiece as it comes").to_be_attached()
    row = page.locator(".compare-tried tr", has_text=words["system.sentencepiece_default"])
    expect(row).to_contain_text(words["compare.rule.nfkc"])
    expect(row).to_contain_text(words["compare.back.other"])
    for _ in sizes(visited.addressed("compared_text=full_width").settled(), LAPTOP):
        assert line.evaluate(SPREAD) <= 1.5
    equal_pieces_light_up_together(visited)
    a_typed_text_is_cut_and_is_no_markup(visited)
    is_whole_in_a_hall(presented(visited), ".aligned-lines")


def equal_pieces_light_up_together(visited: Visit) -> None:
    """With the one that is pointed at."""
    piece = visited.page.locator(".aligned .chip").first
    piece.hover()
    number = piece.get_attribute("data-piece")
    lit = visited.page.locator(".aligned .chip[data-linked]")
    expect(lit.first).to_be_attached()
    assert {lit.nth(k).get_attribute("data-piece") for k in range(lit.count())} == {number}


def a_typed_text_is_cut_and_is_no_markup(visited: Visit) -> None:
    page = visited.page
    choose(visited, "compared_text", catalogue("zh")["breaking.own"])
    field = page.locator(".st-key-own_compared textarea")
    field.fill("a  b <img src=x onerror=alert(1)>")
    field.press("Control+Enter")
    visited.addressed("compared_text=own", "own_compared=")
    page.locator(".aligned .gone, .chip[data-look=changed]").first.wait_for()
    expect(page.locator("img[src=x]")).to_have_count(0)


def test_a_table_is_run_kept_presented_and_there_for_whoever_has_its_link(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/compare?{TABLE}&lang=zh")
    page = visited.page
    page.locator(".compare-plan").wait_for()
    button(visited, "start").click()
    page.locator(".compare-ideals").wait_for(timeout=PATIENCE)
    page.locator("[data-testid=stVegaLiteChart] svg.marks").nth(1).wait_for()
    expect(page.locator(".compare-results tbody tr")).to_have_count(2)
    expect(page.locator(".compare-ideals tbody tr")).to_have_count(5)
    it_is_kept(visited.settled())
    assert_everybody_reads_it(visited)
    elsewhere = visit(f"{server}/compare?{TABLE}&size=500&lang=zh")
    elsewhere.page.locator(".compare-ideals").wait_for()
    chosen = elsewhere.page.locator(".st-key-compare_size button[aria-checked=true]")
    expect(chosen).to_contain_text("500")
    presented(visited)
    expect(page.locator(".st-key-inputs_compare")).to_be_hidden()
    is_whole_in_a_hall(visited, ".compare-results")


def it_is_kept(visited: Visit) -> None:
    """As a record of all runs, and a chart as a picture; both are made when asked for."""
    page = visited.page
    with page.expect_download() as waiting:
        page.locator(".st-key-compare_json button").click()
    record = json.loads(Path(waiting.value.path()).read_bytes())
    assert [run["state"] for run in record["runs"]] == ["done"] * 4
    with page.expect_download() as waiting:
        page.locator(".st-key-compare-time_svg button").click()
    assert "<svg" in Path(waiting.value.path()).read_text("utf-8")
