"""How texts are cut before anything is counted or segmented, and the blocks that hold them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.errors import NotUTF8Error, OptionError
from bpe_core.systems.bytepiece.bytepiece_texts import (
    LONGEST,
    LONGEST_LINE,
    LONGEST_RUN,
    SLACK,
    TextBlock,
    lines,
    normalized,
    text_blocks,
    training_texts,
)
from bpe_core.systems.bytepiece.tokenizer import lines_laid
from bpe_core.texts.sources import Source
from tests.core import text_strategies as texts
from tests.for_each import for_each
from tests.raising import Expected, raises

# Line ends, digits of two scripts, letters that compose over what stands before them.
odd_lines = st.lists(
    st.sampled_from(
        ["\n", "\n\n\n", "a", "é", "e\u0301", "\u0301", "7", "٣", "½", "中", "\r", "😀"]
    ),
    max_size=40,
).map("".join)


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
    with raises("InputError.lone_surrogate", match="character 1 is U\\+DC80"):
        list(cut("a\udc80"))


def cut(blocks: Iterable[TextBlock]) -> list[bytes]:
    """The texts as bytes."""
    found = []
    for block in blocks:
        data = block.data.tobytes()
        assert len(data) == block.size + SLACK
        ends = (np.flatnonzero(block.last) + 1).tolist()
        found += [data[start:end] for start, end in pairwise([0, *ends])]
        assert ends[-1] == block.size
    return found


def taught(source: Iterable[str], isolate_digits: bool = False) -> list[bytes]:
    return [
        text for item in source for text in training_texts(item, isolate_digits=isolate_digits)
    ]


@given(st.lists(odd_lines, max_size=5), st.booleans(), st.integers(1, 50))
def test_blocks_hold_the_texts_that_are_taught(
    source: list[str], isolate_digits: bool, size: int
) -> None:
    blocks = list(text_blocks(source, isolate_digits=isolate_digits, size=size))
    assert cut(blocks) == taught(source, isolate_digits)


@given(texts.texts, st.booleans())
def test_so_do_blocks_of_any_text(text: str, isolate_digits: bool) -> None:
    for source in (text, text.encode()):
        blocks = text_blocks(source, isolate_digits=isolate_digits)
        assert cut(blocks) == taught([text], isolate_digits)


@pytest.mark.parametrize("size", [1, 7, 10**6])
def test_a_file_is_one_text_however_it_is_read(tmp_path: Path, size: int) -> None:
    text = "a\n\n\n\nbe\u0301 é 12\n\u0301x\n" * 30 + "end" + "\n" * 250
    path = tmp_path / "text"
    path.write_bytes(text.encode())
    assert cut(text_blocks(path, size=size)) == taught([text])
    assert cut(text_blocks([text, path], size=size)) == taught([text, text])


@for_each("size", [1, LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 25_000])
@for_each("ends", [0, 1, LONGEST_RUN, LONGEST_RUN + 1, 2 * LONGEST_RUN + 1])
@for_each("isolate_digits", [False, True])
def test_long_lines_and_many_line_ends_are_cut(
    size: int, ends: int, isolate_digits: bool
) -> None:
    text = "中" * size + "\n" * ends + "7" + "😀" * size
    made = cut(text_blocks(text, isolate_digits=isolate_digits))
    assert made == taught([text], isolate_digits)
    assert max(map(len, made)) <= LONGEST


def test_blocks_are_of_about_the_size_asked() -> None:
    source = ["a few words\n" * 100] * 20 + ["short"] * 500
    sizes = [block.size for block in text_blocks(source, size=1000)]
    assert max(sizes) < 1100
    assert len(sizes) < 2 * sum(sizes) / 1000


@given(odd_lines.filter(bool), st.integers(1, 5))
def test_shares_adjoin_and_cut_no_text(text: str, most: int) -> None:
    (block,) = text_blocks(text)
    shares = list(block.shares(most))
    assert 1 <= len(shares) <= most
    assert [shares[0][0], shares[-1][1]] == [0, block.size]
    for (start, end), (following, _) in pairwise([*shares, (block.size, 0)]):
        assert start < end == following
        assert block.last[end - 1]


def test_what_is_no_text_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"fine\n" * 9 + b"\xff")
    wrong: list[tuple[Source, Expected, str]] = [
        (b"ok\xff", NotUTF8Error, "offset 2"),
        (tmp_path / "bad", NotUTF8Error, "offset 45"),
        ("a\ud800", "InputError.lone_surrogate", "character 1"),
        (tmp_path, "InputError.is_a_folder", "folder"),
        (7, OptionError, "source=7"),  # type: ignore[list-item]  # what users may give
        ({"a": 1}, OptionError, "source="),
    ]
    for source, kind, told in wrong:
        with raises(kind, match=told):
            list(text_blocks(source))
    with pytest.raises(NotUTF8Error) as caught:
        list(text_blocks(["fine", b"\xff"]))
    assert caught.value.__notes__ == ["item 1 of the texts, counted from 0"]
    with pytest.raises(OptionError):
        list(text_blocks(["fine", 7]))  # type: ignore[list-item]
