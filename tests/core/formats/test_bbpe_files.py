"""BBPE's pair of files: ids in the order of characters, no header, perhaps not all bytes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.gpt2 import read_bbpe, write_bbpe
from bpe_core.formats.known_formats import detect
from bpe_core.model import BPEModel
from bpe_core.runtime.text import CHARACTERS, written
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in files.items()}


def as_bbpe_writes(model: BPEModel, text: str, *, final_newline: bool) -> dict[str, bytes]:
    """What the original's trainer would leave of the same merges: sorted, only bytes seen."""
    merges = [f"{written(left)} {written(right)}" for left, right in model.merges_as_bytes()]
    tokens = {written(bytes([value])) for value in text.encode()}
    tokens |= {line.replace(" ", "") for line in merges}
    ids = {token: token_id for token_id, token in enumerate(sorted(tokens))}
    end = "\n" if final_newline else ""
    files = {"vocab.json": json.dumps(ids), "merges.txt": "\n".join(merges) + end}
    return encoded(files)


@pytest.fixture(scope="module")
def trained() -> BPEModel:
    return bpe_core.train(sample("story_en").text, vocab_size=400, tie_break="first_seen")


@pytest.mark.parametrize("final_newline", [True, False])
def test_a_vocabulary_of_bytes_seen_encodes_alike(
    final_newline: bool, trained: BPEModel
) -> None:
    text = sample("story_en").text
    files = as_bbpe_writes(trained, text, final_newline=final_newline)
    assert detect(files) == "bbpe"
    model = read_bbpe(files)
    ids = json.loads(files["vocab.json"])
    assert {token: model.vocabulary[number] for token, number in ids.items()} == {
        written(token): token for token in model.vocabulary[: len(ids)]
    }
    assert model.merges_as_bytes() == trained.merges_as_bytes()
    assert (model.pattern, model.tie_break) == ("gpt2", "first_seen")
    assert [ids[written(trained.vocabulary[i])] for i in bpe_core.encode(trained, text)] == (
        bpe_core.encode(model, text)
    )


def test_missing_bytes_follow_the_last_id(trained: BPEModel) -> None:
    text = sample("story_en").text
    files = as_bbpe_writes(trained, text, final_newline=True)
    ids, model = json.loads(files["vocab.json"]), read_bbpe(files)
    missing = [value for value, character in enumerate(CHARACTERS) if character not in ids]
    assert missing
    assert list(model.vocabulary[len(ids) :]) == [bytes([value]) for value in missing]
    assert bpe_core.decode(model, bpe_core.encode(model, "哈 ÿ")) == "哈 ÿ"
    assert read_bbpe(encoded(write_bbpe(model))) == model


@given(text=texts.texts.filter(bool))
def test_what_is_written_is_read_back(text: str) -> None:
    model = bpe_core.train(text, vocab_size=270, tie_break="first_seen")
    files = encoded(write_bbpe(model))
    assert detect(files) == "bbpe"
    assert read_bbpe(files) == model


def test_the_files_have_no_header_and_follow_code_points(gpt2: BPEModel) -> None:
    files = write_bbpe(gpt2)
    assert set(files) == {"vocab.json", "merges.txt"}
    assert files["merges.txt"].startswith("Ġ t\nĠ a\n")
    ids = json.loads(files["vocab.json"])
    assert list(ids) == sorted(ids)
    assert ids["<|endoftext|>"] == 50256
    again = read_bbpe(encoded(files))
    assert (again.vocabulary, again.merges) == (gpt2.vocabulary, gpt2.merges)
    assert again.special_tokens == gpt2.special_tokens


def test_another_pattern_cannot_be_written() -> None:
    model = bpe_core.train("low", vocab_size=257, pattern="none")
    with pytest.raises(FormatError, match="always splits by gpt2, this model by none"):
        write_bbpe(model)


def test_a_side_file_is_obeyed_whatever_format_is_asked_for(tmp_path: Path) -> None:
    """Pattern, ranks and normalization stand nowhere else."""
    model = bpe_core.train("1234 don't " * 9, vocab_size=264, pattern="cl100k")
    model = replace(model, whole_first=True, normalization="NFC")
    bpe_core.save(model, tmp_path)
    assert bpe_core.load(tmp_path, format="bbpe") == model
