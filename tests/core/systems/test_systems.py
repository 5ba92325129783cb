"""What every system of the registry has to do, whatever its rule of training is."""

from __future__ import annotations

import argparse
import pickle
import textwrap
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings

from bpe_core.errors import BPELabError, FormatError, InputError
from bpe_core.registry import SYSTEMS
from bpe_core.systems.system import Segmented, System, TrainedSystem
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.examples import examples

# Some of everything, and as long as systems need that learn from frequencies alone.
CODE = Path(textwrap.__file__).read_text("utf-8") + Path(argparse.__file__).read_text("utf-8")
CORPUS = "".join(sample(name).text for name in ("story_en", "story_zh", "code")) + CODE
VOCAB_SIZE = 1200

# What a text comes back as, for the systems that keep all of it, or nearly.
COMES_BACK: Mapping[str, Callable[[str], str]] = {
    "bpe": str,
    "bbpe": str,
    "bytepiece": lambda text: unicodedata.normalize("NFC", text),
    "sentencepiece_bpe": lambda text: text.replace("▁", " "),
    "sentencepiece_unigram": lambda text: text.replace("▁", " "),
}
# Those that write some texts otherwise and those whose pieces leave gaps.
LOSSY = {"subword_nmt", "sentencepiece_default"}

every_system = pytest.mark.parametrize("name", SYSTEMS)
every_lossless = pytest.mark.parametrize(
    "name", [name for name in SYSTEMS if name not in LOSSY]
)


def needs(name: str) -> None:
    if not SYSTEMS[name].is_installed:
        pytest.skip(f"needs {SYSTEMS[name].library}")


def trained_on(name: str, text: str, vocab_size: int) -> TrainedSystem:
    needs(name)
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        corpus.write_bytes(text.encode())
        return SYSTEMS[name].train(corpus, vocab_size, seed=1, threads=1)


@cache
def system(name: str) -> TrainedSystem:
    return trained_on(name, CORPUS, VOCAB_SIZE)


def ids_of(encoded: object) -> list[object]:
    """What ``encode`` gave, as something that can be compared."""
    return encoded.tolist() if isinstance(encoded, np.ndarray) else list(encoded)  # type: ignore[call-overload]  # Sized


def test_their_order_is_that_of_tables() -> None:
    first = ["bpe", "bbpe", "subword_nmt", "bytepiece"]
    last = ["sentencepiece_bpe", "sentencepiece_unigram", "sentencepiece_default"]
    assert list(SYSTEMS) == first + last
    assert set(COMES_BACK) | LOSSY == set(SYSTEMS)


@every_system
def test_the_vocabulary_is_as_large_as_was_asked_for_at_the_most(name: str) -> None:
    assert 400 < system(name).vocab_size <= VOCAB_SIZE


@every_system
def test_the_text_that_it_was_trained_on_gets_shorter(name: str) -> None:
    assert 0 < len(system(name).encode(CORPUS)) < len(CORPUS.encode()) / 2


@every_system
@settings(max_examples=examples(50))
@given(text=texts.texts)
def test_there_are_as_many_pieces_as_tokens_in_order(name: str, text: str) -> None:
    found = system(name).segment(text)
    assert len(found.pieces) == len(system(name).encode(text))
    places = [place for _, start, end in found.pieces for place in (start, end)]
    assert places == sorted(places)
    assert all(0 <= place <= len(found.text.encode()) for place in places)
    assert all(written for written, *_ in found.pieces)


@every_lossless
@settings(max_examples=examples(50))
@given(text=texts.texts)
def test_pieces_cover_the_text_without_a_gap(name: str, text: str) -> None:
    found = system(name).segment(text)
    assert found.text == (unicodedata.normalize("NFC", text) if name == "bytepiece" else text)
    ends = [0, *(end for _, _, end in found.pieces)]
    assert [start for _, start, _ in found.pieces] == ends[:-1]
    assert ends[-1] == len(found.text.encode())
    assert all(start < end for start, end in pairwise(ends))


@every_lossless
@settings(max_examples=examples(50))
@given(text=texts.texts)
def test_what_is_encoded_comes_back(name: str, text: str) -> None:
    ours = system(name)
    assert ours.decode(ours.encode(text)) == COMES_BACK[name](text)


@every_system
def test_a_corpus_of_its_own_kind_comes_back(name: str) -> None:
    """One line of words: what even those that lose something keep."""
    text = sample("story_en").text.split("\n")[0]
    ours = system(name)
    assert ours.decode(ours.encode(text)) == text


@every_system
def test_files_hold_all_of_it(name: str) -> None:
    ours = system(name)
    again = SYSTEMS[name].load(ours.files())
    assert again.files() == ours.files()
    assert again.vocab_size == ours.vocab_size
    for text in (CORPUS, "你好，世界  é 🙂\n\nlow lower"):
        assert ids_of(again.encode(text)) == ids_of(ours.encode(text))
        assert again.segment(text) == ours.segment(text)
        assert again.decode(ours.encode(text)) == ours.decode(ours.encode(text))


@every_system
def test_the_same_seed_gives_the_same_files(name: str, tmp_path: Path) -> None:
    needs(name)
    corpus = tmp_path / "corpus.txt"  # SentencePiece writes the name into its file
    corpus.write_bytes(CORPUS[:30000].encode())
    first, second = (SYSTEMS[name].train(corpus, 700, seed=1) for _ in range(2))
    assert first.files() == second.files()


@every_system
def test_nothing_is_nothing(name: str) -> None:
    ours = system(name)
    assert len(ours.encode("")) == 0
    assert ours.decode(ours.encode("")) == ""
    assert ours.segment("") == Segmented("", ())


@every_system
def test_a_lone_surrogate_is_no_character_or_an_error_of_ours(name: str) -> None:
    ours = system(name)
    for work in (ours.encode, ours.segment):
        try:
            result = work("low \ud800")
        except InputError:
            continue
        expected = work("low \ufffd")
        assert result == expected if isinstance(result, Segmented) else [*result] == [*expected]


@every_system
@pytest.mark.parametrize("text", ["", "\n", "a", "aaaa", "\0", "▁ </w> @@ a@@ b"])
def test_odd_corpora_train_or_are_refused(name: str, text: str) -> None:
    needs(name)
    try:
        ours = trained_on(name, text, 600)
    except BPELabError:
        return
    assert "a" in ours.decode(ours.encode("a")) or name == "sentencepiece_default"


@every_system
def test_files_of_others_are_refused(name: str) -> None:
    hostile: list[dict[str, bytes]] = [{}, {"x": b""}, {"x": b"\xff" * 100}]
    for own in system(name).files():
        hostile += [{own: b""}, {own: b"\xff\xfe junk"}, {own: b"{}"}]
    for files in hostile:
        if name == "subword_nmt" and b"" in files.values():
            continue  # codes without a merge
        with pytest.raises(FormatError):
            SYSTEMS[name].load(files)


@every_system
def test_segmented_text_goes_between_processes(name: str) -> None:
    found = system(name).segment("low 你好")
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_library_that_is_absent_is_told() -> None:
    bpe = SYSTEMS["bpe"]
    there = System(bpe.train, bpe.load, unit="bytes", method="bpe", library="numpy")
    absent = System(bpe.train, bpe.load, unit="bytes", method="bpe", library="no_such_library")
    assert bpe.is_installed
    assert there.is_installed
    assert not absent.is_installed
