"""NFC is Hugging Face's under every Python, character by character and in runs of marks."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from unicodedata import combining

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers.normalizers import NFC

from bpe_core.pretokenize.normalization import composed, later
from tests.examples import examples

CHARACTERS = [chr(point) for point in (*range(0xD800), *range(0xE000, 0x110000)) if point != 10]


@cache
def marks() -> list[str]:
    """What either table may know as a mark, or compose."""
    return [each for each in CHARACTERS if combining(each) or later().match(each)]


@cache
def one_of_each_class() -> list[str]:
    return [*{combining(each): each for each in reversed(marks())}.values()]


def assert_same(texts: list[str]) -> None:
    """By lines of one text, which normalizing leaves apart."""
    ours, theirs = (
        normalize("\n".join(texts)).split("\n") for normalize in (composed, NFC().normalize_str)
    )
    assert [*zip(texts, ours, strict=True)] == [*zip(texts, theirs, strict=True)]


def test_every_mark_beside_one_of_every_class_is_composed_as_there() -> None:
    pairs = ((mark, other) for mark in marks() for other in one_of_each_class())
    assert_same([f"a{first}{second}" for pair in pairs for first, second in permutations(pair)])


@pytest.mark.slow
@pytest.mark.parametrize("form", ["{}", "a{}", "{}\u0301", "a\u0345{}", "a{}\u0334"])
def test_every_character_is_composed_as_there(form: str) -> None:
    assert_same([form.format(character) for character in CHARACTERS])


@settings(max_examples=examples(1000))
@given(parts=st.lists(st.sampled_from("aeA가ᄀ\n") | st.sampled_from(marks()), max_size=8))
def test_runs_of_marks_are_composed_as_there(parts: list[str]) -> None:
    text = "".join(parts)
    assert composed(text) == NFC().normalize_str(text)
