"""Pre-tokens: every byte outside special tokens in exactly one, at its offset."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from bpe_core.pretokenize.pre_tokens import (
    PreToken,
    count_pre_tokens,
    lay_out,
    pre_tokenize,
    split_pattern,
)
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each


def pieces(text: str, pattern: str = "gpt2") -> list[str]:
    return [p.data.decode() for p in pre_tokenize(text, pattern=pattern)]


@for_each(
    "text, expected",
    [
        ("I'm here, it's 'twas", ["I", "'m", " here", ",", " it", "'s", " '", "twas"]),
        ("we'll they've you're", ["we", "'ll", " they", "'ve", " you", "'re"]),
        ("'re 'restaurant", ["'re", " '", "restaurant"]),
        ("'restaurant", ["'re", "staurant"]),  # a letter run goes on after a contraction
        ("I'M", ["I", "'", "M"]),  # contractions are in small letters only
        ("a  b", ["a", " ", " b"]),  # the last space belongs to the word
        ("a \n b", ["a", " \n", " b"]),
        ("a\n\nb", ["a", "\n", "\n", "b"]),  # only a space joins a word
        ("a\u3000\u3000b", ["a", "\u3000", "\u3000", "b"]),
        ("a  ", ["a", "  "]),
        (" 12 1２Ⅷ½", [" 12", " 1２Ⅷ½"]),
        ("abc123", ["abc", "123"]),
        ("e\u0301a", ["e", "\u0301", "a"]),  # a mark is no letter
        ("你好，世界。", ["你好", "，", "世界", "。"]),
        ("x\x1cy", ["x", "\x1c", "y"]),  # no white space for Unicode, though for str.isspace
        ("🙂🙂 🙂", ["🙂🙂", " 🙂"]),
        ("", []),
    ],
)
def test_gpt2_pieces(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_the_other_patterns() -> None:
    assert pieces(" a  b\n", "whitespace") == [" ", "a", "  ", "b", "\n"]
    assert pieces(" a  b\n", "none") == [" a  b\n"]
    assert pieces("", "none") == []


@settings(max_examples=examples(800))
@given(text=texts.texts, pattern=texts.patterns)
def test_pieces_join_to_the_text(text: str, pattern: str) -> None:
    found = list(split_pattern(text, pattern))
    assert "".join(found) == text
    assert all(found) or not text


@settings(max_examples=examples(600))
@given(text=texts.texts, pattern=texts.patterns)
def test_without_special_tokens_offsets_leave_no_gap(text: str, pattern: str) -> None:
    data, end = text.encode(), 0
    for pre_token in pre_tokenize(text, pattern=pattern):
        assert pre_token.start == end
        end += len(pre_token.data)
        assert data[pre_token.start : end] == pre_token.data
        assert pre_token.weight == 1
    assert end == len(data)


def test_special_tokens_are_gaps_at_their_byte_length() -> None:
    found = list(pre_tokenize("ü结束é", special_tokens=["结束"]))
    assert found == [PreToken("ü".encode(), 0), PreToken("é".encode(), 8)]


def test_the_longest_special_token_is_cut_out_first() -> None:
    short_first = ["<|x|>", "<|x|><|x|>"]
    for specials in (short_first, short_first[::-1]):
        found = list(pre_tokenize("a<|x|><|x|><|x|>b", special_tokens=specials))
        assert found == [PreToken(b"a", 0), PreToken(b"b", 16)]
    # As one token of ten letters and a rest, not as two of five: "<|x|>" alone is a rest here.
    rest = list(pre_tokenize("<|x|><|x|><|x|>", special_tokens=["<|x|><|x|>"]))
    assert [(p.data, p.start) for p in rest] == [(b"<|", 10), (b"x", 12), (b"|>", 13)]


@settings(max_examples=examples(500))
@given(text=texts.texts, pattern=texts.patterns, specials=texts.special_tokens)
def test_counts_are_the_occurrences_in_first_seen_order(
    text: str, pattern: str, specials: tuple[str, ...]
) -> None:
    raw = pre_tokenize(text, pattern=pattern, special_tokens=specials)
    expected = Counter(p.data for p in raw)
    counts = count_pre_tokens(text.encode(), pattern=pattern, special_tokens=specials)
    assert list(counts.items()) == list(expected.items())


@settings(max_examples=examples(200))
@given(counts=texts.counts)
def test_the_layout_puts_distinct_pre_tokens_end_to_end(counts: dict[bytes, int]) -> None:
    laid = list(lay_out(counts))
    assert {p.data: p.weight for p in laid} == counts
    assert b"".join(p.data for p in laid) == b"".join(counts)
    assert [p.start for p in laid] == [
        sum(map(len, list(counts)[:k])) for k in range(len(laid))
    ]
