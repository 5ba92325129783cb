"""The compare page without a browser: links, both views, real runs, canceling, mistakes.

Runs are real but in this process; those in processes of their own: `test_real_runs.py`.
"""

import re
from collections.abc import Hashable, Iterator
from contextlib import ExitStack
from html import unescape
from threading import Event
from typing import Any
from unittest import mock

import pytest

from bpe_core.registry import SYSTEMS
from bpe_core.runtime.text import pack
from bpe_lab.compare.comparison import ComparePlan
from bpe_lab.text import LANGUAGES, catalogue
from bpe_lab.text.messages import escaped
from tests.lab.measure.in_process import in_process as in_process
from tests.lab.race.running import children, comes_true, naming
from tests.ui import under_way
from tests.ui.charts.charts_sent import charts_of
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.compare import compare_job
from ui.compare.compare_job import Comparing, Setup, built_in
from ui.serving.jobs import Line, SessionJobs
from ui.serving.measurements import LatestMeasurements
from ui.serving.memory import Memory

SOON = 240.0  # seconds; where nothing was compiled yet, that comes first
LINK = {"view": "table", "corpora": "lab_en,lab_zh", "sizes": "400,500", "systems": "bpe,bbpe"}
LINKED = Setup(  # what LINK asks for
    ComparePlan(
        corpora=("lab_en", "lab_zh"),
        systems=("bpe", "bbpe"),
        vocab_sizes=(400, 500),
        budget=60.0,
    )
)
UNKNOWN = "notice.unknown_choice"
WHOLE: dict[Hashable, Comparing] = {}  # outcomes, so that each is run once


@pytest.fixture(autouse=True)
def jobs() -> Iterator[SessionJobs]:
    """No job or result of another test; memory enough."""
    own = SessionJobs(Line(at_once=2))
    latest: LatestMeasurements[Comparing] = LatestMeasurements()
    memory = Memory(lambda: None)
    with ExitStack() as stack:
        for place, found in (
            ("compare_job.session_races", own),
            ("compare_job.latest_comparisons", latest),
            ("compare_job.training_memory", memory),
        ):
            stack.enter_context(mock.patch(f"ui.compare.{place}", return_value=found))
        yield own
        own.line.stop_all()


def html(at: Any) -> str:
    shown = " ".join(block.value for block in at.get("html"))
    return unescape(re.sub("<style>.*?</style>", "", shown, flags=re.S))


def settled(at: Any) -> Any:
    """The page once nothing is under way."""
    at = under_way.settled(at, compare_job.session_races().line, SOON)
    assert is_over(at)
    return at


def is_over(at: Any) -> bool:
    assert not at.exception, at.exception
    return not any(button.key == "compare_cancel" for button in at.button)


def table(language: str = "en", **query: str) -> Any:
    return open_page("compare", language, **{**LINK, **query})


def ran(at: Any) -> Any:
    at.button(key="compare_start").click().run()
    return settled(at)


def ran_before(setup: Setup) -> None:
    """As if another reader had run it, for tests that begin with an outcome; run once."""
    if setup.key not in WHOLE:
        comparing = WHOLE[setup.key] = Comparing.of(setup)
        comparing.run(Event())
        assert comparing.is_whole
    compare_job.latest_comparisons().put(WHOLE[setup.key])


def notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def test_a_text_is_cut_by_every_system_at_once_and_nothing_is_trained(
    jobs: SessionJobs,
) -> None:
    for language in LANGUAGES:
        at = open_page("compare", language)
        assert is_over(at)
        assert not jobs.line.jobs
        assert errors_of(at) == ""
        page, words = html(at), catalogue(language)
        for name in SYSTEMS:
            assert words[f"system.{name}"] in page
        assert words["compare.back.same"] in page
        assert words["compare.back.refused"] not in page
        assert "compare-seen" in page


@pytest.mark.parametrize(("text", "shown"), [("low  er", 2), ("low lower", len(SYSTEMS))])
def test_a_hall_s_table_has_who_loses_something_else_everybody(text: str, shown: int) -> None:
    own = {"compared_text": "own", "own_compared": pack(text) or ""}
    page = html(open_page("compare", mode="present", **own))
    assert page.count('<th scope="row"') == shown


@pytest.mark.parametrize("text", ["x", "     "])
def test_a_text_that_none_cuts_has_nothing_to_agree_on(text: str, language: str) -> None:
    own = {"compared_text": "own", "own_compared": pack(text) or ""}
    at = open_page("compare", language, **own)
    assert errors_of(at) == ""
    finding = re.search('<div class="seen compare-seen".*?</div>', html(at))
    assert finding
    if text == "x":
        assert said(language, "compare.text.whole") in finding[0]
    assert not re.search(r"(, | )0 (for|个)", finding[0]), "who makes no token is not praised"


def test_the_text_s_preset_and_what_it_breaks_are_part_of_the_link() -> None:
    at = open_page("compare", compared_text="full_width")
    assert at.selectbox(key="compared_text").value == "full_width"
    assert param(at, "compared_text") == "full_width"
    at.selectbox(key="compared_text").select("own").run()
    at.text_area(key="own_compared").input("a <b>, 你好").run()
    again = open_page("compare", compared_text="own", own_compared=param(at, "own_compared"))
    assert again.text_area(key="own_compared").value == "a <b>, 你好"
    assert is_over(again)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_begins_with_what_it_will_do_and_runs_nothing(language: str) -> None:
    at = open_page("compare", language, view="table")
    assert errors_of(at) == ""
    page = html(at)
    for name in SYSTEMS:
        assert catalogue(language)[f"compare.about.{name}"] in page
    assert at.button(key="compare_start").label == catalogue(language)["compare.start"]
    assert not {"corpora", "sizes", "systems", "compare_budget"} & set(at.query_params)


def test_a_link_sets_everything() -> None:
    at = table("zh", compare_budget="15")
    assert errors_of(at) == ""
    assert at.multiselect(key="compare_corpora").value == ["lab_en", "lab_zh"]
    assert at.selectbox(key="compare_budget").value == "15"
    assert {name: param(at, name) for name in LINK} == LINK


@pytest.mark.parametrize(
    "wrong",
    [
        {"corpora": "gone", "sizes": "1", "systems": "bpe,x"},
        {"sizes": "1e3"},
        {"view": "x"},
    ],
)
def test_a_broken_link_opens_with_its_notices(language: str, wrong: dict[str, str]) -> None:
    query = wrong if "view" in wrong else LINK | wrong
    at = open_page("compare", language, **query)
    assert errors_of(at) == ""
    unknown = [box.value for box in at.info if said(language, UNKNOWN) in box.value]
    assert len(unknown) == len(wrong)
    for value in wrong.values():
        assert any(escaped(value) in text for text in unknown), value


def check_bests(page: str, unknown: str) -> None:
    """One best in every column in which two figures that are known differ."""
    cells = re.findall(r'<td role="cell" class="(\w+)( best)?"[^>]*>(.*?)</td>', page)
    for column in ("seconds", "memory", "same", "other", "speed"):
        of = [(bool(best), said) for name, best, said in cells if name == column]
        assert len(of) == len(LINKED.plan.systems)
        known = {said for _, said in of} - {unknown}
        assert len(known) < 2 or sum(best for best, _ in of) == 1, column
        assert all(said != unknown for best, said in of if best), column
    assert page.count(" best") >= 2, "no two runs take the same time"


@pytest.mark.usefixtures("in_process")
def test_a_run_fills_the_table_the_charts_the_ideals_and_the_files() -> None:
    ran(table())
    whole = compare_job.latest_comparisons().get(LINKED.key)
    assert whole is not None
    WHOLE[LINKED.key] = whole
    for language in LANGUAGES:
        at = table(language)
        assert errors_of(at) == ""
        words, page = catalogue(language), html(at)
        assert at.button(key="compare_start").label == words["compare.again"]
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


@pytest.mark.usefixtures("in_process")
def test_the_text_goes_through_the_systems_of_the_last_table() -> None:
    ran_before(LINKED)
    at = table(size="500")
    assert at.segmented_control(key="compare_size").value == "500"
    at.segmented_control(key="compare_view").set_value("text").run()
    at.selectbox(key="trained_on").select("table").run()
    assert errors_of(at) == ""
    assert at.segmented_control(key="compare_learned").value == "lab_en"
    before = html(at)
    at.segmented_control(key="compare_learned").set_value("lab_zh").run()
    assert errors_of(at) == ""
    assert html(at) != before
    assert param(at, "learned") == "lab_zh"


def runs() -> set[int]:
    """The processes of comparisons that this one has started."""
    return children() & naming("bpe_lab.compare.measuring")


def test_a_cancelled_run_says_so_and_can_begin_again(language: str, jobs: SessionJobs) -> None:
    at = table(language, sizes="8000", corpora="help")
    at.button(key="compare_start").click().run()
    assert not is_over(at)
    assert comes_true(lambda: bool(runs()), SOON)
    at.button(key="compare_cancel").click().run()
    assert comes_true(lambda: not jobs.line.jobs, SOON)
    assert not runs()
    at.run()
    assert errors_of(at) == ""
    assert said(language, "compare.cancelled_at_once") in notices(at)
    assert any(button.key == "compare_start" for button in at.button)


@pytest.mark.usefixtures("in_process")
def test_a_system_that_is_not_installed_is_shown_as_absent() -> None:
    from dataclasses import replace

    missing = {**SYSTEMS, "bbpe": replace(SYSTEMS["bbpe"], library="no_such_library")}
    with ExitStack() as stack:
        for place in (
            "ui.compare.compare_inputs",
            "ui.compare.compare_job",
            "bpe_lab.compare.runs",
        ):
            stack.enter_context(mock.patch(f"{place}.SYSTEMS", missing))
        assert "bbpe" not in open_page("compare", view="table").session_state["compare_systems"]
        at = ran(table(corpora="lab_en", sizes="400"))
        assert errors_of(at) == ""
        assert catalogue("en")["compare.state.absent"] in html(at)


class TestMistakes:
    """Each has its text, and the page goes on."""

    @pytest.mark.parametrize("field", ["sizes", "systems"])
    def test_nothing_chosen(self, language: str, field: str) -> None:
        at = table(language)
        at.button_group(key=f"compare_{field}").set_value([]).run()
        assert said(language, "error.AppError.nothing_chosen")[-4:] in errors_of(at)
        assert at.button(key="compare_start").disabled

    def test_too_many_corpora(self) -> None:
        at = table("zh")
        five = ["help", "lab_en", "lab_zh", "library_130k", "story_en"]
        at.multiselect(key="compare_corpora").set_value(five).run()
        assert "5" in errors_of(at)
        at.multiselect(key="compare_corpora").set_value(five[:1]).run()
        assert errors_of(at) == ""

    def test_an_empty_text(self, language: str) -> None:
        at = open_page("compare", language, compared_text="own")
        at.text_area(key="own_compared").input("").run()
        assert said(language, "error.InputError.empty_text") in errors_of(at)
        at.text_area(key="own_compared").input("é").run()
        assert errors_of(at) == ""

    def test_a_file_that_is_not_utf8(self) -> None:
        at = table("zh", corpora="upload")
        file = ("a.txt", b"caf\xe9 " * 99, "text/plain")
        at.file_uploader(key="compare_upload").set_value(file).run()
        assert "0xE9" in errors_of(at)
        at.checkbox[0].check().run()
        assert errors_of(at) == ""

    @pytest.mark.usefixtures("in_process")
    def test_a_file_too_small_to_learn_from(self, language: str) -> None:
        at = table(language, corpora="upload", sizes="400")
        file = ("a.txt", b"ab", "text/plain")
        at.file_uploader(key="compare_upload").set_value(file).run()
        at = ran(at)
        assert said(language, "error.LabError.nothing_held_out")[-8:] in errors_of(at)


@pytest.mark.usefixtures("in_process")
def test_a_vocabulary_too_small_for_the_characters() -> None:
    """Its text is in the table and where a reader's text is tried with it."""
    asked = {"corpora": "lab_zh", "sizes": "300", "systems": "subword_nmt,bpe"}
    ran(table(**asked))
    for language in LANGUAGES:
        at = table(language, **asked)
        assert said(language, "error.InputError.characters_need_more") in html(at)
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


def test_another_language_and_another_view_keep_what_is_chosen() -> None:
    chosen = {"corpora": "help,lab_zh", "sizes": "1000,32000", "systems": "bbpe"}
    at = table(**chosen)
    at.button_group(key="compare_systems").set_value(["bpe", "bbpe"]).run()
    at.segmented_control(key="language").set_value("zh").run()
    for _ in range(2):
        assert errors_of(at) == ""
        assert {name: param(at, name) for name in chosen} == chosen | {"systems": "bpe,bbpe"}
        at.segmented_control(key="compare_view").set_value("text").run()
        at.segmented_control(key="compare_view").set_value("table").run()
    assert catalogue("zh")["corpus.help"] in html(at)


def test_what_is_typed_is_cut_and_is_no_markup() -> None:
    at = open_page("compare", compared_text="own")
    at.text_area(key="own_compared").input("a  b <img src=x onerror=1>").run()
    assert errors_of(at) == ""
    assert "<img" not in " ".join(block.value for block in at.get("html"))
