"""The subword-nmt page without a browser: inputs, links, the codes at work, mistakes."""

from typing import Any
from unittest import mock

import pytest

from bpe_core.runtime.text import pack
from bpe_core.systems.subword_nmt import Segmenter, count_words, learn, read_codes, write_codes
from bpe_lab.pages import LINE, STORIES
from bpe_lab.text import catalogue
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.subword_nmt.apply_codes import CODES_LIMIT
from ui.subword_nmt.learning_inputs import LINES, PRESETS

PAPER = learn(dict(PRESETS["paper"]), num_merges=20)


def html_of(at: Any) -> str:
    return " ".join(element.value for element in at.get("html"))


def written(at: Any) -> str:
    """The line as the page says that it is written."""
    return str(at.code[0].value)


@pytest.mark.parametrize("name", [*PRESETS, *STORIES])
def test_every_text_opens_with_its_codes_at_work(language: str, name: str) -> None:
    at = open_page("subword_nmt", language, subword_text=name)
    assert errors_of(at) == ""
    assert at.selectbox(key="subword_text").value == name
    assert written(at)
    shown = html_of(at)
    for key in ("apply", "beside"):
        assert catalogue(language)[f"subword_nmt.{key}.title"] in shown


def test_the_line_is_segmented_by_the_codes_that_were_learned() -> None:
    at = open_page("subword_nmt")
    assert at.text_input(key="line").value == LINES["paper"]
    assert written(at) == Segmenter(PAPER).segment(LINES["paper"])
    at.text_input(key="line").input("slowest  lowest").run()
    assert written(at) == Segmenter(PAPER).segment("slowest  lowest")
    assert param(at, "line") == "slowest  lowest"


def test_an_untouched_line_follows_the_text_and_a_typed_one_stays() -> None:
    at = open_page("subword_nmt")
    at.selectbox(key="subword_text").select("banana").run()
    assert at.text_input(key="line").value == LINES["banana"]
    at.text_input(key="line").input("mine").run()
    at.selectbox(key="subword_text").select("paper").run()
    assert at.text_input(key="line").value == "mine"


def test_a_link_sets_everything() -> None:
    link = {"subword_text": "refill", "codes": "7", "min_frequency": "3", "line": "then lowest"}
    more = {"glossaries": "low then", "vocabulary_threshold": "4", "dropout": "25"}
    at = open_page("subword_nmt", "zh", **link, **more, dropout_seed="9")
    assert errors_of(at) == ""
    codes = learn(dict(PRESETS["refill"]), num_merges=7, min_frequency=3)
    segmenter = Segmenter(codes, glossaries=["low", "then"])
    assert written(at) == segmenter.segment("then lowest")
    for key, value in (("dropout", 25), ("dropout_seed", 9), ("vocabulary_threshold", 4)):
        assert at.number_input(key=key).value == value
        assert param(at, key) == str(value)


def test_an_own_text_and_an_own_dictionary() -> None:
    at = open_page("subword_nmt", subword_text="own", own_learned=pack("low low lower") or "")
    codes = learn(count_words("low low lower"), num_merges=20)
    assert written(at) == Segmenter(codes).segment("low lower")
    packed = pack("low 5\nlower 2\nnewest 6\nwidest 3") or ""
    at = open_page("subword_nmt", subword_text="own", own_learned=packed, dictionary="1")
    assert errors_of(at) == ""
    at.text_input(key="line").input("lowest").run()
    assert written(at) == Segmenter(PAPER).segment("lowest")


def upload(at: Any, data: bytes) -> Any:
    at.selectbox(key="codes_from").select("file").run()
    at.file_uploader(key="codes_file").set_value(("codes.bpe", data, "text/plain"))
    return at.run()


def test_codes_of_a_file_take_the_place_of_those_learned() -> None:
    data = write_codes(learn({"lowest": 9}, num_merges=3)).encode()
    at = upload(open_page("subword_nmt", line="lowest slow"), data)
    assert errors_of(at) == ""
    assert written(at) == Segmenter(read_codes(data)).segment("lowest slow")


class TestMistakes:
    """Each has its text, and the page goes on."""

    @pytest.mark.parametrize(
        "data", [b"#version: 0.2\na b c\n", b"\xff\xfe", b"#version: 9\na b\n"]
    )
    def test_a_file_that_is_no_file_of_codes(self, language: str, data: bytes) -> None:
        at = upload(open_page("subword_nmt", language), data)
        assert len(errors_of(at)) > 10
        at.selectbox(key="codes_from").select("learned").run()
        assert errors_of(at) == ""
        assert written(at)

    def test_a_file_of_codes_over_the_limit(self, language: str) -> None:
        data = b"#version: 0.2\n" + b"a b\n" * (CODES_LIMIT // 4)
        at = upload(open_page("subword_nmt", language), data)
        assert said(language, "error.InputError.text_too_large") in errors_of(at)

    def test_an_empty_text(self, language: str) -> None:
        at = open_page(
            "subword_nmt", language, subword_text="own", own_learned=pack("  ") or ""
        )
        assert said(language, "error.InputError.empty_text") in errors_of(at)

    def test_a_dictionary_with_a_line_that_is_none(self, language: str) -> None:
        packed = pack("low 5\nlower") or ""
        at = open_page(
            "subword_nmt", language, subword_text="own", own_learned=packed, dictionary="1"
        )
        assert catalogue(language)["format.word_count"] in errors_of(at)

    def test_words_without_a_pair_are_still_segmented(self, language: str) -> None:
        at = open_page(
            "subword_nmt", language, subword_text="own", own_learned=pack("a b") or ""
        )
        assert catalogue(language)["stop.no_pair_left"] in errors_of(at)
        at.text_input(key="line").input("ab").run()
        assert written(at) == "a@@ b"

    @pytest.mark.parametrize("pattern", ["(", "a**", "(?<x>"])
    def test_a_glossary_that_is_no_pattern(self, language: str, pattern: str) -> None:
        at = open_page("subword_nmt", language, glossaries=pattern)
        assert len(errors_of(at)) > 10
        at.text_input(key="glossaries").input("low").run()
        assert errors_of(at) == ""

    def test_a_glossary_that_never_ends(self) -> None:
        slow = {"glossaries": "(a|aa)+$", "line": "a" * 60 + "b"}
        with mock.patch("bpe_core.systems.subword_nmt.segmenter.SECONDS", 0.05):
            at = open_page("subword_nmt", "zh", **slow)
        assert not at.exception

    @pytest.mark.parametrize(
        "wrong",
        [
            {"subword_text": "gone", "codes": "0", "dropout": "101", "dictionary": "2"},
            {"codes_from": "mail"},
            {"own_learned": "!"},
        ],
    )
    def test_a_broken_link_opens_with_a_notice_for_each_value(
        self, language: str, wrong: dict[str, str]
    ) -> None:
        own = {"subword_text": "own"} if "own_learned" in wrong else {}
        at = open_page("subword_nmt", language, **wrong, **own)
        assert not at.exception
        unknown = said(language, "notice.unknown_choice")
        assert sum(unknown in element.value for element in at.info) == len(wrong)

    def test_a_line_too_long_for_its_field_is_left_out(self, language: str) -> None:
        at = open_page("subword_nmt", language, line="a" * (LINE.most + 1))
        assert at.text_input(key="line").value == LINES["paper"]
        notice = " ".join(element.value for element in at.info)
        assert said(language, "notice.long_link") in notice


def test_presenting_shows_the_walk_alone() -> None:
    at = open_page("subword_nmt")
    at.button(key="present").click().run()
    assert errors_of(at) == ""
    assert not at.code
