"""The subword-nmt page in a real browser: what is drawn is what the learner holds."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_core.systems.subword_nmt import Codes, Segmenter, learn, write_codes
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import assert_no_serious_fault, sizes
from tests.ui.subword_nmt.learning_structures import names, real_structures, told_of, walk_of
from ui.subword_nmt.learning_inputs import LINES, PRESETS

Open = Callable[..., Visit]
PAPER = learn(dict(PRESETS["paper"]), num_merges=20)
HOSTILE = '<script>hit=1</script> <img src=x onerror="hit=1"> a\u202eb a\u202eb </w> aa</w>'

# All that the page shows of the learner's structures, from the elements' own attributes.
READ = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    rows: all(".word-drawing [data-token]").map(({ dataset: d }) => [d.at, d.token]),
    pairs: all(".ledger tr[data-pair]").map(({ dataset: d }) => [d.pair, d.count, d.positions]),
    beads: all(".bead").map(({ dataset: d }) => [d.pair, d.count]),
  };
}"""


def drawn(visited: Visit, recording: Any, state: Any) -> dict[str, Any]:
    """The page's structures in the learner's terms."""
    ids = names(recording, state)
    read = visited.player().evaluate(READ)

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[index] for index in key.split(","))

    rows: dict[int, dict[int, int]] = {}
    for at, token in read["rows"]:
        word, cell = map(int, at.split("."))
        rows.setdefault(word, {})[cell] = int(token)
    index = {}
    for key, _, places in read["pairs"]:
        if places:
            parts = [place.partition("×") for place in places.split(",")]
            index[pair(key)] = {int(word): int(times or 1) for word, _, times in parts}
    return {
        "rows": {word: [row[cell] for cell in sorted(row)] for word, row in rows.items()},
        "counts": {pair(key): int(count) for key, count, _ in read["pairs"] if int(count)},
        "index": index,
        "beads": {pair(key): int(count) for key, count in read["beads"]},
    }


def unfold(visited: Visit) -> None:
    """Show all pairs, where there are more than the rows on top."""
    fold = visited.page.locator(".ledger button.fold")
    if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
        fold.click()
        visited.player().focus()


@pytest.mark.parametrize("name", ["refill", "runs", "banana"])
def test_every_step_shows_the_learner_s_structures(server: str, visit: Open, name: str) -> None:
    words = dict(PRESETS[name])
    recording = walk_of(words, merges=3).recording
    visited = visit(f"{server}/subword_nmt?subword_text={name}&codes=3").ready()
    visited.player().focus()
    visited.press("Home")
    for step, (_, state) in enumerate(told_of(words, merges=3)):
        assert visited.step() == step
        unfold(visited)
        real = real_structures(state)
        real.pop("threshold")
        assert drawn(visited, recording, state) == real, visited.say()
        visited.press("ArrowRight")


@in_chinese
def test_the_page_speaks_one_language_keeps_its_picture_and_fits_a_phone(
    server: str, visit: Open, tmp_path: Path, language: str
) -> None:
    visited = visit(f"{server}/subword_nmt?lang={language}&step=16&dropout=30").ready()
    visited.page.locator("table.beside").wait_for()
    the_page_speaks(visited, language)
    the_picture_that_is_kept_holds_the_words(visited, tmp_path)
    for _ in sizes(visited, (390, 844)):
        a_phone_shows_all_without_scrolling_sideways(visited, language)


def the_page_speaks(visited: Visit, language: str) -> None:
    shown = visited.page.locator("[data-testid=stMain]").inner_text()
    shown += visited.player().inner_text()  # in a shadow, which the page's text leaves out
    texts = catalogue(language)
    for key in ("ledger.title", "beads.title", "file.title", "apply.title", "beside.title"):
        assert texts[f"subword_nmt.{key}"] in shown
    for key in ("row_border", "row_unknown"):
        assert texts[f"subword_nmt.beside.{key}"] in shown
    assert texts["goal.repair"] in visited.player().inner_text()


def test_the_link_opens_the_same_picture_on_another_server(
    other_server: str, server: str, visit: Open
) -> None:
    query = f"subword_text=own&own_learned={pack('banana bandana 你好 你好')}&codes=6&lang=zh"
    visited = visit(f"{server}/subword_nmt?{query}").ready()
    visited.player().focus()
    visited.press("Shift+ArrowRight", *["ArrowRight"] * 6)
    elsewhere = visit(visited.link().replace(server, other_server)).ready()
    assert elsewhere.step() == visited.step()
    assert elsewhere.say() == visited.say()
    assert elsewhere.player().evaluate(READ) == visited.player().evaluate(READ)


def the_file_grows_by_a_line_a_merge(visited: Visit) -> None:
    visited.player().focus()
    shown = """nodes => nodes.filter((n) => !("gone" in n.dataset))
      .map((n) => n.querySelector("code").textContent)"""
    lines = visited.page.locator(".front [data-widget=code] li")
    assert lines.evaluate_all(shown) == ["#version: 0.2"]
    visited.press("End")
    assert "\n".join(lines.evaluate_all(shown)) + "\n" == write_codes(PAPER)


def lane_texts(visited: Visit) -> list[list[str]]:
    """The pieces of every lane of the first board below the walk."""
    lanes = visited.page.locator(".st-key-subword_lanes .rule-lane")
    return [lane.locator(".chip").all_inner_texts() for lane in lanes.all()]


@pytest.mark.first_visit
def test_a_line_is_segmented_as_it_is_typed(server: str, visit: Open) -> None:
    visited = visit(f"{server}/subword_nmt?dropout=40&dropout_seed=3&step=20").ready()
    page = visited.page
    page.locator(".st-key-subword_lanes .rule-lane").first.wait_for()
    segmenter = Segmenter(PAPER)
    line = LINES["paper"]
    wanted = [segmenter.segment(line).split()]
    wanted += [segmenter.segment(line, dropout=0.4, seed=seed).split() for seed in (3, 4, 5, 6)]
    assert lane_texts(visited) == wanted
    field = page.get_by_role("textbox", name=catalogue("en")["input.line"])
    field.fill("slowest")
    field.press("Enter")
    page.locator("[data-testid=stCode]", has_text="s@@ lo@@").wait_for()
    assert lane_texts(visited)[0] == segmenter.segment("slowest").split()
    assert visited.step() == 20, "the walk keeps its place"


def test_codes_grow_by_a_line_a_merge_and_are_kept_and_taken_from_a_file(
    server: str, visit: Open, tmp_path: Path
) -> None:
    visited = visit(f"{server}/subword_nmt?line=slowest").ready()
    the_file_grows_by_a_line_a_merge(visited)
    page = visited.page
    with page.expect_download() as waiting:
        page.get_by_role("button", name=catalogue("en")["subword_nmt.apply.download"]).click()
    kept = tmp_path / "codes.bpe"
    waiting.value.save_as(kept)
    assert kept.read_text("utf-8") == write_codes(PAPER)
    other = Codes((("s", "l"), ("sl", "o")))
    kept.write_text(write_codes(other), "utf-8")
    elsewhere = visit(f"{server}/subword_nmt?line=slowest&codes_from=file").ready()
    elsewhere.page.locator("input[type=file]").set_input_files(kept)
    elsewhere.page.locator(".st-key-subword_lanes .chip", has_text="slo").first.wait_for()
    assert lane_texts(elsewhere)[0] == Segmenter(other).segment("slowest").split()


def test_hostile_text_is_text_everywhere(server: str, visit: Open) -> None:
    query = f"subword_text=own&own_learned={pack(HOSTILE)}&line=<img src=x onerror=hit=1>"
    visited = visit(f"{server}/subword_nmt?{query}&min_frequency=1").ready()
    page = visited.page
    visited.player().focus()
    visited.press(*["Shift+ArrowRight"] * 3, *["ArrowRight"] * 12, "End")
    page.wait_for_timeout(500)
    assert page.evaluate("window.hit") is None
    expect(page.locator(".player script, .player img, table.beside img")).to_have_count(0)
    assert "\u202e" not in visited.player().inner_text()
    assert "<@@ i@@ m@@ g" in page.locator("[data-testid=stCode]").inner_text()


def test_no_serious_fault(server: str, visit: Open) -> None:
    query = "subword_text=refill&step=33&lang=zh&dropout=30"
    address = f"{server}/subword_nmt?{query}"
    assert_no_serious_fault(visit(address), address, Visit.ready)


def a_phone_shows_all_without_scrolling_sideways(visited: Visit, language: str) -> None:
    page = visited.page
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    drawing = page.locator(".word-drawing").bounding_box()
    assert drawing
    assert drawing["x"] >= 0
    assert drawing["x"] + drawing["width"] <= 390
    for name in ("beads.title", "ledger.title"):
        page.get_by_role("tab", name=catalogue(language)[f"subword_nmt.{name}"]).click()
    expect(page.locator(".ledger")).to_be_visible()


def the_picture_that_is_kept_holds_the_words(visited: Visit, tmp_path: Path) -> None:
    visited.page.locator("[data-name=share]").click()
    with visited.page.expect_download() as waiting:
        visited.page.locator("[data-name=save_svg]").click()
    path = tmp_path / "picture.svg"
    waiting.value.save_as(path)
    picture = path.read_text("utf-8")
    assert "−6" in picture
    assert "×6" in picture
