"""GPT-2's pattern in its short form splits like the long form that others write."""

from __future__ import annotations

from itertools import chain, product

import pytest
import regex
from hypothesis import given, settings

from bpe_core.pretokenize import GPT2, split_pattern
from tests.core import texts

LONG = regex.compile(
    r"""'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
)
SHORT = regex.compile(GPT2)
ALPHABET = "'slA1! \n\xa0\u0301"


def strings(size: int) -> chain[str]:
    """Every string over the alphabet of at most ``size`` characters."""
    return chain.from_iterable(
        map("".join, product(ALPHABET, repeat=length)) for length in range(size + 1)
    )


def assert_same_splits(size: int, expected_count: int) -> None:
    seen = 0
    for text in strings(size):
        short = SHORT.findall(text)
        assert short == LONG.findall(text), text
        assert "".join(short) == text
        seen += 1
    assert seen == expected_count


def test_every_string_of_up_to_four_characters() -> None:
    assert_same_splits(4, 11_111)


@pytest.mark.slow
def test_every_string_of_up_to_five_characters() -> None:
    assert_same_splits(5, 111_111)


@settings(max_examples=1500)
@given(text=texts.texts)
def test_any_text(text: str) -> None:
    assert list(split_pattern(text, "gpt2")) == LONG.findall(text)


def test_every_white_space_character_between_words() -> None:
    for character in texts.WHITE_SPACE + texts.NOT_WHITE_SPACE:
        for text in (f"a{character}b", f"a {character}b", f"a{character} b", f"{character}'s"):
            assert list(split_pattern(text, "gpt2")) == LONG.findall(text)
    # 25 characters are white space (ALGORITHMS F6); Python's own table has four more.
    white = regex.findall(r"\s", "".join(map(chr, range(0x110000))))
    assert len(white) == 25
    assert set(texts.WHITE_SPACE) <= set(white)
    assert not set(texts.NOT_WHITE_SPACE) & set(white)
