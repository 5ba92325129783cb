"""SentencePiece: what its default loses, that ours loses nothing, and where pieces stand."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings

from bpe_core.errors import FormatError, OptionError, TokenIdError
from bpe_core.registry import SYSTEMS
from bpe_core.systems.sentencepiece import (
    DEFAULT,
    LOSSLESS,
    Options,
    SentencePiece,
    load_sentencepiece,
    train_sentencepiece,
)
from bpe_core.systems.system import Piece, TrainedSystem
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.raising import raises

pytest.importorskip("sentencepiece")

BOTH = "".join(sample(name).text for name in ("story_en", "story_zh"))
ALL = ("sentencepiece_bpe", "sentencepiece_unigram", "sentencepiece_default")
every_lossless = pytest.mark.parametrize("name", ALL[:2])


@cache
def system(name: str) -> TrainedSystem:
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        corpus.write_bytes(BOTH.encode())
        return SYSTEMS[name].train(corpus, 1000, threads=1)


def trained(text: str, vocab_size: int = 400, **others: Any) -> SentencePiece:
    options: Options = others.pop("options", LOSSLESS)
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / 'a, "b" c.txt'  # read as one name, not as a list of them
        corpus.write_bytes(text.encode())
        return train_sentencepiece(
            corpus, vocab_size, model_type="bpe", options=options, **others
        )


def there_and_back(name: str, text: str) -> str:
    trained = system(name)
    return trained.decode(trained.encode(text))


LOST = {
    "a full-width comma": ("的，是", "的,是"),
    "two spaces": ("low  lower", "low lower"),
    "spaces at the ends": (" low ", "low"),
    "a line end": ("low\nlower", "low lower"),
    "a rare character": ("low 鑿", "low  ⁇ "),
}


@pytest.mark.parametrize("what", LOST)
def test_the_default_loses(what: str) -> None:
    text, left = LOST[what]
    assert there_and_back("sentencepiece_default", text) == left


@every_lossless
@pytest.mark.parametrize("what", LOST)
def test_ours_loses_nothing_of_it(what: str, name: str) -> None:
    text, _ = LOST[what]
    assert there_and_back(name, text) == text


def test_an_indentation_is_one_piece() -> None:
    code = trained("def low():\n    return lower\n" * 40)
    assert code.segment("    return lower").pieces[0].end >= 4


@every_lossless
@settings(max_examples=examples(50))
@given(text=texts.texts)
def test_ours_gives_every_text_back_but_for_its_own_sign(name: str, text: str) -> None:
    assert there_and_back(name, text) == text.replace("▁", " ")


@every_lossless
def test_its_own_sign_comes_back_as_a_space(name: str) -> None:
    assert there_and_back(name, "a▁b") == "a b"


def test_without_normalizing_alone_spaces_are_still_lost() -> None:
    """What the BytePiece article sets keeps commas, and no more than that."""
    ours = trained(BOTH, 800, options={"normalization_rule_name": "identity"})
    assert ours.decode(ours.encode("的，是  a ")) == "的，是 a"


@every_lossless
def test_a_byte_has_its_own_place(name: str) -> None:
    found = system(name).segment("鑿\n")
    assert found.pieces == (
        Piece("<0xE9>", 0, 1),
        Piece("<0x91>", 1, 2),
        Piece("<0xBF>", 2, 3),
        Piece("<0x0A>", 3, 4),
    )


def test_pieces_of_the_default_stand_in_the_given_text() -> None:
    found = system("sentencepiece_default").segment("  ，  a")
    assert found.text == "  ，  a"
    assert [(piece.written, found.of(k).decode()) for k, piece in enumerate(found.pieces)] == [
        ("▁", ""),
        (",", "，"),
        ("▁a", "  a"),
    ]


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=examples(30))
@given(text=texts.texts)
def test_there_are_as_many_pieces_as_ids(name: str, text: str) -> None:
    pieces = system(name).segment(text).pieces
    assert len(pieces) == len(system(name).encode(text))
    places = [place for _, *ends in pieces for place in ends]
    assert places == sorted(places)


@pytest.mark.parametrize("name", ALL)
def test_long_texts_have_the_ids_that_they_have_as_one_sentence(name: str) -> None:
    ours = system(name)
    assert isinstance(ours, SentencePiece)
    assert ours.parts_lines == (name != "sentencepiece_default")
    for text in (BOTH * 40, "  a\n\n b \n" * 3000, "\n" * 9000, "a" * 9000 + "\n" + "b" * 9000):
        assert ours.encode(text).tolist() == ours.processor.encode(text)


def test_long_lines_train_it_but_for_the_default() -> None:
    line = "low lower lowest " * 500
    assert len(trained(line).encode("lowest ")) < 7
    with raises("InputError.library_failed", match="sentences_"):
        trained(line, options=DEFAULT)


def test_too_few_ids_for_the_characters() -> None:
    with raises("InputError.characters_need_more", match="vocab_size 300 is below") as caught:
        trained(BOTH, 300)
    assert trained(BOTH, int(str(caught.value.values["minimum"]))).vocab_size >= 300


def test_a_short_text_gives_a_smaller_vocabulary() -> None:
    assert trained("low lower", 5000).vocab_size < 300


def test_what_it_cannot_be_trained_on_is_said() -> None:
    for text in ("", "\n\n", "\0"):
        with raises("InputError.library_failed", match="SentencePiece"):
            trained(text)
    with pytest.raises(OptionError, match="threads"):
        trained(BOTH, 900, threads=0)
    for size in (0, 2**31, 900.0):
        with pytest.raises(OptionError, match="vocab_size"):
            trained(BOTH, size)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_told_as_by_any_other_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SYSTEMS["sentencepiece_bpe"].train(tmp_path / "no.txt", 400)


def test_ids_and_texts_are_checked() -> None:
    ours = system("sentencepiece_bpe")
    for token_id in (-1, ours.vocab_size):
        with pytest.raises(TokenIdError, match="at position 1"):
            ours.decode([5, token_id])
    for work in (ours.encode, ours.segment):
        with raises("InputError.lone_surrogate"):
            work("a\ud800")


def test_files_that_are_none_of_its_own() -> None:
    for model in (b"", b"junk" * 10):
        with pytest.raises(FormatError, match="no model of SentencePiece"):
            load_sentencepiece({"sentencepiece.model": model})
    with pytest.raises(FormatError, match=r"sentencepiece\.model.* is missing"):
        load_sentencepiece({"merges.txt": b""})
