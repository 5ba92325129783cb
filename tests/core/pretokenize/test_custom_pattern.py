"""Patterns of users: those that can be taken are taken exactly, all others say why not."""

from __future__ import annotations

import random
import re
import warnings

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.errors import PatternError
from bpe_core.pretokenize.custom_pattern import (
    LONGEST,
    PatternFault,
    check_pattern,
    compile_custom,
    split_alternatives,
)
from bpe_core.pretokenize.patterns import PATTERNS, alternatives
from bpe_core.pretokenize.pre_tokens import (
    count_pre_tokens,
    pre_tokenize,
    split_by_alternative,
    split_pattern,
)
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import Expected, raises


@for_each(
    "pattern, error",
    [
        ("a(", "PatternError.syntax"),
        ("(a|b", "PatternError.syntax"),
        ("a)", "PatternError.syntax"),
        ("[a", "PatternError.syntax"),
        ("[]", "PatternError.syntax"),
        ("a|b\\", "PatternError.syntax"),
        ("*a", "PatternError.syntax"),
        ("a**", "PatternError.syntax"),
        ("a|?:b", "PatternError.syntax"),
        ("(+a)|b", "PatternError.syntax"),
        (r"\p{Klingon}", "PatternError.syntax"),
        ("[z-a]", "PatternError.syntax"),
        ("a" * (LONGEST + 1), "PatternError.too_long"),
        ("", "PatternError.matches_empty"),
        ("a||b", "PatternError.matches_empty"),
        ("a*|b", "PatternError.matches_empty"),
        ("a?", "PatternError.matches_empty"),
        ("(?=b)|$", "PatternError.matches_empty"),
        # What `regex` has beyond the plain language
        ("(?R)a", "PatternError.unsupported"),
        ("(a(?1)?b)", "PatternError.unsupported"),
        ("(?P<x>a)(?&x)", "PatternError.unsupported"),
        (r"(a)\1", "PatternError.unsupported"),
        (r"(a)\g<1>", "PatternError.unsupported"),
        (r"a\Kb", "PatternError.unsupported"),
        (r"\L<words>", "PatternError.unsupported"),
        ("(?:foo){e<=1}", "PatternError.unsupported"),
        ("(?x) a b", "PatternError.unsupported"),
        ("(?V1)a", "PatternError.unsupported"),
        ("(?r)a", "PatternError.unsupported"),
        ("a(?i)b", "PatternError.unsupported"),
        ("(?#note)a", "PatternError.unsupported"),
        ("(?|(a)|(b))", "PatternError.unsupported"),
        ("(*FAIL)", "PatternError.unsupported"),
        ("[[:klingon:]]", "PatternError.unsupported"),
        ("[]a[:|(b)](c)", "PatternError.unsupported"),
        ("a{", "PatternError.syntax"),
        # Hours to compile, were they compiled
        ("a{100000000}", "PatternError.too_costly"),
        ("(?:" * 60 + "a" + "){1000}" * 60, "PatternError.too_costly"),
        ("(" * 150 + "a" + "+)" * 150, "PatternError.too_costly"),
        ("(?:" * 100 + "ab" + "){1,2}" * 100, "PatternError.too_costly"),
        ("(" * 499 + "a" + ")" * 499, "PatternError.too_costly"),
        ("[^]](?:a{9}[]]){99999}", "PatternError.too_costly"),
    ],
)
def test_patterns_that_are_refused(pattern: str, error: Expected) -> None:
    with raises(error):
        check_pattern(pattern)
    with raises(error):
        bpe_core.train("some text", vocab_size=260, pattern=f"custom:{pattern}")


@pytest.mark.parametrize(
    ("pattern", "position", "reason"),
    [
        ("ab(c", 2, "group_open"),
        ("ab)", 2, "group_closed"),
        ("a|[b", 2, "class_open"),
        ("ab|+", 3, "nothing_repeated"),
        ("ab\\", 2, "nothing_escaped"),
        ("abc**", 4, "engine"),
    ],
)
def test_where_and_why_a_pattern_is_wrong(pattern: str, position: int, reason: str) -> None:
    with raises("PatternError.syntax") as raised:
        check_pattern(pattern)
    assert raised.value.values["position"] == position
    found = raised.value.values["reason"]
    assert isinstance(found, PatternFault)
    assert found.key == reason


def test_where_and_what_is_not_taken() -> None:
    with raises("PatternError.unsupported") as raised:
        check_pattern(r"ab\1")
    assert raised.value.values == {"part": r"\1", "position": 2}


def test_a_lone_surrogate_is_no_pattern() -> None:
    with raises("InputError.lone_surrogate"):
        check_pattern("a|\ud800")


def pieces(text: str, pattern: str) -> list[str]:
    return [p.data.decode() for p in pre_tokenize(text, pattern=f"custom:{pattern}")]


def test_a_pattern_that_skips_text_says_where_and_what() -> None:
    with raises("PatternError.skips_text") as raised:
        pieces("你好, you", r"\w+")
    assert raised.value.values == {"position": 6, "skipped": "', '"}
    with raises("PatternError.skips_text") as raised:
        pieces("ab!?", "[ab]")
    assert raised.value.values == {"position": 2, "skipped": "'!?'"}


def test_positions_count_from_the_beginning_of_the_text() -> None:
    with raises("PatternError.skips_text") as raised:
        list(pre_tokenize("é<|x|>a-", pattern=r"custom:\w", special_tokens=["<|x|>"]))
    assert raised.value.values == {"position": 8, "skipped": "'-'"}
    with raises("PatternError.skips_text"):
        count_pre_tokens("é<|x|>-", pattern=r"custom:\w", special_tokens=["<|x|>"])


def test_a_pattern_that_matches_nothing() -> None:
    with raises("PatternError.matches_nothing"):
        pieces("hello", r"\d+")


def test_an_empty_match_further_on() -> None:
    with raises("PatternError.matches_empty") as raised:
        pieces("aab", "a|(?=b)|b")
    assert raised.value.values["position"] == 2


@pytest.mark.parametrize("name", [name for name, text in PATTERNS.items() if text])
def test_every_known_pattern_can_be_taken_as_a_custom_one(name: str) -> None:
    text = PATTERNS[name]
    chosen = random.Random(name)
    assert [a.source for a in alternatives(f"custom:{text}")] == [
        a.source for a in alternatives(name)
    ]
    for _ in range(200):
        sample = "".join(chosen.choices("'sA1! \n\r你/é", k=20))
        custom = list(split_by_alternative(sample, f"custom:{text}"))
        assert custom == list(split_by_alternative(sample, name))


def test_patterns_of_other_models_can_be_taken() -> None:
    deepseek = (
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
        r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+|\p{N}{1,3}"
    )
    assert len(split_alternatives(deepseek)) == 7
    assert pieces("x_y = (a|b)  # 1234\n", deepseek) == [
        *("x", "_y", " =", " (", "a", "|b", ")", " ", " #", " ", "123", "4", "\n")
    ]


@for_each(
    "pattern, expected",
    [
        ("a|b|c", ["a", "b", "c"]),
        ("(a|b)|c", ["(a|b)", "c"]),
        ("[a|b]|c", ["[a|b]", "c"]),
        ("[]|]|c", ["[]|]", "c"]),
        ("[^]|]|c", ["[^]|]", "c"]),
        ("[[:alpha:]|]|c", ["[[:alpha:]|]", "c"]),
        ("[[|]|c", ["[[|]", "c"]),
        (r"[\]|]|c", [r"[\]|]", "c"]),
        (r"\||c", [r"\|", "c"]),
        (r"\\|c", [r"\\", "c"]),
        (r"\[|c]", [r"\[", "c]"]),
        ("(?i)a|b", ["(?i)a", "b"]),
        ("(?i:a|b)|(?<!c)d", ["(?i:a|b)", "(?<!c)d"]),
    ],
)
def test_alternatives_of_a_custom_pattern(pattern: str, expected: list[str]) -> None:
    assert split_alternatives(pattern) == expected
    assert "|".join(split_alternatives(pattern)) == pattern


def test_flags_at_the_beginning_hold_for_all_alternatives() -> None:
    assert pieces("AbX", "(?i)a|b|.") == ["A", "b", "X"]
    assert [k for _, k in split_by_alternative("AbX", "custom:(?i)a|b|.")] == [0, 1, 2]


SIGNS = [
    *(
        "a",
        "b",
        " ",
        "|",
        "|",
        "(",
        "(?:",
        "(?=",
        "(?!",
        "(?>",
        "(?P<n>",
        "(?i:",
        ")",
        ")",
        "[",
    ),
    *(
        "[^",
        "]",
        "]",
        "\\",
        "\\\\",
        "\\]",
        "\\[",
        "\\|",
        "\\(",
        "\\w",
        "\\s",
        "\\p{L}",
        "[:",
        ":]",
    ),
    *(
        "[:alpha:]",
        ".",
        "*",
        "+",
        "?",
        "{2}",
        "{1,3}",
        "{",
        "}",
        ",",
        "-",
        "^",
        "$",
        "'",
        "(?i)",
    ),
    *("(a|b)", "[ab|]", "--", "&&", "||", "#", "\n", "1"),
]


@settings(max_examples=examples(1500))
@given(signs=st.lists(st.sampled_from(SIGNS), min_size=1, max_size=14), text=texts.runs("ab( "))
def test_a_pattern_is_read_as_regex_reads_it(signs: list[str], text: str) -> None:
    """Whatever is taken has the same groups and makes the same pieces as the bare pattern."""
    pattern = "".join(signs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check_pattern(pattern)
        except PatternError:
            return
        if re.search(r"&&|\[[^]]*\[(?!:)", pattern):  # not as `regex` reads it: see below
            return
        bare = regex.compile(pattern)
    compiled, groups = compile_custom(pattern)
    assert compiled.groups == bare.groups + len(groups)
    assert [m.span() for m in compiled.finditer(text)] == [
        m.span() for m in bare.finditer(text)
    ]


# subtle: without `\\S`, since `regex` takes `[^\\s\\S]` for everything.
IN_CLASSES = ("a", "b", "a-c", "B", "-", "&", "|", "(", "^", "]", r"\]", r"\-", r"\s", "1")
IN_CLASSES += (r"\p{L}", r"\p{Lu}", "é", "&&", "&&", "[:alpha:]", "--", "~~")
classes = st.recursive(
    st.lists(st.sampled_from(IN_CLASSES), min_size=1, max_size=4).map("".join),
    lambda inner: st.lists(
        st.sampled_from(IN_CLASSES) | inner.map("[{}]".format) | inner.map("[^{}]".format),
        min_size=1,
        max_size=4,
    ).map("".join),
    max_leaves=4,
)
RANKS = {bytes([value]): value for value in range(256)}


@settings(max_examples=examples(2000))
@given(
    inside=classes, negation=st.sampled_from(["", "^"]), group=st.sampled_from(["(", "(?i:"])
)
def test_classes_within_classes_hold_what_they_hold_in_tiktoken(
    inside: str, negation: str, group: str
) -> None:
    """And ``&&``; what is taken here and refused there has no other meaning."""
    pattern = f"{group}[{negation}{inside}])"
    try:
        compiled, _ = compile_custom(pattern)
        peer = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=RANKS, special_tokens={})
    except (PatternError, ValueError):
        return
    characters = "abcABC -&|[]^(\n1é~"
    if "[:" not in pattern:  # theirs are of ASCII
        held = {each for each in characters if compiled.fullmatch(each)}
        assert held == {each for each in characters if peer.encode(each)}


@for_each(
    "pattern, part",
    [
        ("[a&&]", "&&"),
        ("[&&a]", "&&"),
        ("[a&&&b]", "&&&"),
        ("[a--b]", "--"),
        ("[a~~b]", "~~"),
        ("[[a&&b]", "&&"),
        ("[a-[b]]", "-["),
        ("[" * 30 + "a" + "]" * 30, "["),
        (r"\h+|\H", r"\h"),
        (r"[\N]|a", r"\N"),
        (r"a\<|[\<]", r"\<"),
        (r"a\>", r"\>"),
    ],
)
def test_what_engines_read_differently_is_refused_by_name(pattern: str, part: str) -> None:
    with raises("PatternError.unsupported") as raised:
        check_pattern(pattern)
    assert raised.value.values["part"] == part


def test_groups_may_share_a_name() -> None:
    """To `regex` they are one group, by whose number no alternative is found."""
    pattern = r"(?<n>a)(?P<n>b)|(?<n>c)|(?<m>.)(d)|([^\W])"
    compiled, groups = compile_custom(pattern)
    matches = [compiled.match(text) for text in ("ab", "c", "xd", "x")]
    assert [match and groups.index(match.lastindex) for match in matches] == [0, 1, 2, 3]
    assert pieces("abcxdx", pattern) == ["ab", "c", "xd", "x"]


def test_repeated_classes_within_classes_are_atomic() -> None:
    """Each takes one character in one way, so a long run that fails is no search."""
    assert pieces("a" * 3_000 + "b", "[[a][^b]]+c|[[a][^b]]+|b") == ["a" * 3_000, "b"]


@settings(max_examples=examples(500))
@given(
    text=texts.texts,
    pattern=st.sampled_from([r"\w+|\W", r"a+|[^a]", r"(?s).", r"(\w|')+|(\s|\W)"]),
)
def test_custom_pieces_join_to_the_text(text: str, pattern: str) -> None:
    found = list(split_pattern(text, f"custom:{pattern}"))
    assert "".join(found) == text
    assert all(found)


def test_a_model_with_a_custom_pattern_trains_and_encodes() -> None:
    model = bpe_core.train("ab-ab ab_ab", vocab_size=258, pattern=r"custom:[a-z]+|[^a-z]")
    assert model.merges_as_bytes() == [(b"a", b"b")]
    assert bpe_core.decode(model, bpe_core.encode(model, "ab-ab")) == "ab-ab"


@pytest.mark.parametrize(
    ("cut_off", "position", "reason"),
    [
        (r"\p{L", 2, "this brace is not closed"),
        ("a{2", 1, "this brace is not closed"),
        (r"\w+|(?", 4, "this group is not closed"),
        ("a|(?P<name", 2, "this group is not closed"),
    ],
)
def test_a_pattern_that_is_cut_off_is_called_so(
    cut_off: str, position: int, reason: str
) -> None:
    with raises("PatternError.syntax") as caught:
        check_pattern(cut_off)
    assert str(caught.value) == f"the pattern is wrong at character {position}: {reason}"
