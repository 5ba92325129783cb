"""subword-nmt among the systems: what it keeps and counts of a text, where pieces stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core.errors import CharactersNeedMoreError
from bpe_core.systems.subword_nmt import Codes, Segmenter
from bpe_core.systems.subword_nmt.subword_nmt_system import (
    SubwordNMT,
    Written,
    load_subword_nmt,
    train_subword_nmt,
)
from bpe_core.systems.system import Piece

LOW = SubwordNMT(Codes((("l", "o"), ("lo", "w</w>"))))


def there_and_back(text: str) -> str:
    return LOW.decode(LOW.encode(text))


@pytest.mark.parametrize(
    "text", ["low lower\n\n low \r\n", "low\tlow", "，low é", "</w> low</w>", "▁"]
)
def test_lines_and_outer_spaces_come_back(text: str) -> None:
    assert there_and_back(text) == text


def test_several_spaces_come_back_as_one() -> None:
    assert there_and_back("low  lower") == "low lower"


def test_its_own_mark_is_lost_where_it_is_a_piece() -> None:
    assert there_and_back("a@@ b") == "a@@ b"  # a@@ @@@ @ b
    marks = SubwordNMT(Codes((("@", "@</w>"),)))
    assert marks.encode("a@@ b").text == "a@@ @@ b"
    assert marks.decode(marks.encode("a@@ b")) == "ab"


def test_tokens_are_what_stands_between_spaces() -> None:
    encoded = LOW.encode(" low  slow\n")
    assert encoded == Written(" low s@@ low\n")
    assert list(encoded) == ["low", "s@@", "low"]
    assert len(encoded) == 3


def test_pieces_stand_in_the_given_text() -> None:
    found = LOW.segment(" é  slow\n")
    assert found.text == " é  slow\n"
    assert found.pieces == (Piece("é", 1, 3), Piece("s@@", 5, 6), Piece("low", 6, 9))
    assert [found.of(k).decode() for k in range(3)] == ["é", "s", "low"]


def test_the_vocabulary_is_what_the_codes_name() -> None:
    assert LOW.vocab_size == len({"l", "o", "lo", "w</w>", "low</w>"})
    assert load_subword_nmt(LOW.files()) == LOW


def test_alphabet_and_merges_share_the_room(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("low low lower lower")  # l, o, w, e and w</w>, r</w>
    for size in (6, 7, 9):
        assert len(train_subword_nmt(corpus, size).codes) == size - 6
    with pytest.raises(CharactersNeedMoreError, match="vocab_size 5 is below 6"):
        train_subword_nmt(corpus, 5)


def test_ways_to_cut_are_those_of_the_segmenter() -> None:
    text = "low slow lowlow"
    assert LOW.encode(text).text == Segmenter(LOW.codes).segment(text)
