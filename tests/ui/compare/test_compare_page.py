"""The compare page without a browser: links, both views, real runs, cancelling, mistakes."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any
from unittest import mock

import pytest

from bpe_core.compare.plan import ComparePlan
from bpe_core.registry import SYSTEMS
from tests.core.race.running import comes_true
from tests.ui.charts.charts_sent import charts_of
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.compare.compare_corpora import SMALL, built_in
from ui.compare.compare_job import Comparing, Setup
from ui.page.training_limits import Memory
from ui.serving.jobs import Line, SessionJobs
from ui.serving.measurements import LatestMeasurements
from ui.text import LANGUAGES, catalogue

SOON = 240.0  # seconds; where nothing was compiled yet, that comes first
LINK = {"view": "table", "corpora": "lab_en,lab_zh", "sizes": "400,500", "systems": "bpe,bbpe"}
TWO = Setup(ComparePlan(corpora=(SMALL,), systems=("bpe", "bbpe"), vocab_sizes=(600,)))


@pytest.fixture(autouse=True)
def jobs() -> Iterator[SessionJobs]:
    """No job or result of another test; memory enough; a small training to begin with."""
    own = SessionJobs(Line(at_once=2))
    latest: LatestMeasurements[Comparing] = LatestMeasurements()
    memory = Memory(lambda: None)
    with ExitStack() as stack:
        for place, found in (
            ("compare_job.session_trainings", own),
            ("compare_job.session_races", own),
            ("compare_job.latest_comparisons", latest),
            ("compare_job.training_memory", memory),
            ("text_view.small_setup", TWO),
        ):
            stack.enter_context(mock.patch(f"ui.compare.{place}", return_value=found))
        yield own
        own.line.stop_all()


def html(at: Any) -> str:
    shown = " ".join(block.value for block in at.get("html"))
    return unescape(re.sub("<style>.*?</style>", "", shown, flags=re.S))


def settled(at: Any) -> Any:
    """The page once nothing is under way."""
    assert comes_true(lambda: is_over(at.run()), SOON)
    return at


def is_over(at: Any) -> bool:
    assert not at.exception, at.exception
    return not any(button.key == "compare_cancel" for button in at.button)


def table(language: str = "en", **query: str) -> Any:
    return open_page("compare", language, **{**LINK, **query})


def ran(at: Any) -> Any:
    at.button(key="compare_start").click().run()
    return settled(at)


def notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_cut_by_every_system_without_being_asked(language: str) -> None:
    at = settled(open_page("compare", language))
    assert errors_of(at) == ""
    page = html(at)
    for name in TWO.plan.systems:
        assert catalogue(language)[f"system.{name}"] in page
    assert catalogue(language)["compare.back.same"] in page
    assert "compare-seen" in page


def test_the_text_s_preset_and_what_it_breaks_are_part_of_the_link() -> None:
    at = settled(open_page("compare", compared_text="full_width"))
    assert at.selectbox(key="compared_text").value == "full_width"
    assert param(at, "compared_text") == "full_width"
    at.selectbox(key="compared_text").select("own").run()
    at.text_area(key="own_compared").input("a <b>, 你好").run()
    again = settled(
        open_page("compare", compared_text="own", own_compared=param(at, "own_compared"))
    )
    assert again.text_area(key="own_compared").value == "a <b>, 你好"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_trained_is_there_for_the_next_reader(language: str) -> None:
    settled(open_page("compare", language))
    at = open_page("compare", language)
    assert is_over(at), "nothing is trained again"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_begins_with_what_it_will_do_and_runs_nothing(language: str) -> None:
    at = open_page("compare", language, view="table")
    assert errors_of(at) == ""
    page = html(at)
    for name in SYSTEMS:
        assert catalogue(language)[f"compare.about.{name}"] in page
    assert at.button(key="compare_start").label == catalogue(language)["compare.start"]
    assert not {"corpora", "sizes", "systems", "compare_budget"} & set(at.query_params)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_sets_everything_in_any_language(language: str) -> None:
    at = table(language, compare_budget="15")
    assert errors_of(at) == ""
    assert at.multiselect(key="compare_corpora").value == ["lab_en", "lab_zh"]
    assert at.selectbox(key="compare_budget").value == "15"
    assert {name: param(at, name) for name in LINK} == LINK


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "wrong",
    [
        {"corpora": "gone"},
        {"sizes": "1"},
        {"systems": "bpe,x"},
        {"view": "x"},
        {"sizes": "1e3"},
    ],
)
def test_a_broken_link_opens_with_a_notice(language: str, wrong: dict[str, str]) -> None:
    at = table(language, **wrong) if "view" not in wrong else open_page("compare", **wrong)
    assert errors_of(at) == ""
    language = "en" if "view" in wrong else language
    assert said(language, "notice.UnknownChoiceNotice") in notices(at)


def check_bests(page: str, unknown: str) -> None:
    """One best in every column in which two figures that are known differ."""
    cells = re.findall(r'<td role="cell" class="(\w+)( best)?"[^>]*>(.*?)</td>', page)
    for column in ("seconds", "memory", "same", "other", "speed"):
        of = [(bool(best), said) for name, best, said in cells if name == column]
        assert len(of) == len(TWO.plan.systems)
        known = {said for _, said in of} - {unknown}
        assert len(known) < 2 or sum(best for best, _ in of) == 1, column
        assert all(said != unknown for best, said in of if best), column
    assert page.count(" best") >= 2, "no two runs take the same time"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_fills_the_table_the_charts_the_ideals_and_the_files(language: str) -> None:
    at = ran(table(language))
    assert errors_of(at) == ""
    words, page = catalogue(language), html(at)
    check_bests(page, unknown=words["compare.unknown"])
    for name in ("lossless", "compression", "independence", "data_driven", "trainable"):
        assert words[f"compare.ideal.{name}"] in page
    assert len(charts_of(at)) == 2
    command = re.search(r"<code>(.*?)</code>", page)
    assert command
    assert command[1] == (
        "bpe-lab compare lab_en.txt lab_zh.txt --vocab-size 400 --vocab-size 500"
        " --system bpe --system bbpe --budget 60"
    )
    keys = {button.key for button in at.get("download_button")}
    assert {"compare_csv", "compare_json", "compare-time_svg"} <= keys


def test_the_text_goes_through_the_systems_of_the_last_table() -> None:
    at = ran(table())
    at.segmented_control(key="compare_view").set_value("text").run()
    at.selectbox(key="trained_on").select("table").run()
    assert errors_of(at) == ""
    assert at.segmented_control(key="compare_learned").value == "lab_en"
    before = html(at)
    at.segmented_control(key="compare_learned").set_value("lab_zh").run()
    assert errors_of(at) == ""
    assert html(at) != before
    assert param(at, "learned") == "lab_zh"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cancelled_run_says_so_and_can_begin_again(language: str, jobs: SessionJobs) -> None:
    at = table(language, sizes="8000", corpora="help")
    at.button(key="compare_start").click().run()
    assert not is_over(at)
    at.button(key="compare_cancel").click().run()
    assert comes_true(lambda: not jobs.line.jobs, 20)
    at.run()
    assert errors_of(at) == ""
    assert said(language, "compare.cancelled_at_once") in notices(at)
    assert any(button.key == "compare_start" for button in at.button)


def test_a_system_that_is_not_installed_is_shown_as_absent() -> None:
    from dataclasses import replace

    missing = {**SYSTEMS, "bbpe": replace(SYSTEMS["bbpe"], library="no_such_library")}
    with ExitStack() as stack:
        for place in (
            "ui.compare.compare_inputs",
            "ui.compare.compare_live",
            "ui.compare.compare_job",
            "bpe_core.compare.runs",
        ):
            stack.enter_context(mock.patch(f"{place}.SYSTEMS", missing))
        at = table()
        assert "bbpe" not in open_page("compare", view="table").session_state["compare_systems"]
        at = ran(at)
        assert errors_of(at) == ""
        assert catalogue("en")["compare.state.absent"] in html(at)


@pytest.mark.parametrize("language", LANGUAGES)
class TestMistakes:
    """Each has its text, and the page goes on."""

    @pytest.mark.parametrize("field", ["sizes", "systems"])
    def test_nothing_chosen(self, language: str, field: str) -> None:
        at = table(language)
        at.button_group(key=f"compare_{field}").set_value([]).run()
        assert said(language, "error.NothingChosenError")[-4:] in errors_of(at)
        assert at.button(key="compare_start").disabled

    def test_too_many_corpora(self, language: str) -> None:
        at = table(language)
        five = ["help", "lab_en", "lab_zh", "library_130k", "story_en"]
        at.multiselect(key="compare_corpora").set_value(five).run()
        assert "5" in errors_of(at)
        at.multiselect(key="compare_corpora").set_value(five[:1]).run()
        assert errors_of(at) == ""

    def test_an_empty_text(self, language: str) -> None:
        at = open_page("compare", language, compared_text="own")
        at.text_area(key="own_compared").input("").run()
        assert said(language, "error.EmptyTextError") in errors_of(at)
        at.text_area(key="own_compared").input("é").run()
        assert errors_of(at) == ""

    def test_a_file_that_is_not_utf8(self, language: str) -> None:
        at = table(language, corpora="upload")
        file = ("a.txt", b"caf\xe9 " * 99, "text/plain")
        at.file_uploader(key="compare_upload").set_value(file).run()
        assert "0xE9" in errors_of(at)
        at.checkbox[0].check().run()
        assert errors_of(at) == ""

    def test_a_file_too_small_to_learn_from(self, language: str) -> None:
        at = table(language, corpora="upload", sizes="400")
        file = ("a.txt", b"ab", "text/plain")
        at.file_uploader(key="compare_upload").set_value(file).run()
        at = ran(at)
        assert said(language, "error.NothingHeldOutError")[-8:] in errors_of(at)

    def test_a_vocabulary_too_small_for_the_characters(self, language: str) -> None:
        at = ran(table(language, corpora="lab_zh", sizes="300", systems="subword_nmt,bpe"))
        assert said(language, "error.CharactersNeedMoreError") in html(at)
        at.segmented_control(key="compare_view").set_value("text").run()
        at.selectbox(key="trained_on").select("table").run()
        assert errors_of(at) == ""
        assert catalogue(language)["compare.state.failed"] in html(at)


def test_no_table_yet_is_told() -> None:
    at = open_page("compare", trained_on="table")
    assert catalogue("en")["compare.text.no_table"] in notices(at)


def test_the_built_in_corpora_hold_no_placeholders() -> None:
    for name in ("lab_en", "lab_zh", "help"):
        assert len(built_in(name)) > 10_000
    assert b"{n:" not in built_in("lab_en")
