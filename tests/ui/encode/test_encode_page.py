"""The encode page without a browser: links, vocabularies that suit, every mistake."""

import html
import json
import re
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from bpe_core.runtime.text import pack
from bpe_core.vocabularies import built_in
from bpe_lab.player.parts import unpacked
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import ROOT, errors_of, open_page, param, said


def notices_of(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def part_of(at: Any) -> Any:
    """The select box of pre-tokens, whose key depends on them."""
    return next(box for box in at.selectbox if str(box.key).startswith("part_"))


def own(text: str, **query: str) -> dict[str, str]:
    """The parameters of a link with a text of the reader's."""
    packed = pack(text)
    assert packed
    return {"words": "own", "own_words": packed, "tokenizer": "lab", **query}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_on_the_lecture_s_word(language: str) -> None:
    at = open_page("encode", language)
    assert errors_of(at) == ""
    assert at.selectbox(key="words").value == "tech"
    assert at.selectbox(key="tokenizer").value == "lecture"
    assert at.selectbox(key="words").label == catalogue(language)["input.words"]
    assert how_much(at) == "", "the walk is all of it"


def how_much(at: Any) -> str:
    (line,) = [each.value for each in at.get("html") if "how-much" in each.value] or [""]
    return html.unescape(line)


def test_how_much_a_longer_text_is_stands_above_its_walk(language: str) -> None:
    at = open_page("encode", language, words="story_en", tokenizer="bilingual")
    totals, *_ = how_much(at).split("<a ")
    assert sorted(re.findall("[0-9]+", totals)) == ["206", "795"]
    assert "tokens?" in how_much(at)
    assert "counted_text=story_en" in how_much(at)
    assert "models=bilingual" in how_much(at)


def test_an_old_link_s_switch_goes_on_with_the_text() -> None:
    at = open_page("encode", words="injection", tokenizer="lab", allow="1")
    assert "allow=1" in how_much(at)


def test_another_text_gets_a_real_vocabulary_and_its_first_pre_token() -> None:
    at = open_page("encode", words="code", part="3", tokenizer="lab")
    assert part_of(at).value == 3
    at.selectbox(key="words").select("tech").run()
    assert (at.selectbox(key="tokenizer").value, part_of(at).value) == (
        "lecture",
        0,
    )
    at.selectbox(key="words").select("catch").run()
    assert at.selectbox(key="tokenizer").value == "lab", "where its rules differ"
    at.selectbox(key="words").select("nihao").run()
    assert at.selectbox(key="tokenizer").value == "bilingual"
    at.selectbox(key="tokenizer").select("lecture").run()
    assert at.selectbox(key="tokenizer").value == "lecture", "who chooses keeps it"


def test_a_pre_token_that_is_not_there_is_told(language: str) -> None:
    at = open_page("encode", language, words="nihao", tokenizer="lab", part="7")
    assert errors_of(at) == ""
    assert part_of(at).value == 0
    assert said(language, "notice.unknown_choice") in notices_of(at)


def steps_of(at: Any) -> list[str]:
    """The sentences' keys of the walk that the page draws."""
    sent = (json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component"))
    (walk,) = [unpacked(each["recording"]) for each in sent if each.get("file")]
    return [step["say"][0] for step in walk["steps"]]


def test_a_link_says_which_rule_is_stepped_through(language: str) -> None:
    at = open_page("encode", language, words="equals", tokenizer="lab", encode_rule="linear")
    assert errors_of(at) == ""
    assert steps_of(at)[0] == "encode.linear.say.start"
    at.selectbox(key="encode_rule").select("rank_order").run()
    assert steps_of(at)[0] == "encode.say.start"
    assert "encode_rule" not in at.query_params
    at.selectbox(key="encode_rule").select("linear").run()
    assert param(at, "encode_rule") == "linear"
    lab = built_in("lab")
    early = replace(lab, merges=lab.merges[::-1])
    with mock.patch("ui.tokenizer_inputs.built_in", return_value=early):
        at.run()
    assert said(language, "error.InputError.linear_early_merge") in errors_of(at)
    assert steps_of(at)[0] == "encode.say.start", "by rank it can be seen as before"


def test_no_text_is_an_error_and_the_page_goes_on(language: str) -> None:
    at = open_page("encode", language, **own("a b"))
    at.text_area(key="own_words").input("").run()
    assert said(language, "error.InputError.empty_text") in errors_of(at)
    at.text_area(key="own_words").input("a b c").run()
    assert errors_of(at) == ""


def test_a_lone_surrogate_is_an_error(language: str) -> None:
    at = open_page("encode", language, words="own", tokenizer="lab")
    # A browser cannot send one, so it is put where the widget's value arrives.
    with mock.patch("streamlit.text_area", return_value="a\ud800b"):
        at.run()
    assert said(language, "error.InputError.lone_surrogate") in errors_of(at)


@pytest.mark.parametrize("letter", ["a", " ", "哈", "\x00"])
def test_a_long_run_is_cut_for_the_walk_and_encoded_whole(language: str, letter: str) -> None:
    at = open_page("encode", language, **own(letter * 15_000))
    assert errors_of(at) == ""
    assert said(language, "notice.word_cut") in notices_of(at)
    if letter == "\x00":
        assert said(language, "notice.nul_byte") in notices_of(at)


def test_wrong_ids_are_told(language: str) -> None:
    at = open_page("encode", language, tokenizer="lab")
    for typed, error in (
        ("-1", "TokenIdError"),
        ("8192", "TokenIdError"),
        ("1 2.5", "InputError.not_an_id"),
        ("9" * 50, "InputError.not_an_id"),
        ("1 " * 2001, "InputError.too_many_ids"),
    ):
        at.text_input(key="ids").input(typed).run()
        assert said(language, f"error.{error}") in errors_of(at), typed
        at.text_input(key="ids").input("").run()
        assert errors_of(at) == "", typed


def test_an_own_text_may_change_again_and_again() -> None:
    at = open_page("encode", **own("one two three"))
    part_of(at).select(2).run()
    for text in ("three four", "a", "one two three four"):
        at.text_area(key="own_words").input(text).run()
        assert errors_of(at) == ""
        assert part_of(at).options[part_of(at).value] in text.replace(" ", "␣")


def test_what_a_link_sets_is_there_on_the_next_page() -> None:
    at = open_page("encode", words="catch", tokenizer="lab")
    at.query_params.clear()
    at.switch_page(str(ROOT / "pages" / "vocabulary.py")).run()
    assert at.selectbox(key="tokenizer").value == "lab"


def test_the_example_of_ids_follows_the_vocabulary() -> None:
    at = open_page("encode", tokenizer="lab")
    example = at.text_input(key="ids").value
    at.selectbox(key="tokenizer").select("lecture").run()
    assert errors_of(at) == ""
    assert at.text_input(key="ids").value != example
    at.text_input(key="ids").input("104").run()
    at.selectbox(key="tokenizer").select("lab").run()
    assert at.text_input(key="ids").value == "104", "what was typed stays"


def test_ids_travel_in_the_link() -> None:
    at = open_page("encode", tokenizer="lab", ids="104 105")
    assert at.text_input(key="ids").value == "104 105"
    assert any(element.value == "hi" for element in at.code)
    at.text_input(key="ids").input("72").run()
    assert param(at, "ids") == "72"


def test_a_pattern_that_skips_the_text_is_told(language: str) -> None:
    """As of a loaded file, whose pattern nobody has tried on this text."""
    model = replace(built_in("lab"), pattern="custom:[ -~]+")
    at = open_page("encode", language, words="nihao", tokenizer="lab")
    with mock.patch("ui.tokenizer_inputs.built_in", return_value=model):
        at.run()
        assert said(language, "error.PatternError.matches_nothing") in errors_of(at)
        at.selectbox(key="words").select("catch").run()
        assert errors_of(at) == ""
        at.selectbox(key="words").select("emoji").run()
        assert errors_of(at) != ""


def test_too_many_ids_in_a_link_are_not_cut() -> None:
    at = open_page("encode", tokenizer="lab", ids="104 " * 200)
    assert said("en", "notice.long_link") in notices_of(at)


def test_nothing_but_the_walk_is_shown_to_a_hall() -> None:
    at = open_page("encode")
    assert at.code
    at.button(key="present").click().run()
    assert errors_of(at) == ""
    assert not at.code


@pytest.mark.parametrize("mode", ["present", "page"])
def test_a_link_shows_the_way_back_from_ids_alone(language: str, mode: str) -> None:
    query = {"tokenizer": "bilingual", "ids": "1843 1153 161 842 132 326 2600 1153"}
    at = open_page("encode", language, view="ids", mode=mode, **query)
    assert errors_of(at) == ""
    (sent,) = [json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component")]
    assert sent["leads"] == (mode == "present")
    assert [each.value for each in at.code] == ["吃葡萄不吐�"][mode == "present" :]
    assert at.query_params["ids"] == query["ids"]


def test_half_a_character_is_shown_as_what_it_is(language: str) -> None:
    at = open_page("encode", language, tokenizer="lab", ids="228 189")
    assert errors_of(at) == ""
    assert "�" in [element.value for element in at.code]
    assert said(language, "encode.decode.half") in " ".join(c.value for c in at.caption)
