"""The stand-in for `regex` matches as `regex` does."""

from __future__ import annotations

import sys
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_lab.site import regex_by_re

ALL = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
NAMED = {name: pattern for name, pattern in PATTERNS.items() if pattern}
# Letters, digits, marks, signs, white space and controls that engines take differently.
LETTERS = "aZ'sSſé你ⅠǅʰａÀ0٣²_ \t\n\r\x1c\x85\xa0\u2003\u3000\u200d\u0301.,!🙂😀"


def spans(module: object, pattern: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in module.compile(pattern).finditer(text)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMED)
@given(text=st.text(st.sampled_from(LETTERS) | st.characters(exclude_categories=["Cs"])))
def test_the_patterns_of_the_lab_cut_alike(name: str, text: str) -> None:
    ours, theirs = (spans(each, NAMED[name], text) for each in (regex_by_re, regex))
    assert ours == theirs


@pytest.mark.parametrize("source", [r"\p{L}", r"\p{N}", r"\p{M}", r"\p{Lu}", r"\s", r"[^\S\n]"])
def test_classes_of_the_table_are_those_of_regex(source: str) -> None:
    assert spans(regex_by_re, source, ALL) == spans(regex, source, ALL)


@pytest.mark.parametrize("source", [r"\w", r"\d", r"\p{P}", r"\P{Lo}", r"[\D\p{Sc}]"])
def test_other_classes_differ_in_what_is_new_alone(source: str) -> None:
    """This Python's Unicode is older than that of `regex`."""
    ours, theirs = (set(spans(each, source, ALL)) for each in (regex_by_re, regex))
    for start, _ in ours ^ theirs:
        character = ALL[start]
        known = unicodedata.category(character) != "Cn"
        assert not known or is_renamed(character), hex(ord(character))


def is_renamed(character: str) -> bool:
    """Whether Unicode has put it into another category since this Python's version."""
    return not regex.fullmatch(rf"\p{{{unicodedata.category(character)}}}", character)


@given(text=st.text(st.sampled_from(LETTERS)))
def test_words_end_where_they_do_for_regex(text: str) -> None:
    for pattern in (r"\b", r"\B", r"\b\w+\b|[\b]"):
        assert spans(regex_by_re, pattern, text) == spans(regex, pattern, text)


@pytest.mark.parametrize(
    "pattern",
    [r"(?i:straße)|x", r"[]a]+|[^]]", r"[[a]+", r"a++b|a", r"(?>a|ab)c|b|c|a", r"\\p"],
)
def test_what_needs_no_translation_is_left_alone(pattern: str) -> None:
    for text in ("aaab]]", "STRASSEx straße", "abc[ac", "\\p"):
        assert spans(regex_by_re, pattern, text) == spans(regex, pattern, text)


def test_what_is_missing_is_an_error() -> None:
    for pattern in (r"\p{Han}", "(a", "[[:alpha:]]", "(?:ab){e<2}", "a{i}", r"\bar\K"):
        with pytest.raises(regex_by_re.error):
            regex_by_re.compile(pattern)


def test_a_pattern_that_takes_too_long_between_matches_is_ended() -> None:
    matches = regex_by_re.compile("a").finditer("a" * 10**6, timeout=1e-6)
    with pytest.raises(TimeoutError):
        list(matches)
