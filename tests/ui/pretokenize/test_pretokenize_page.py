"""The page of pre-tokens without a browser: links, patterns of the reader's, every mistake."""

import re

import pytest

from bpe_core.pretokenize.custom_pattern import LONGEST
from bpe_core.runtime.text import pack
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import errors_of, open_page, param, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_opens_on_gpt2_s_pattern(language: str) -> None:
    at = open_page("pretokenize", language)
    assert errors_of(at) == ""
    assert at.selectbox(key="passage").value == "pieces"
    assert at.selectbox(key="split").value == "gpt2"
    assert at.selectbox(key="other").value == "off"
    assert at.selectbox(key="split").label == catalogue(language)["input.split"]
    assert len(at.dataframe) == 1


def test_a_link_sets_everything() -> None:
    link = {"passage": "code", "split": "custom", "other": "o200k", "custom": r"(?s)\w+|."}
    at = open_page("pretokenize", "zh", **link)
    assert errors_of(at) == ""
    for name, value in link.items():
        assert param(at, name) == value
    assert at.text_input(key="custom").value == link["custom"]
    assert len(at.dataframe) == 2


def test_a_wrong_pattern_says_why_and_the_last_picture_stays(language: str) -> None:
    at = open_page("pretokenize", language, split="custom")
    for pattern, error in (
        (r"(\w+", "PatternError.syntax"),
        (r"(?R)\w", "PatternError.unsupported"),
        (r"a{99999}", "PatternError.too_costly"),
        (r"\w*", "PatternError.matches_empty"),
        (r"\w+", "PatternError.skips_text"),
        (r"@", "PatternError.matches_nothing"),
    ):
        at.text_input(key="custom").input(pattern).run()
        reason = said(language, f"error.{error}").replace("`", "")[:12]
        assert reason in errors_of(at).replace("`", "")
        assert catalogue(language)["pretokenize.last_good"] in [c.value for c in at.caption]
        assert len(at.dataframe) == 1
        at.text_input(key="custom").input(r"(?s)\w+|.").run()
        assert errors_of(at) == ""


def test_the_field_takes_no_more_than_a_pattern_may_have(language: str) -> None:
    longest = "(?s).|" + "a" * (LONGEST - 6)
    at = open_page("pretokenize", language, split="custom", custom=longest)
    assert at.text_input(key="custom").proto.max_chars == LONGEST
    assert errors_of(at) == ""
    assert len(at.dataframe) == 1
    longer = open_page("pretokenize", language, split="custom", custom=longest + "a")
    assert said(language, "notice.long_link") in longer.info[0].value
    assert errors_of(longer) == ""


def test_a_slow_pattern_is_stopped() -> None:
    at = open_page("pretokenize", "zh", split="custom", passage="own")
    at.text_area(key="own_passage").input("a" * 5_000 + "b").run()
    at.text_input(key="custom").input("(a|aa)+c|b").run()
    assert said("zh", "error.PatternError.too_slow")[:12] in errors_of(at)


def test_a_wrong_pattern_in_a_link_leaves_the_page_usable() -> None:
    at = open_page("pretokenize", split="custom", custom="(a")
    assert "(a\n^" in [code.value for code in at.code]
    at.selectbox(key="split").select("qwen2").run()
    assert errors_of(at) == ""
    assert len(at.dataframe) == 1


def test_the_whole_text_leads_to_the_stretches_that_are_asked(language: str) -> None:
    at = open_page("pretokenize", language)
    switch = at.button(key="ask_first")
    assert switch.label == catalogue(language)["asking.by_stretch"]
    switch.click().run()
    assert errors_of(at) == ""
    assert param(at, "cut_view") == "stretches"
    own = open_page("pretokenize", language, split="custom")
    assert not [each for each in own.button if each.key == "ask_first"], "no walk to ask on"


def test_where_two_patterns_part_is_told_with_the_pieces_of_both(language: str) -> None:
    own = {"passage": "own", "own_passage": pack("a 12345") or ""}
    at = open_page("pretokenize", language, other="cl100k", **own)
    assert errors_of(at) == ""
    [words] = [each.value for each in at.get("html") if "told above" in each.value]
    assert said(language, "pretokenize.differ").split()[0] in words
    assert re.findall("<code>(.*?)</code>", words) == ["␣12345", "␣", "123", "45"]
