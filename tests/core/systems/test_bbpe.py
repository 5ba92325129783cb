"""BBPE: the original's merges, vocabulary, ids and files, without its faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import FormatError, TokenIdError
from bpe_core.runtime.text import CHARACTERS, read_back
from bpe_core.systems.bbpe import BBPE, load_bbpe, train_bbpe
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.core.systems import original_bbpe as original
from tests.examples import examples
from tests.raising import raises

CHINESE = sample("story_zh").text


def trained(text: str, vocab_size: int) -> BBPE:
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        corpus.write_bytes(text.encode())
        return train_bbpe(corpus, vocab_size)


def assert_equal(ours: BBPE, theirs: original.Trained) -> None:
    files = ours.files()
    assert files["merges.txt"] == original.files(theirs)["merges.txt"]
    assert files["vocab.json"] == original.files(theirs)["vocab.json"]


def test_the_first_merges_equal_the_originals_on_a_real_corpus(
    shared: Callable[[str], Path],
) -> None:
    corpus = shared("data/corpus.en")
    ours = train_bbpe(corpus, 280)
    assert_equal(ours, original.train(corpus.read_bytes().decode(), 280))


@pytest.mark.parametrize("name", ["story_en", "story_zh", "code"])
def test_the_same_on_the_built_in_samples(name: str) -> None:
    text = sample(name).text
    assert_equal(trained(text, 400), original.train(text, 400))


@settings(max_examples=examples(50))
@given(texts.texts, st.integers(256, 270))
def test_the_same_on_texts_full_of_ties(text: str, vocab_size: int) -> None:
    assert_equal(trained(text, vocab_size), original.train(text, vocab_size))


def test_its_files_load_here_and_give_its_ids() -> None:
    theirs = original.train(CHINESE, 400)
    files = original.files(theirs)
    ours, reader = load_bbpe(files), original.Tokenizer(files)
    for text in (CHINESE, sample("story_en").text, "你好，你过得怎么样  \n\n"):
        ids = reader.encode(text)
        assert ours.encode(text).tolist() == ids
        assert ours.decode(ids) == reader.decode(ids) == text
        assert ours.tokenize(text) == [
            t for w in original.SPLIT.findall(text) for t in reader.tokens(w)
        ]


def test_our_files_load_there_and_give_our_ids() -> None:
    ours = trained(CHINESE, 500)
    reader = original.Tokenizer(ours.files())
    assert len(reader.ids) == 500
    assert len(reader.merges) == 500 - 256
    for text in (CHINESE, sample("code").text, "'ll I’ll 12½ \r\n\t é"):
        assert reader.encode(text) == ours.encode(text).tolist()
        assert reader.decode(ours.encode(text).tolist()) == text


def test_ids_follow_the_code_points_of_what_is_written() -> None:
    tokens = list(trained(CHINESE, 300).model.vocabulary)
    written = ["".join(CHARACTERS[byte] for byte in token) for token in tokens]
    assert written == sorted(written)
    assert [read_back(text) for text in written] == tokens


def test_the_last_merge_is_read_without_a_line_end() -> None:
    files = original.files(original.train(CHINESE, 300))
    cut = {**files, "merges.txt": files["merges.txt"].removesuffix(b"\n")}
    assert len(original.Tokenizer(cut).merges) == 300 - 256 - 1
    assert load_bbpe(cut).model == load_bbpe(files).model


def test_an_exhausted_corpus_gives_a_smaller_vocabulary() -> None:
    ours = trained("ab ab", 1000)
    assert [ours.tokenize(text) for text in ("ab", " ab")] == [["ab"], ["Ġab"]]
    assert ours.vocab_size == 256 + 2
    assert trained("", 300).vocab_size == 256


def test_an_unknown_id_is_an_error_of_ours() -> None:
    ours = trained("low lower", 260)
    for ids in ([0, 999], np.array([0, 999])):
        with pytest.raises(TokenIdError, match="999 at position 1"):
            ours.decode(ids)


def test_half_a_character_is_decoded_with_a_replacement() -> None:
    ours = trained("low", 256)
    assert ours.decode(ours.encode("你")[:2].tolist()) == "\ufffd"


def test_a_byte_that_the_vocabulary_lacks_is_encoded() -> None:
    ours = load_bbpe({"vocab.json": b'{"a": 0, "ab": 1, "b": 2}', "merges.txt": b"a b\n"})
    assert ours.encode("ab").tolist() == [1]
    assert ours.decode(ours.encode("你ab")) == "你ab"


def test_a_batch_is_its_texts_one_by_one() -> None:
    ours = trained(CHINESE, 400)
    lines = [*CHINESE.splitlines(keepends=True), "", "ab"]
    for threads in (1, 2, None):
        batch = ours.encode_batch(lines, threads=threads)
        assert [ids.tolist() for ids in batch] == [ours.encode(s).tolist() for s in lines]
    assert ours.encode_batch([]) == []


def test_what_is_wrong_is_said() -> None:
    with raises("InputError.vocabulary_too_small"):
        trained("low", 255)
    with pytest.raises(FormatError, match=r"merges\.txt"):
        load_bbpe({"vocab.json": b"{}"})
