"""The museum: the line at fault is found, a text is tried, and nothing is told before."""

from __future__ import annotations

import json
from typing import Any

import pytest
from markupsafe import escape

from bpe_lab.museum import BESIDES, EXHIBITS
from bpe_lab.player.parts import unpacked
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.page.test_asking import press
from tests.ui.test_pages import open_page, param, said
from ui.museum.exhibits import choosable_lines

NAME = "two_merges_per_round"
RESULTS = '<div class="museum-results"'


def drawn(at: Any) -> str:
    """The page's own HTML."""
    assert not at.exception, at.exception
    return " ".join(str(block.value) for block in at.get("html"))


def recording_of(at: Any) -> Any:
    """The walk that the page shows."""
    (data,) = walks(at)
    return unpacked(data["recording"])


def walks(at: Any) -> list[Any]:
    """The data of the players; a component that notes answers has none."""
    sent = [json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component")]
    return [data for data in sent if "recording" in data]


def assert_closed(at: Any) -> None:
    """Neither results nor walk are there, nor anything that the walk would say."""
    assert RESULTS not in drawn(at)
    assert not walks(at)


def texts_of(language: str, name: str, part: str) -> str:
    return catalogue(language)[f"museum.exhibit.{name}.{part}"]


def test_every_exhibit_hangs_with_its_idea_and_shows_its_bug_by_its_smallest_text(
    language: str,
) -> None:
    at = open_page("museum", language)
    words = catalogue(language)
    for name, exhibit in EXHIBITS.items():
        at.selectbox(key="exhibit").select(name)
        at.text_area(key="museum_text").set_value(exhibit.harmless).run()
        page = drawn(at)
        assert escape(texts_of(language, name, "title")) in page
        assert escape(texts_of(language, name, "thought")) in page
        assert escape(texts_of(language, name, "why")) not in page, "not told before"
        assert words["museum.agrees"] in page
        assert (escape(words["museum.convention"]) in page) == exhibit.convention
        at.button(key="smallest").click().run()
        assert at.text_area(key="museum_text").value == exhibit.text
        assert words["museum.differs"] in drawn(at)
    assert [
        each for each in BESIDES if escape(words[f"museum.besides_text.{each}.title"]) in page
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_line_is_a_miss_and_the_right_one_tells_the_story(language: str) -> None:
    at = open_page("museum", language, exhibit=NAME)
    exhibit = EXHIBITS[NAME]
    lines = at.radio(key=f"line_{NAME}")
    assert lines.value is None
    lines.set_value(exhibit.fault_line - 1).run()
    assert said(language, "museum.miss") in at.warning[0].value
    assert escape(texts_of(language, NAME, "why")) not in drawn(at)
    at.radio(key=f"line_{NAME}").set_value(exhibit.fault_line).run()
    assert str(exhibit.fault_line) in at.success[0].value
    assert escape(texts_of(language, NAME, "why")) in drawn(at)
    assert all(source.link in drawn(at) for source in exhibit.seen)


def test_a_line_that_is_shown_is_named_and_told() -> None:
    at = open_page("museum", exhibit="ties_by_ids")
    at.button(key="show_line").click().run()
    assert str(EXHIBITS["ties_by_ids"].fault_line) in at.info[0].value
    assert catalogue("en")["museum.mutant"] in drawn(at)


def test_both_runs_are_walked_through_on_a_text_and_what_was_typed_is_no_markup() -> None:
    at = open_page("museum", exhibit=NAME, museum_text="aab")
    recording = recording_of(at)
    assert len(recording["steps"]) == 3, "the start, one that both merge, and where they part"
    at.text_area(key="museum_text").set_value("ab<b>").run()
    assert "<b>" not in drawn(at).partition(RESULTS)[2]
    assert recording_of(at)["id"] != recording["id"]
    assert param(at, "museum_text") == "ab<b>"


def test_a_text_without_a_step_has_results_and_no_walk() -> None:
    at = open_page("museum", exhibit=NAME, museum_text="a")
    assert catalogue("en")["museum.agrees"] in drawn(at)
    assert not walks(at)


def test_the_right_walk_opens_on_the_text_with_the_right_options() -> None:
    at = open_page("train", text="own", tie_break="first_seen", pattern="none", min_count="3")
    at.switch_page(str(ROOT / "pages" / "museum.py")).run()
    at.text_area(key="museum_text").set_value("aab").run()
    press(at, "right_walk")
    assert not at.exception
    assert at.text_area(key="own").value == "aab"
    chosen = [at.selectbox(key=key).value for key in ("text", "tie_break", "pattern")]
    assert chosen == ["own", "greatest", "gpt2"]
    assert at.number_input(key="min_count").value == 1


def test_where_they_part_is_asked_before_it_is_drawn(language: str) -> None:
    at = open_page("museum", language, exhibit=NAME, museum_text="aab", ask="1")
    assert_closed(at)
    at.number_input[0].set_value(1)
    press(at, "museum_check")
    assert "`a+b`" in at.warning[0].value
    assert_closed(at)
    at.number_input[0].set_value(2)
    press(at, "museum_check")
    assert catalogue(language)["asking.right"] in at.success[0].value
    assert RESULTS in drawn(at)
    assert recording_of(at)


def test_of_an_encoder_the_steps_of_the_right_one_are_asked_about(language: str) -> None:
    at = open_page("museum", language, exhibit="left_to_right", museum_text="abc", ask="1")
    assert_closed(at)
    question = at.radio[-1]
    assert ["`abc`" in question.options[0], "`b+c`" in question.options[1]] == [True, True]
    question.set_value("1")
    press(at, "museum_check")
    assert catalogue(language)["asking.step_taken"] in at.warning[0].value
    at.radio[-1].set_value("2")
    press(at, "museum_check")
    assert RESULTS in drawn(at)


def test_nothing_is_asked_where_they_never_part() -> None:
    at = open_page("museum", exhibit=NAME, museum_text="ab", ask="1")
    assert not at.number_input
    assert RESULTS in drawn(at)


@pytest.mark.parametrize("wrong", [{"exhibit": "gone"}, {"museum_text": "a" * 121}])
def test_a_broken_link_opens_with_a_notice(wrong: dict[str, str]) -> None:
    at = open_page("museum", **wrong)
    assert not at.exception
    assert at.info
    assert at.selectbox(key="exhibit").value == "forgotten_pair"


@pytest.mark.parametrize("name", EXHIBITS)
def test_the_line_at_fault_can_be_chosen(name: str) -> None:
    assert EXHIBITS[name].fault_line in choosable_lines(EXHIBITS[name].code)


def test_whoever_has_code_is_told_what_to_type(language: str) -> None:
    """The README's commands, without its comments."""
    (commands,) = open_page("museum", lang=language).get("code")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in commands.value.splitlines():
        assert f"\n{command} " in readme
