"""The compare page in a real browser: text and table, cancelled, kept, presented, narrow."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, address_of_server, in_chinese
from tests.browser.looks import faults_by_theme, sizes
from tests.core.race.running import comes_true

Open = Callable[..., Visit]
HALL = {"viewport": {"width": 1920, "height": 1080}}
PATIENCE = 300_000  # milliseconds; where nothing was compiled yet, that comes first
TABLE = "view=table&corpora=lab_en,lab_zh&sizes=1100,1200&systems=bpe,sentencepiece_default"
LONG = "view=table&corpora=library&sizes=8000&systems=subword_nmt"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for this module, so that what was trained once is there for the next test."""
    yield from address_of_server()


def cut(visit: Open, server: str, query: str = "", **options: Any) -> Visit:
    """The first view, once all systems have cut the text."""
    visited = visit(f"{server}/compare?{query}", **options)
    visited.page.locator(".aligned-line").first.wait_for(timeout=PATIENCE)
    expect(visited.page.locator(".compare-live")).to_have_count(0, timeout=PATIENCE)
    visited.page.locator(".aligned-line").first.wait_for()
    return visited


def opened(visit: Open, server: str, query: str = TABLE, **options: Any) -> Visit:
    visited = visit(f"{server}/compare?{query}", **options)
    button(visited, "start").wait_for()
    return visited


def measured(visit: Open, server: str, query: str = TABLE, **options: Any) -> Visit:
    """The table, run where nobody has run it yet."""
    visited = opened(visit, server, query, **options)
    visited.page.locator(".compare-plan, .compare-ideals").first.wait_for()
    if visited.page.locator(".compare-plan").count():
        button(visited, "start").click()
    visited.page.locator(".compare-ideals").wait_for(timeout=PATIENCE)
    visited.page.locator("[data-testid=stVegaLiteChart] svg.marks").nth(1).wait_for()
    return visited


def button(visited: Visit, name: str) -> Any:
    return visited.page.locator(f".st-key-compare_{name} button")


def runs_of(kind: str) -> list[int]:
    """The processes of comparisons on this machine, by what they are told to do."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"bpe_core.compare.child" in words and any(kind.encode() in each for each in words):
            found.append(int(path.parent.name))
    return found


@in_chinese
def test_pieces_of_all_systems_stand_over_the_same_cells(
    server: str, visit: Open, language: str
) -> None:
    visited = cut(visit, server, f"lang={language}&compared_text=full_width")
    page, words = visited.page, catalogue(language)
    for name in ("bpe", "bytepiece", "sentencepiece_default"):
        expect(page.locator(".aligned-line").first).to_contain_text(words[f"system.{name}"])
    lefts = page.locator(".aligned-line").first.evaluate(
        """line => {
          const at = (node) => Math.round(node.getBoundingClientRect().left);
          const columns = new Map();
          for (const node of line.querySelectorAll(".chip")) {
            const column = node.style.gridColumnStart;
            columns.set(column, [...(columns.get(column) ?? []), at(node)]);
          }
          return [...columns.values()].map((each) => Math.max(...each) - Math.min(...each));
        }"""
    )
    assert max(lefts) <= 1
    changed = page.locator(".chip[data-look=changed]")
    expect(changed.first, "the full-width comma of SentencePiece as it comes").to_be_attached()
    row = page.locator(".compare-tried tr", has_text=words["system.sentencepiece_default"])
    expect(row).to_contain_text(words["compare.rule.nfkc"])
    expect(row).to_contain_text(words["compare.back.other"])
    visited.addressed("compared_text=full_width")
    equal_pieces_light_up_together(visited)


def equal_pieces_light_up_together(visited: Visit) -> None:
    """With the one that is pointed at."""
    piece = visited.page.locator(".aligned .chip").first
    piece.hover()
    number = piece.get_attribute("data-piece")
    lit = visited.page.locator(".aligned .chip[data-linked]")
    expect(lit.first).to_be_attached()
    assert {lit.nth(k).get_attribute("data-piece") for k in range(lit.count())} == {number}


@pytest.mark.first_visit
def test_a_typed_text_is_cut_and_is_no_markup(server: str, visit: Open) -> None:
    visited = cut(visit, server, "compared_text=own")
    field = visited.page.locator(".st-key-own_compared textarea")
    field.fill("a  b <img src=x onerror=alert(1)>")
    field.press("Control+Enter")
    spaces = visited.page.locator(".aligned .gone, .chip[data-look=changed]")
    spaces.first.wait_for()
    expect(visited.page.locator("img[src=x]")).to_have_count(0)
    visited.page.wait_for_url("**own_compared=**")


@in_chinese
def test_a_table_is_run_kept_and_there_for_whoever_opens_its_link(
    server: str, visit: Open, language: str
) -> None:
    visited = measured(visit, server, f"{TABLE}&lang={language}")
    page, words = visited.page, catalogue(language)
    row = page.locator(".compare-results tr", has_text=words["system.bpe"])
    expect(row.locator("td")).to_have_count(6)
    for column in ("seconds", "speed"):  # memory: a small training may need none of its own
        expect(page.locator(f".compare-results td.{column}.best")).to_have_count(1)
    expect(page.locator(".compare-ideals tbody tr")).to_have_count(5)
    with page.expect_download() as waiting:
        page.locator(".st-key-compare_json button").click()
    record = json.loads(Path(waiting.value.path()).read_bytes())
    assert [run["state"] for run in record["runs"]] == ["done"] * 8
    with page.expect_download() as waiting:
        page.locator(".st-key-compare_csv button:visible").click()
    assert len(Path(waiting.value.path()).read_text("utf-8-sig").splitlines()) == 9
    with page.expect_download() as waiting:
        page.locator(".st-key-compare-time_svg button").click()
    assert "<svg" in Path(waiting.value.path()).read_text("utf-8")
    page.locator(".st-key-compare_learned button").nth(1).click()
    page.wait_for_url("**learned=lab_zh**")
    elsewhere = visit(f"{server}/compare?{TABLE}&size=1200&lang={language}")
    elsewhere.page.locator(".compare-ideals").wait_for()
    chosen = elsewhere.page.locator(".st-key-compare_size button[aria-checked=true]")
    expect(chosen).to_contain_text("1,200")


def test_switching_language_keeps_what_is_chosen(server: str, visit: Open) -> None:
    visited = opened(
        visit, server, "view=table&corpora=help,lab_zh&sizes=1000,32000&systems=bbpe"
    )
    page = visited.page
    page.locator(".st-key-compare_systems button").nth(0).click()
    page.wait_for_url("**systems=bpe%2Cbbpe**")
    page.get_by_role("radio", name="中文").click()
    plan = page.locator(".compare-plan")
    expect(plan).to_contain_text(catalogue("zh")["corpus.help"])
    expect(plan.locator("li")).to_have_count(2)
    expect(plan).to_contain_text("8")
    visited.addressed("view=table", "corpora=help%2Clab_zh", "sizes=1000%2C32000", "lang=zh")
    page.locator(".st-key-compare_sizes button").nth(1).click()
    page.wait_for_url("**sizes=1000%2C8000%2C32000**")
    page.get_by_text(catalogue("zh")["compare.views.text"], exact=True).click()
    page.locator(".st-key-compared_text").wait_for()


def test_a_run_that_is_cancelled_or_left_leaves_no_process(server: str, visit: Open) -> None:
    visited = opened(visit, server, f"{LONG}&compare_budget=300")
    row = visited.page.locator(".compare-results tr.running")
    button(visited, "start").click()
    row.wait_for(timeout=PATIENCE)
    assert runs_of("subword_nmt")
    button(visited, "cancel").click()
    button(visited, "start").wait_for()
    visited.page.wait_for_timeout(500)
    assert runs_of("subword_nmt") == []
    button(visited, "start").click()
    row.wait_for(timeout=PATIENCE)
    assert comes_true(lambda: bool(runs_of("subword_nmt")))
    visited.page.close()
    assert comes_true(lambda: not runs_of("subword_nmt"))


def test_no_serious_fault_and_nothing_wider_than_the_window(server: str, visit: Open) -> None:
    for come, query in ((cut, "lang=zh"), (measured, f"{TABLE}&lang=zh")):
        visited = come(visit, server, query).settled()
        assert faults_by_theme(visited) == {"light": [], "dark": []}
        for _ in sizes(visited, (1280, 800), (390, 844)):
            width = visited.page.viewport_size["width"]
            assert visited.page.evaluate("document.documentElement.scrollWidth") <= width
            main = visited.page.locator("[data-testid=stMain]")
            assert main.evaluate("main => main.scrollWidth") <= width
        assert faults_by_theme(visited) == {"light": [], "dark": []}, "on a phone"


def test_presenting_shows_board_and_table_whole(server: str, visit: Open) -> None:
    visited = cut(visit, server, "mode=present&lang=zh", **HALL)
    box = visited.page.locator(".aligned-lines").bounding_box()
    assert box
    assert box["y"] + box["height"] < 1080
    assert faults_by_theme(visited) == {"light": [], "dark": []}
    visited = measured(visit, server, f"{TABLE}&mode=present", **HALL)
    expect(visited.page.locator(".st-key-inputs_compare")).to_be_hidden()
    box = visited.page.locator(".compare-results").bounding_box()
    assert box
    assert box["y"] + box["height"] < 1080
    assert faults_by_theme(visited) == {"light": [], "dark": []}
