"""The BytePiece page in a real browser: both searches drawn, the model there and back."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from bpe_core.systems.bytepiece.tokenizer import segment
from bpe_core.systems.bytepiece.unigram_model import read_bytepiece
from bpe_lab.scenes.bytepiece.bytepiece_lesson import Lesson, make_lesson
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults, sizes
from tests.browser.reader import LAPTOP, PHONE, assert_everybody_reads_it, choose, presented
from tests.ui.test_pages import said

WORDS = catalogue("zh")
CHOSEN = """root => [...root.querySelectorAll(".lattice .arc[data-look=chosen]")]
  .map(({ dataset: d }) => [Number(d.from), Number(d.to)]).sort((a, b) => a[0] - b[0])"""
ENDS = "labels => [...labels.children].map((each) => each.getBoundingClientRect().right)"


def places(pieces: list[bytes]) -> list[list[int]]:
    ends = [sum(map(len, pieces[: k + 1])) for k in range(len(pieces))]
    return [[end - len(piece), end] for piece, end in zip(pieces, ends, strict=True)]


def test_both_searches_are_drawn_and_the_model_goes_there_and_back(
    server: str, visit: Callable[..., Visit], tmp_path: Path
) -> None:
    lesson = make_lesson()
    query = "piece_text=chinese&view=states&robust=1&step=21&lang=zh"
    visited = visit(f"{server}/bytepiece?{query}").ready()
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    assert visited.step() == 21
    states_are_cut_and_nothing_is_called_a_merge(visited)
    visited.page.locator(".pieces-table").nth(1).wait_for()
    assert_everybody_reads_it(visited)
    the_other_view_ends_in_the_tokenizer_s_pieces(visited, lesson)
    no_figure_runs_into_the_names_of_rows(visited)
    the_model_goes_there_and_back(visited, lesson, tmp_path)


def states_are_cut_and_nothing_is_called_a_merge(visited: Visit) -> None:
    drawing = visited.player().locator(".state-grid")
    assert drawing.locator(".cell[data-known]").count() == 6 * 11
    head = visited.page.locator(".player .head")
    expect(head).to_contain_text(WORDS["bytepiece.instead.goal.merge"], use_inner_text=True)
    assert WORDS["goal.merge"] not in visited.player().inner_text()
    visited.player().focus()
    visited.press("End")
    assert drawing.locator(".cut").count() == drawing.locator(".piece").count() >= 2


def the_other_view_ends_in_the_tokenizer_s_pieces(visited: Visit, lesson: Lesson) -> None:
    visited.page.get_by_role("radio", name=WORDS["bytepiece.view.lattice"]).click()
    visited.page.locator(".player .lattice").wait_for()
    visited.settled().player().focus()
    visited.press("End")
    assert visited.player().evaluate(CHOSEN) == places(segment(lesson.model, "南京市长江大桥"))
    assert WORDS["bytepiece.ways.title"] in visited.player().inner_text()


def no_figure_runs_into_the_names_of_rows(visited: Visit) -> None:
    """On a phone, whose reader scrolls the lattice: figures pass behind the names' ground."""
    for _ in sizes(visited, PHONE):
        visited.player().focus()
        visited.press("Home", *["ArrowRight"] * 21)
        ground, *names = visited.player().locator(".lattice .labels").evaluate(ENDS)
        assert max(names) < ground


def the_model_goes_there_and_back(visited: Visit, lesson: Lesson, folder: Path) -> None:
    """What is no model in between is refused by its name."""
    page, model, wrong = visited.page, folder / "mine.model", folder / "bad.model"
    with page.expect_download() as waiting:
        page.locator(".st-key-bytepiece_save button").click()
    waiting.value.save_as(model)
    assert read_bytepiece({"mine.model": model.read_bytes()}) == lesson.model
    wrong.write_bytes(b'{"!": 1}')
    for _ in sizes(visited, LAPTOP):
        choose(visited, "piece_model", WORDS["piece_model.file"])
    page.locator("input[type=file]").set_input_files(wrong)
    told = page.get_by_role("alert").filter(has_text=said("zh", "error.FormatError"))
    expect(told).to_contain_text("bad.model")
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    page.locator("input[type=file]").set_input_files(model)
    page.get_by_text("mine.model").first.wait_for()
    told.wait_for(state="detached")
    visited.ready().player().focus()
    visited.press("End")
    assert visited.player().evaluate(CHOSEN) == places(segment(lesson.model, "南京市长江大桥"))
    presented(visited)
    assert serious_faults(visited) == [], "presenting"
