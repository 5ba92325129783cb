"""The subword-nmt page in a real browser: codes learned, applied and kept."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from bpe_core.systems.subword_nmt import Codes, Segmenter, learn, write_codes
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import sizes
from tests.browser.reader import LAPTOP, PHONE, assert_everybody_reads_it, choose
from ui.subword_nmt.learning_inputs import LINES, PRESETS

PAPER = learn(dict(PRESETS["paper"]), num_merges=20)
LINE = LINES["paper"]
WORDS = catalogue("zh")
SHOWN = """nodes => nodes.filter((n) => !("gone" in n.dataset))
  .map((n) => n.querySelector("code").textContent)"""


def lane_texts(visited: Visit) -> list[list[str]]:
    """The pieces of every lane of the first board below the walk."""
    lanes = visited.page.locator(".st-key-subword_lanes .rule-lane")
    return [lane.locator(".chip").all_inner_texts() for lane in lanes.all()]


def test_codes_are_learned_applied_and_kept(
    server: str, visit: Callable[..., Visit], tmp_path: Path
) -> None:
    query = "dropout=40&dropout_seed=3&step=20&lang=zh"
    visited = visit(f"{server}/subword_nmt?{query}").ready()
    visited.page.locator(".st-key-subword_lanes .rule-lane").first.wait_for()
    segmenter = Segmenter(PAPER)
    drawn = [segmenter.segment(LINE, dropout=0.4, seed=seed).split() for seed in (3, 4, 5, 6)]
    assert lane_texts(visited) == [segmenter.segment(LINE).split(), *drawn]
    a_typed_line_is_segmented_and_the_walk_keeps_its_place(visited)
    visited.page.locator(".beside table").wait_for()
    assert_everybody_reads_it(visited)
    a_phone_has_the_drawings_in_tabs(visited)
    the_file_grows_by_a_line_a_merge(visited)
    codes_are_kept_and_taken_from_a_file(visited, tmp_path / "codes.bpe")


def a_typed_line_is_segmented_and_the_walk_keeps_its_place(visited: Visit) -> None:
    field = visited.page.get_by_role("textbox", name=WORDS["input.line"])
    field.fill("slowest <img src=x onerror=alert(1)>")
    field.press("Enter")
    visited.page.locator("[data-testid=stCode]", has_text="s@@ lo@@").wait_for()
    expect(visited.page.locator("img[src=x]")).to_have_count(0)
    assert lane_texts(visited)[0] == Segmenter(PAPER).segment(field.input_value()).split()
    assert visited.step() == 20


def a_phone_has_the_drawings_in_tabs(visited: Visit) -> None:
    for _ in sizes(visited, PHONE):
        box = visited.page.locator(".word-drawing").bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE[0]
        for name in ("beads.title", "ledger.title"):
            visited.page.get_by_role("tab", name=WORDS[f"subword_nmt.{name}"]).click()
        expect(visited.page.locator(".ledger")).to_be_visible()


def the_file_grows_by_a_line_a_merge(visited: Visit) -> None:
    lines = visited.page.locator(".front [data-widget=code] li")
    for _ in sizes(visited, LAPTOP):
        visited.player().focus()
        visited.press("Home")
        assert lines.evaluate_all(SHOWN) == ["#version: 0.2"]
        visited.press("End")
    assert "\n".join(lines.evaluate_all(SHOWN)) + "\n" == write_codes(PAPER)


def codes_are_kept_and_taken_from_a_file(visited: Visit, file: Path) -> None:
    page = visited.page
    with page.expect_download() as waiting:
        page.get_by_role("button", name=WORDS["subword_nmt.apply.download"]).click()
    waiting.value.save_as(file)
    assert file.read_text("utf-8") == write_codes(PAPER)
    other = Codes((("s", "l"), ("sl", "o")))
    file.write_text(write_codes(other), "utf-8")
    choose(visited, "codes_from", WORDS["codes_from.file"])
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".st-key-subword_lanes .chip", has_text="slo").first.wait_for()
    assert (
        lane_texts(visited.settled())[0][:3] == Segmenter(other).segment("slowest").split()[:3]
    )
