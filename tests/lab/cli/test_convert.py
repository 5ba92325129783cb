"""``bpe-lab convert``: the same vocabulary in another format."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core import load, save, train
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from bpe_core.vocabularies import built_in


@pytest.fixture(scope="module")
def model() -> BPEModel:
    text = "low lower newest widest<|endoftext|>" * 9
    return train(text, vocab_size=280, special_tokens=["<|endoftext|>"], pattern="cl100k")


@pytest.mark.parametrize("name", ["gpt2", "huggingface"])
def test_a_vocabulary_comes_back_from_another_format(
    name: str, model: BPEModel, bpe_lab, tmp_path: Path
) -> None:
    save(model, tmp_path / "mine")
    out = tmp_path / "made" / name
    code, told, err = bpe_lab(
        "convert", str(tmp_path / "mine"), "--to", name, "--out", str(out)
    )
    assert (code, err) == (0, "")
    assert load(out) == model
    assert {Path(name) for name in told.splitlines()} == set(out.iterdir())


def test_a_built_in_vocabulary_is_taken_by_name(bpe_lab, tmp_path: Path) -> None:
    assert bpe_lab("convert", "lab", "--to", "huggingface", "--out", str(tmp_path))[0] == 0
    assert load(tmp_path / "tokenizer.json") == built_in("lab")


def test_what_files_leave_open_can_be_said(model: BPEModel, bpe_lab, tmp_path: Path) -> None:
    save(model, tmp_path / "ranks", format="tiktoken")
    special = f"<|endoftext|>={model.special_tokens['<|endoftext|>']}"
    code, _, err = bpe_lab(
        *("convert", str(tmp_path / "ranks"), "--to", "gpt2", "--out", str(tmp_path / "mine")),
        *("--pattern", "cl100k", "--special-token", special),
    )
    assert code == 0, err
    again = load(tmp_path / "mine")
    assert (again.vocabulary, again.pattern) == (model.vocabulary, model.pattern)
    assert again.special_tokens == model.special_tokens


def test_ranks_are_encoded_with_as_what_they_were_converted_from(
    bpe_lab, tmp_path: Path
) -> None:
    """By their folder and by their file; alone they need their special token named."""
    out, text = tmp_path / "ranks", tmp_path / "text.txt"
    text.write_text("Low, lower: don't<|endoftext|>")
    code, told, err = bpe_lab("convert", "lab", "--to", "tiktoken", "--out", str(out))
    assert (code, err) == (0, "")
    assert told.split() == [str(out / name) for name in ("vocabulary.tiktoken", "bpe-lab.json")]
    allow = ("--allow-special", "all")
    expected = bpe_lab("encode", "lab", str(text), *allow)
    for model in (out, out / "vocabulary.tiktoken"):
        assert bpe_lab("encode", str(model), str(text), *allow) == expected
    alone = (out / "vocabulary.tiktoken").rename(tmp_path / "x.tiktoken")
    code, _, err = bpe_lab("encode", str(alone), str(text))
    assert (code, "no token has the rank 256; name the special token that has it" in err) == (
        1,
        True,
    )
    named = ("--special-token", "<|endoftext|>=256")
    pattern = ("--pattern", built_in("lab").pattern)
    assert bpe_lab("encode", str(alone), str(text), *allow, *named, *pattern) == expected
    text.write_text(expected[1])
    expected = bpe_lab("decode", "lab", str(text))
    assert bpe_lab("decode", str(alone), str(text), *named) == expected


def test_what_comes_along_leaves_nothing_open(bpe_lab, tmp_path: Path) -> None:
    code, _, err = bpe_lab(
        *("convert", "lab", "--to", "gpt2", "--out", str(tmp_path), "--pattern", "o200k")
    )
    assert (code, err) == (1, "bpe-lab: pattern='o200k': lab itself says what it is\n")


BAD = {
    "no format": (["lab", "--out", "x"], 2, "Missing option '--to'"),
    "an unknown format": (
        ["lab", "--to", "x", "--out", "x"],
        1,
        f"known: {next(iter(FORMATS))}",
    ),
    "no vocabulary": (
        ["gone", "--to", "gpt2", "--out", "x"],
        1,
        "known: lecture, bilingual, lab",
    ),
    "an empty folder": (["empty", "--to", "gpt2", "--out", "x"], 1, "no known format"),
    "no vocabulary in it": (["a.txt", "--to", "gpt2", "--out", "x"], 1, "a.txt"),
    "what it cannot hold": (["words", "--to", "huggingface", "--out", "x"], 1, "pre_tokenizer"),
    "a file there": (["lab", "--to", "gpt2", "--out", "a.txt"], 1, "a.txt"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_said_in_one_line(
    what: str, bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("a.txt").write_text("not a vocabulary")
    save(train("low lower", vocab_size=258, pattern=r"custom:\w+|\W+"), "words")
    argv, expected, message = BAD[what]
    code, told, err = bpe_lab("convert", *argv)
    assert (code, told) == (expected, "")
    assert message in err
    assert err.startswith("bpe-lab: ")
    assert err.count("\n") == 1
    assert not Path("x").exists()
