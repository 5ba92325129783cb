"""The BytePiece page in a real browser: what is drawn is what the searches do."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_core.systems.bytepiece.bytepiece_file import read_bytepiece
from bpe_core.systems.bytepiece.tokenizer import segment
from bpe_lab.scenes.bytepiece.training_lesson import Lesson, make_lesson
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import assert_no_serious_fault, sizes
from tests.ui.test_pages import said

Open = Callable[..., Visit]
LANGUAGES = ("en", "zh")
PHONE = {"viewport": {"width": 390, "height": 844}}
CHOSEN = """root => [...root.querySelectorAll(".lattice .arc[data-look=chosen]")]
  .map(({ dataset: d }) => [Number(d.from), Number(d.to)]).sort((a, b) => a[0] - b[0])"""


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return make_lesson()


def places(pieces: list[bytes]) -> list[list[int]]:
    ends = [sum(map(len, pieces[: k + 1])) for k in range(len(pieces))]
    return [[end - len(piece), end] for piece, end in zip(pieces, ends, strict=True)]


@pytest.mark.parametrize(
    ("name", "text"),
    [("english", "nowhere together"), ("mixed", "在南京 the bridge 很长")],
)
@in_chinese
def test_the_end_shows_what_the_tokenizer_gives(
    server: str, visit: Open, lesson: Lesson, name: str, text: str, language: str
) -> None:
    visited = visit(f"{server}/bytepiece?piece_text={name}&lang={language}").ready()
    visited.player().focus()
    visited.press("End")
    chosen = visited.player().evaluate(CHOSEN)
    assert chosen == places(segment(lesson.model, text))
    assert catalogue(language)["bytepiece.ways.title"] in visited.player().inner_text()
    for _ in sizes(visited, (390, 844)):
        no_figure_runs_into_the_names_of_rows(visited)


@in_chinese
def test_the_views_are_switched_on_the_page_and_kept_in_the_link(
    server: str, visit: Open, lesson: Lesson, language: str
) -> None:
    visited = visit(f"{server}/bytepiece?piece_text=chinese&lang={language}").ready()
    visited.player().focus()
    visited.press("End")
    chosen = visited.player().evaluate(CHOSEN)
    assert chosen == places(segment(lesson.model, "南京市长江大桥"))
    states = catalogue(language)["bytepiece.view.states"]
    visited.page.get_by_role("radio", name=states).click()
    visited.page.locator(".player .state-grid").wait_for()
    visited.page.wait_for_url("**view=states**")
    nothing_is_called_a_merge(visited, language)
    visited.player().focus()
    visited.press("End")
    cuts = visited.player().locator(".state-grid .cut")
    assert cuts.count() == visited.player().locator(".state-grid .piece").count() >= 2


@pytest.mark.first_visit
def test_a_deep_link_opens_the_same_picture(other_server: str, visit: Open) -> None:
    query = "piece_text=chinese&view=states&robust=1&step=21&lang=zh"
    visited = visit(f"{other_server}/bytepiece?{query}").ready()
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    assert visited.step() == 21
    again = visit(visited.page.url).ready()
    assert again.say() == visited.say()
    assert again.page.locator(".state-grid .cell[data-known]").count() == 6 * 11


def nothing_is_called_a_merge(visited: Visit, language: str) -> None:
    told = visited.page.locator(".player .head").inner_text()
    assert catalogue(language)["bytepiece.instead.goal.merge"] in told
    assert catalogue(language)["goal.merge"] not in visited.player().inner_text()


@pytest.mark.parametrize("view", ["lattice", "states"])
def test_no_serious_fault(server: str, visit: Open, view: str) -> None:
    address = f"{server}/bytepiece?piece_text=mixed&view={view}&step=9"
    assert_no_serious_fault(visit(address), address, Visit.ready)


@pytest.mark.parametrize(("view", "language"), [("lattice", "en"), ("states", "zh")])
def test_a_phone_has_all_of_it(server: str, visit: Open, view: str, language: str) -> None:
    address = f"{server}/bytepiece?piece_text=chinese&view={view}&lang={language}"
    visited = visit(address, **PHONE).ready()
    visited.page.locator(".pieces-table").nth(1).wait_for()
    wide = visited.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing makes the page scroll sideways"


def no_figure_runs_into_the_names_of_rows(visited: Visit) -> None:
    """On a phone, whose reader scrolls the lattice."""
    visited.press("Home", *["ArrowRight"] * 21)
    ends = """labels => [...labels.children].map(each => each.getBoundingClientRect().right)"""
    ground, *names = visited.player().locator(".lattice .labels").evaluate(ends)
    assert max(names) < ground, "figures pass behind the ground of the names"


def test_hostile_text_is_text(server: str, visit: Open) -> None:
    hostile = "<img src=x onerror=alert(1)>\u202e"
    visited = visit(f"{server}/bytepiece?piece_text=own&own_pieces={pack(hostile)}").ready()
    for view, drawing in (("lattice", ".lattice"), ("states", ".state-grid")):
        name = catalogue("en")[f"bytepiece.view.{view}"]
        visited.page.get_by_role("radio", name=name).click()
        visited.page.locator(f".player {drawing}").wait_for()
        visited.settled().page.locator(".pieces-table").nth(1).wait_for()
        expect(visited.page.locator("img[src=x]")).to_have_count(0)


def test_the_file_goes_down_and_up_again_and_another_alpha_draws_others(
    server: str, visit: Open, lesson: Lesson, tmp_path: Path
) -> None:
    visited = visit(f"{server}/bytepiece").ready()
    page = visited.page
    with page.expect_download() as waiting:
        page.locator(".st-key-bytepiece_save button").click()
    path = tmp_path / "mine.model"
    waiting.value.save_as(path)
    assert read_bytepiece({"mine.model": path.read_bytes()}) == lesson.model
    again: Any = visit(f"{server}/bytepiece?piece_model=file")
    again.page.locator("input[type=file]").set_input_files(path)
    again.ready()
    again.page.get_by_text("mine.model").first.wait_for()
    again.player().focus()
    again.press("End")
    assert again.player().evaluate(CHOSEN) == places(segment(lesson.model, "nowhere together"))
    another_alpha_draws_others(visited)


@in_chinese
def test_a_file_that_is_no_model_is_told(
    server: str, visit: Open, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "bad.model"
    path.write_bytes(b'{"!": 1}')
    visited = visit(f"{server}/bytepiece?piece_model=file&lang={language}")
    visited.page.locator("input[type=file]").set_input_files(path)
    alert = visited.page.get_by_role("alert").filter(
        has_text=said(language, "error.FormatError")
    )
    alert.wait_for()
    expect(visited.page.locator("[data-testid=stException]")).to_have_count(0)


def another_alpha_draws_others(visited: Visit) -> None:
    page = visited.page
    table = page.locator(".pieces-table").nth(1)
    table.wait_for()
    before = table.inner_text()
    page.locator(".st-key-alpha").get_by_role("radio", name="2", exact=True).click()
    page.wait_for_url("**alpha=2**")
    page.wait_for_function(
        "before => document.querySelectorAll('.pieces-table')[1]?.innerText !== before",
        arg=before,
    )
    expect(page.locator(".share-bar").nth(1)).to_be_attached()
