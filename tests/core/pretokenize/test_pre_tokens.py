"""Pre-tokens: every byte outside special tokens in exactly one, at its offset."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.encode.whole_text import normalized
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import (
    PreToken,
    count_pre_tokens,
    lay_out,
    pre_tokenize,
    split_pattern,
    split_special,
)
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import raises


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


# --- Special tokens: ordinary text unless allowed, the longest first, never merged across


ONE, TWO = "<|eot|>", "<|eot|><|eot|>"
ODD = ("<|end of text|>", "结束", '"quoted"', "\n\n", "a|b", ".*", "[x]", "\\s+", "(?i)", "🙂")


@pytest.fixture(scope="module")
def model() -> BPEModel:
    """Special tokens of which one is the beginning of another."""
    return bpe_core.train(
        "<|eot|> is no end <|eot|>", vocab_size=270, special_tokens=[ONE, TWO]
    )


def test_special_tokens_follow_the_bytes_in_the_order_given(model: BPEModel) -> None:
    assert dict(model.special_tokens) == {ONE: 256, TWO: 257}
    assert model.vocabulary[256:258] == (ONE.encode(), TWO.encode())
    assert min(merge.new_id for merge in model.merges) == 258


def test_text_that_spells_a_special_token_is_ordinary_by_default(model: BPEModel) -> None:
    # Injection: a user who types the string must not get the control token.
    for text in (ONE, TWO, f"a{ONE}b", f" {TWO}"):
        ids = bpe_core.encode(model, text)
        assert not {256, 257} & set(ids)
        assert bpe_core.decode(model, ids) == text


def test_the_longer_special_token_wins(model: BPEModel) -> None:
    both = [ONE, TWO]
    assert bpe_core.encode(model, TWO, allowed_special=both) == [257]
    assert bpe_core.encode(model, ONE * 3, allowed_special=both) == [257, 256]
    assert bpe_core.encode(model, f"{TWO}a{ONE}", allowed_special=both) == [257, 97, 256]
    # Whatever the order in which they are allowed.
    assert bpe_core.encode(model, TWO, allowed_special=both[::-1]) == [257]
    assert bpe_core.encode(model, TWO, allowed_special=set(both)) == [257]


def test_only_the_allowed_ones_are_special(model: BPEModel) -> None:
    assert bpe_core.encode(model, TWO, allowed_special=[ONE]) == [256, 256]
    ids = bpe_core.encode(model, f"{ONE}{TWO}a", allowed_special=[TWO])
    assert ids[0] == 257
    assert bpe_core.decode(model, ids) == f"{ONE}{TWO}a"
    only = bpe_core.encode(model, ONE, allowed_special=[TWO])
    assert 256 not in only


def test_an_unknown_special_token_is_refused_with_the_known_ones(model: BPEModel) -> None:
    with raises("InputError.unknown_special_token", match=r"<\|stop\|>.*it has: <\|eot\|>, "):
        bpe_core.encode(model, "a", allowed_special=["<|stop|>"])
    plain = bpe_core.train("aa", vocab_size=257)
    with raises("InputError.unknown_special_token", match="it has: none"):
        bpe_core.encode(plain, "a", allowed_special=[ONE])


def test_no_merge_crosses_a_special_token() -> None:
    # Between the special tokens stands only "ba"; without them the letters run through.
    text = "aENDb" * 50
    model = bpe_core.train(text, vocab_size=300, special_tokens=["END"])
    assert model.merges_as_bytes() == [(b"b", b"a")]
    without = bpe_core.train(text, vocab_size=300)
    assert any(b"aENDb" in token for token in without.vocabulary)


@for_each("special", ODD)
def test_odd_special_tokens_are_text_not_patterns(special: str) -> None:
    text = f"one{special}two {special}{special} three"
    model = bpe_core.train(text, vocab_size=262, special_tokens=[special])
    ids = bpe_core.encode(model, text, allowed_special=[special])
    assert ids.count(256) == 3
    assert bpe_core.decode(model, ids) == text
    assert bpe_core.decode(model, [256]) == special


@settings(max_examples=examples(800))
@given(
    text=texts.special_texts([ONE, TWO, "<|eot"]), allowed=st.sets(st.sampled_from([ONE, TWO]))
)
def test_any_mixture_comes_back(text: str, allowed: set[str], model: BPEModel) -> None:
    ids = bpe_core.encode(model, text, allowed_special=allowed)
    assert bpe_core.decode(model, ids, errors="strict") == text
    # Left to right, the longest allowed token at each place.
    expected, rest = [], text
    while rest:
        for token in (TWO, ONE):
            if token in allowed and rest.startswith(token):
                expected.append(model.special_tokens[token])
                rest = rest.removeprefix(token)
                break
        else:
            rest = rest[1:]
    assert [token_id for token_id in ids if token_id in (256, 257)] == expected


@settings(max_examples=examples(500))
@given(text=texts.adversarial, specials=texts.special_tokens)
def test_splitting_keeps_every_character(text: str, specials: tuple[str, ...]) -> None:
    parts = list(split_special(text, specials))
    assert "".join(part for part, _ in parts) == text
    for part, is_special in parts:
        assert (part in specials) if is_special else not any(s in part for s in specials)


@settings(max_examples=examples(500))
@given(text=texts.adversarial, specials=texts.special_tokens, pattern=texts.patterns)
def test_pre_tokens_lie_between_special_tokens(
    text: str, specials: tuple[str, ...], pattern: str
) -> None:
    data, end = text.encode(), 0
    gaps = []
    for pre_token in pre_tokenize(text, pattern=pattern, special_tokens=specials):
        gaps.append(data[end : pre_token.start])
        assert data[pre_token.start :].startswith(pre_token.data)
        end = pre_token.start + len(pre_token.data)
    gaps.append(data[end:])
    spelled = [part for part, is_special in split_special(text, specials) if is_special]
    assert b"".join(gaps) == "".join(spelled).encode()


MARKS = [
    "\u0338",
    "\u0301",
    "\u0323",
    "e",
    "E",
    " ",
    "é",
    "\u212a",
    "\u1100",
    "\u1161",
    "<",
    ">",
]


@settings(max_examples=examples(300))
@given(
    parts=st.lists(st.sampled_from([ONE, TWO, *MARKS]), max_size=12),
    allowed=st.sampled_from([(), (ONE,), (ONE, TWO)]),
)
def test_what_is_shown_as_composed_is_what_is_encoded(
    model: BPEModel, parts: list[str], allowed: tuple[str, ...]
) -> None:
    """A mark behind a special token is no part of it, and it stays a mark."""
    composing = dataclasses.replace(model, normalization="NFC")
    text = "".join(parts)
    ids = bpe_core.encode(composing, text, allowed_special=allowed)
    assert bpe_core.decode(composing, ids) == normalized(
        composing, text, allowed_special=allowed
    )


def test_a_mark_behind_a_special_token_stays_a_mark(model: BPEModel) -> None:
    composing = dataclasses.replace(model, normalization="NFC")
    assert normalized(composing, f"{ONE}\u0338") == "<|eot|\u226f"
    assert normalized(composing, f"{ONE}\u0338", allowed_special=[ONE]) == f"{ONE}\u0338"


def test_errors_count_the_bytes_of_the_composed_text(model: BPEModel) -> None:
    composing = dataclasses.replace(model, normalization="NFC", pattern=r"custom:\w")
    with raises("PatternError.skips_text") as raised:
        bpe_core.encode(composing, f"e\u0301{ONE}-", allowed_special=[ONE])
    assert raised.value.values["position"] == len(f"é{ONE}".encode())
