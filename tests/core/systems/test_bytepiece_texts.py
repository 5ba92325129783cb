"""How texts are cut before anything is counted or segmented."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given

from bpe_core.errors import LoneSurrogateError
from bpe_core.systems.bytepiece.bytepiece_texts import (
    LONGEST_LINE,
    LONGEST_RUN,
    lines,
    normalized,
    training_texts,
)
from bpe_core.systems.bytepiece.tokenizer import lines_laid
from tests.core import text_strategies as texts


@given(texts.texts)
def test_nothing_is_lost_but_for_composing(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    assert normalized(text) == composed
    assert b"".join(lines(text)) == composed.encode()
    assert b"".join(training_texts(text)) == composed.encode()
    assert b"".join(training_texts(text, isolate_digits=True)) == composed.encode()


@given(texts.texts)
def test_a_line_ends_with_its_line_ends_and_holds_no_others(text: str) -> None:
    for line in lines(text):
        assert b"\n" not in line.rstrip(b"\n")
    assert all(not line.startswith(b"\n") for line in [*lines(text)][1:])


@given(texts.texts)
def test_lines_end_to_end_are_the_lines(text: str) -> None:
    data, offsets = lines_laid(text)
    cut = [data[a:b].tobytes() for a, b in pairwise(offsets)]
    assert cut == list(lines(text))


@given(texts.texts)
def test_digits_of_any_script_stand_alone(text: str) -> None:
    for part in training_texts(text, isolate_digits=True):
        characters = part.decode()
        assert len(characters) == 1 or not any(c.isdecimal() for c in characters)


@pytest.mark.parametrize("size", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1])
def test_long_lines_are_cut_by_characters(size: int) -> None:
    parts = [part.decode() for part in training_texts("é" * size + "\n")]
    if size > LONGEST_LINE:
        assert parts == ["é" * LONGEST_LINE, "é\n"]
    else:
        assert parts == ["é" * size + "\n"]


def test_long_runs_of_line_ends_are_cut_for_training_only() -> None:
    text = "a" + "\n" * (LONGEST_RUN + 1)
    assert list(training_texts(text)) == [b"a" + b"\n" * LONGEST_RUN, b"\n"]
    assert list(lines(text)) == [text.encode()]


def test_carriage_returns_and_other_separators_end_no_line() -> None:
    text = "a\r\nb\x0b\x0c\x85\u2028c"
    assert list(lines(text)) == [b"a\r\n", "b\x0b\x0c\x85\u2028c".encode()]


@pytest.mark.parametrize("cut", [lines, training_texts])
def test_a_lone_surrogate_is_refused(cut: object) -> None:
    assert callable(cut)
    with pytest.raises(LoneSurrogateError, match="character 1 is U\\+DC80"):
        list(cut("a\udc80"))
