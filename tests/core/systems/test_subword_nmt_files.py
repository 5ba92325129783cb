"""What is read and written: words, dictionaries, codes and vocabularies, with their errors."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from subword_nmt.apply_bpe import read_vocabulary as read_by_original
from subword_nmt.get_vocab import get_vocab
from subword_nmt.learn_bpe import get_vocabulary

from bpe_core.errors import FormatError, NotUTF8Error, OptionError
from bpe_core.formats.subword_nmt_codes import read_subword_nmt
from bpe_core.runtime.progress import Progress
from bpe_core.systems.subword_nmt import (
    FILE,
    Codes,
    count_pieces,
    count_words,
    learn,
    read_codes,
    read_dictionary,
    read_vocabulary,
    words_of,
    write_codes,
    write_vocabulary,
)
from bpe_core.systems.subword_nmt import words as words_module
from tests.for_each import for_each
from tests.raising import raises

texts = st.text("ab \n\r\té\u3000\xa0\x85\u2028", max_size=40)


@given(text=texts)
def test_words_are_those_of_a_text_file(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("words") / "text"
    path.write_bytes(text.encode())
    with path.open(encoding="utf-8") as file:
        expected = dict(get_vocabulary(file))
    assert count_words(text) == count_words(path) == count_words(text.encode()) == expected
    assert Counter(words_of(text)) == expected


@given(text=texts, block=st.integers(1, 9))
def test_a_file_in_blocks_is_the_same_file(
    text: str, block: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("words") / "text"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words_module, "BLOCK", block)
        assert list(count_words(path).items()) == list(count_words(text).items())


def test_lines_are_texts_of_their_own() -> None:
    assert count_words(["low", "er low"]) == {"low": 2, "er": 1}


def test_what_is_wrong_with_a_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with raises("InputError.is_a_folder"):
        count_words(tmp_path)
    path = tmp_path / "text"
    path.write_bytes(b"low " * 5 + b"caf\xe9 low")
    monkeypatch.setattr(words_module, "BLOCK", 8)
    with pytest.raises(NotUTF8Error, match="offset 23"):
        count_words(path)
    with raises("InputError.lone_surrogate"):
        count_words("a\ud800")
    for source in (None, 3, {"low": 5}):
        with pytest.raises(OptionError, match="source="):
            count_words(source)  # type: ignore[arg-type]  # counts, for one, are no texts


def test_counting_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"low lower\n")
    told: list[Progress] = []
    count_words(path, on_progress=told.append)
    assert (told[0], told[-1]) == (Progress("count", 0, 10), Progress("count", 10, 10))


@for_each(
    "line, message",
    [
        ("low", "line 2: a word, one space and its count"),
        ("low 1 2", "line 2: a word, one space and its count"),
        ("low  2", "line 2: a word, one space and its count"),
        ("low x", "line 2: a count is an integer of at least 1, not 'x'"),
        ("low 0", "line 2: a count is an integer of at least 1, not '0'"),
        ("low -1", "line 2: a count is an integer of at least 1, not '-1'"),
        ("low ²", "line 2: a count is an integer of at least 1, not '²'"),
        (f"low {'9' * 5000}", "line 2: a count is an integer of at least 1, not '999"),
    ],
)
def test_a_broken_line_of_counts_is_named(line: str, message: str) -> None:
    data = f"er 3\n{line}\n".encode()
    with pytest.raises(FormatError, match="dictionary, ") as caught:
        read_dictionary(data)
    assert message in str(caught.value)
    if line != "low 0":
        with pytest.raises(FormatError, match="vocabulary, line 2"):
            read_vocabulary(data)


CODES = Codes((("e", "s"), ("es", "t</w>"), ("l", "o")))


def test_codes_there_and_back() -> None:
    text = "#version: 0.2\ne s\nes t</w>\nl o\n"
    assert write_codes(CODES) == text
    assert read_codes(text) == read_codes(text.encode()) == CODES
    assert read_codes(text.replace("\n", "\r\n")) == CODES
    assert read_codes(text, merges=2) == CODES.first(2) == Codes(CODES.merges[:2])
    assert read_codes(text, merges=0) == Codes(())


def test_codes_without_a_version_are_those_of_0_1() -> None:
    codes = read_codes("e s\nt </w>\n")
    assert codes == Codes((("e", "s"), ("t", "</w>")), "0.1") == read_codes(write_codes(codes))
    assert not codes.ends_glued


@given(
    words=st.dictionaries(st.text("ab</w>\xa0\t", min_size=1), st.integers(1, 9), min_size=1)
)
def test_learned_codes_there_and_back(words: dict[str, int]) -> None:
    codes = learn(words, min_frequency=1)
    assert read_codes(write_codes(codes)) == codes


def test_codes_learned_here_are_a_byte_level_model() -> None:
    codes = learn(count_words("low low lower newest newest widest"))
    model = read_subword_nmt({FILE: write_codes(codes).encode()})
    expected = [(left, right.replace("</w>", " ")) for left, right in codes.merges]
    learned = model.merges_as_bytes()[-len(codes) :]
    assert [(left.decode(), right.decode()) for left, right in learned] == expected


@pytest.mark.parametrize("line", ["a", "a b c", "a  b", " ", "a\tb"])
def test_a_line_of_another_form_is_named(line: str) -> None:
    with pytest.raises(FormatError, match="line 2: two symbols and one space"):
        read_codes(f"#version: 0.2\n{line}\n")


def test_versions_that_nobody_knows() -> None:
    for version in ("0.3", "0.2 byte", ""):
        with pytest.raises(FormatError, match=r"line 1: one of 0\.1, 0\.2, not"):
            read_codes(f"#version: {version}\na b\n")


@pytest.mark.parametrize("merges", [-1, 1.5])
def test_a_number_of_merges_is_checked(merges: int) -> None:
    with pytest.raises(OptionError, match="merges="):
        read_codes("a b\n", merges=merges)


@given(text=texts)
def test_pieces_are_counted_as_the_original_does(text: str) -> None:
    theirs = io.StringIO()
    get_vocab(io.StringIO(text.replace("\r", "\n")), theirs)
    file = write_vocabulary(count_pieces(text))
    assert file == theirs.getvalue()


@pytest.mark.parametrize("threshold", [None, -1, 0, 1, 2, 3])
def test_vocabularies_are_read_as_by_the_original(threshold: int | None) -> None:
    """Lines of count 0 as well, and pieces that are listed twice."""
    file = "lo@@ 4\nw 2\ner 1\nfiller 0\nw 1\ner 1\nfiller 000\n"
    theirs = read_by_original(io.StringIO(file), threshold)
    assert read_vocabulary(file.encode(), threshold=threshold) == theirs


def test_a_threshold_is_checked() -> None:
    with pytest.raises(OptionError, match="threshold"):
        read_vocabulary(b"a 1\n", threshold="2")
