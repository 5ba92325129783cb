"""No command writes over a file that it reads, however that is spelled."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bpe_core import count_shards, encode_file, save, train
from bpe_core.runtime.files import check_distinct
from bpe_core.vocabularies import built_in
from tests.lab.cli.running import streams
from tests.raising import raises

TEXT = "low lower newest widest 123 " * 9
BpeLab = Callable[..., tuple[int, str, str]]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    save(train(TEXT, vocab_size=270), tmp_path / "mine")
    return tmp_path / "mine"


def other_names(path: Path) -> Iterator[Path]:
    """The path, another spelling of it, a link of each kind, a link by way of a folder."""
    yield path
    yield path.parent / ".." / path.parent.name / path.name
    hard, soft = path.with_name(f"hard-{path.name}"), path.with_name(f"soft-{path.name}")
    hard.hardlink_to(path)
    soft.symlink_to(path)
    yield hard
    yield soft
    folder = path.parent / "folder"
    folder.symlink_to(path.parent, target_is_directory=True)
    yield folder / path.name


def is_refused(bpe_lab: BpeLab, *argv: str) -> bool:
    code, out, err = bpe_lab(*argv)
    return (code, out) == (1, "") and "which is read; write to another file" in err


@pytest.mark.parametrize("suffix", [".txt", ".ids", ".npy", ".bin", ""])
def test_encode_never_writes_over_its_text(suffix: str, text: Path, bpe_lab: BpeLab) -> None:
    path = text.rename(text.with_name(f"text{suffix}"))
    for out in other_names(path):
        assert is_refused(bpe_lab, "encode", "lab", str(path), "--out", str(out))
        assert path.read_text() == TEXT


@pytest.mark.parametrize("suffix", [".txt", ".bin"])
def test_decode_never_writes_over_its_ids(suffix: str, tmp_path: Path, bpe_lab: BpeLab) -> None:
    path = tmp_path / f"ids{suffix}"
    path.write_bytes(b"104 105\n")
    for out in other_names(path):
        assert is_refused(bpe_lab, "decode", "lab", str(path), "--out", str(out))
        assert path.read_bytes() == b"104 105\n"


@pytest.mark.parametrize("command", ["encode", "decode"])
def test_a_vocabulary_is_not_written_over(
    command: str, mine: Path, text: Path, bpe_lab: BpeLab
) -> None:
    before = (mine / "vocab.json").read_bytes()
    out = str(mine / "vocab.json")
    assert is_refused(bpe_lab, command, str(mine), str(text), "--out", out)
    assert (mine / "vocab.json").read_bytes() == before


@pytest.mark.parametrize("command", ["encode", "decode"])
@pytest.mark.parametrize("argument", ["", "-", "/dev/stdin"])
@pytest.mark.parametrize("out", ["--out", "ab", "r+b"], ids=["--out", ">>", "1<>"])
def test_neither_is_what_standard_input_comes_from(
    command: str, argument: str, out: str, tmp_path: Path, bpe_lab: BpeLab
) -> None:
    """Nor what standard output goes to, where it is the file that is read."""
    if argument == "/dev/stdin" and not Path(argument).exists():
        pytest.skip("this system has no /dev/stdin")
    path = tmp_path / "numbers.txt"
    path.write_bytes(b"104 105\n")
    argv = [command, "lab", *filter(None, [argument])]
    argv += ["--out", str(path)] if out == "--out" else []
    with streams(path, None if out == "--out" else path.open(out)):
        assert is_refused(bpe_lab, *argv)
    assert path.read_bytes() == b"104 105\n"


def test_train_writes_over_no_text(text: Path, bpe_lab: BpeLab) -> None:
    corpus = text.rename(text.with_name("merges.txt"))
    options = ("--vocab-size", "260", "--out", str(corpus.parent))
    for argument in (corpus, corpus.parent):
        assert is_refused(bpe_lab, "train", str(argument), *options)
        assert corpus.read_text() == TEXT


@pytest.mark.parametrize("name", ["merges.txt", "tokenizer.json"])
def test_train_writes_over_no_counts(name: str, text: Path, bpe_lab: BpeLab) -> None:
    counts = text.with_name(name)
    count_shards([text], counts)
    before = counts.read_bytes()
    options = ("--vocab-size", "260", "--out", str(counts.parent))
    assert is_refused(bpe_lab, "train", "--counts", str(counts), *options)
    assert counts.read_bytes() == before


def test_count_writes_over_no_shard(text: Path, bpe_lab: BpeLab) -> None:
    other = text.with_name("other.txt")
    other.write_text(TEXT)
    for out in other_names(text):
        # The last one names no link of the text, which would be counted twice.
        for shards in ([text], [other, text], [text.with_name("[ot]*.txt")]):
            assert is_refused(bpe_lab, "count", *map(str, shards), "--out", str(out))
            assert text.read_text() == TEXT


@pytest.mark.parametrize("name", ["00000-text.npy", "00000-text.ends.npy", "00000-text.json"])
def test_encoding_many_files_writes_over_none_of_them(
    name: str, text: Path, bpe_lab: BpeLab
) -> None:
    shard = text.with_name(name)
    shard.write_text(TEXT)
    folder = text.parent / "folder"
    folder.symlink_to(text.parent, target_is_directory=True)
    for out in (text.parent, folder):
        argv = ("encode", "lab", str(text), str(shard), "--out", str(out))
        assert is_refused(bpe_lab, *argv)
        assert is_refused(bpe_lab, *argv, "--part", "2/2")
        assert (text.read_text(), shard.read_text()) == (TEXT, TEXT)
    assert {path.name for path in text.parent.iterdir()} == {"folder", "text.txt", name}


def test_the_model_beside_the_ids_is_written_over_no_shard_either(
    text: Path, bpe_lab: BpeLab
) -> None:
    shard = text.parent / "model" / "merges.txt"
    shard.parent.mkdir()
    shard.write_text(TEXT)
    argv = ("encode", "lab", str(text), str(shard), "--out", str(text.parent))
    assert is_refused(bpe_lab, *argv)
    assert shard.read_text() == TEXT


@pytest.mark.parametrize("option", ["--json", "--junit", "--html"])
def test_check_writes_over_no_code(option: str, tmp_path: Path, bpe_lab: BpeLab) -> None:
    code, other = tmp_path / "code.py", tmp_path / "other.py"
    code.write_text("def train(text, num_merges): return []\n")
    other.write_text("def encode(text, merges): return []\n")
    before = code.read_bytes()
    for out in other_names(code):
        assert is_refused(bpe_lab, "check", str(other), str(code), option, str(out))
        assert code.read_bytes() == before


@pytest.mark.parametrize("form", ["gpt2", "huggingface"])
def test_convert_writes_over_no_vocabulary(form: str, mine: Path, bpe_lab: BpeLab) -> None:
    """Nor removes it, as a save of another model in that folder does."""
    before = {path.name: path.read_bytes() for path in mine.iterdir()}
    assert is_refused(bpe_lab, "convert", str(mine), "--to", form, "--out", str(mine))
    assert {path.name: path.read_bytes() for path in mine.iterdir()} == before


@pytest.mark.parametrize("name", ["vocabulary.tiktoken", "x.tiktoken"])
def test_convert_leaves_a_file_and_the_side_file_that_tells_of_it(
    name: str, tmp_path: Path, bpe_lab: BpeLab
) -> None:
    save(train(TEXT, vocab_size=270, pattern="cl100k"), tmp_path, format="tiktoken")
    (tmp_path / "vocabulary.tiktoken").rename(tmp_path / name)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    argv = ("convert", str(tmp_path / name), "--to", "gpt2", "--out", str(tmp_path))
    assert is_refused(bpe_lab, *argv)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("option", ["--csv", "--json"])
@pytest.mark.parametrize("command", ["race", "compare"])
def test_figures_are_written_over_no_text(
    command: str, option: str, text: Path, mine: Path, bpe_lab: BpeLab
) -> None:
    for out in other_names(text):
        assert is_refused(bpe_lab, command, str(text), option, str(out))
        assert text.read_text() == TEXT
    if command == "compare":
        assert is_refused(bpe_lab, command, f"{mine / 'merges.txt'}:{text}", option, str(text))
        assert is_refused(bpe_lab, command, "--from", str(text), option, str(text))
    else:
        model = ("--model", str(mine), option, str(mine / "vocab.json"))
        assert is_refused(bpe_lab, command, str(text), *model)
    assert text.read_text() == TEXT


PAIRS = [
    *((command, "--csv", "--json") for command in ("race", "compare")),
    *(("check", *pair) for pair in combinations(("--json", "--junit", "--html"), 2)),
]


@pytest.mark.parametrize(("command", "one", "other"), PAIRS)
def test_two_outputs_are_not_written_to_one_file(
    command: str, one: str, other: str, text: Path, bpe_lab: BpeLab
) -> None:
    """Neither to one that is there nor to one that is still to be."""
    code = text.with_name("code.py")
    code.write_text("def train(text, num_merges): return []\n")
    argument = str(code if command == "check" else text)
    old, new = text.with_name("old"), text.with_name("new")
    old.write_text("figures of before")
    (text.parent / "folder").symlink_to(text.parent, target_is_directory=True)
    text.with_name("soft").symlink_to(old)
    for first, second in (
        (old, old),
        (old, text.with_name("soft")),
        (new, new),
        (new, text.parent / "folder" / "new"),
    ):
        status, out, err = bpe_lab(command, argument, one, str(first), other, str(second))
        assert (status, out) == (1, "")
        assert err.startswith(f"bpe-lab: {second} is asked for as two outputs")
    assert old.read_text() == "figures of before"
    assert not new.exists()


def test_a_device_takes_one_output_after_the_other() -> None:
    check_distinct([Path(os.devnull), Path(os.devnull)])


@pytest.mark.parametrize("source", [Path, lambda path: ["a", path], lambda path: iter([path])])
@pytest.mark.parametrize("suffix", [".txt", ".bin", ".npy"])
def test_in_python_likewise(source: Any, suffix: str, text: Path) -> None:
    path = text.rename(text.with_name(f"text{suffix}"))
    for target in other_names(path):
        with raises("InputError.overwrites_input") as caught:
            encode_file(built_in("lab"), source(path), target)
        assert caught.value.values == {"output": str(target), "source": str(path)}
        assert path.read_text() == TEXT
    assert not list(path.parent.glob("*partial*"))


def test_counting_in_python_likewise(text: Path) -> None:
    for target in other_names(text):
        for shard in (text, f"file://{text}", text.with_name("te*.txt")):
            with raises("InputError.overwrites_input") as caught:
                count_shards([shard], target)
            assert caught.value.values == {"output": str(target), "source": str(text)}
            assert text.read_text() == TEXT
    assert not list(text.parent.glob("*.work"))
