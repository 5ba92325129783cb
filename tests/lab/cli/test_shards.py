"""A corpus in many files: ``count``, ``train --counts``, and ``encode`` into a folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bpe_core import encode, load, load_counts, train
from bpe_core.vocabularies import built_in

TEXT = "low lower newest widest " * 40


@pytest.fixture
def shards(tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"{number}.txt" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_text(f"{TEXT}<|x|>{number}", "utf-8")
    return list(map(str, paths))


def test_what_is_counted_is_trained_on(bpe_lab, shards: list[str], tmp_path: Path) -> None:
    counts, model = tmp_path / "counts.parquet", tmp_path / "model"
    code, out, err = bpe_lab("count", *shards, "--special-token", "<|x|>", "--out", str(counts))
    assert (code, err) == (0, "")
    assert "| shards | 3 |" in out
    assert "| bytes of text | 2,898 |" in out
    to = ("--vocab-size", "270", "--out", str(model))
    code, out, err = bpe_lab("train", "--counts", str(counts), *to)
    assert (code, err) == (0, "")
    expected = train(list(map(Path, shards)), vocab_size=270, special_tokens=["<|x|>"])
    assert load(model) == expected


def test_without_a_file_the_counts_are_only_printed(
    bpe_lab, shards: list[str], tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    code, figures, err = bpe_lab("count", *shards, "--special-token", "<|x|>", "--json")
    assert (code, err, sorted(tmp_path.iterdir())) == (0, "", before)
    said = json.loads(figures)
    assert (said["shards"], said["pre_tokens"]) == (3, 9)
    assert said["occurrences"] == 3 * (4 * 40 + 2)
    code, _, err = bpe_lab("count", *shards, "--part", "1/2")
    assert (code, err.count("\n"), "--out" in err) == (1, 1, True)


def test_parts_write_no_file_and_the_whole_finishes(
    bpe_lab, shards: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "counts.parquet"
    for number in (1, 2):
        part = ("--part", f"{number}/2", "--json")
        code, figures, _ = bpe_lab("count", *shards, "--out", str(out), *part)
        assert code == 0
        assert json.loads(figures)["shards"] == 3 - number
        assert not out.exists()
    assert bpe_lab("count", *shards, "--out", str(out))[0] == 0
    assert load_counts(out).shards == 3


def test_a_sample_is_said_when_it_is_trained_on(
    bpe_lab, shards: list[str], tmp_path: Path
) -> None:
    counts, model = str(tmp_path / "counts.parquet"), str(tmp_path / "model")
    sample = ("--sample", "0.5", "--special-token", "<|x|>")
    assert bpe_lab("count", *shards, *sample, "--out", counts)[0] == 0
    code, _, err = bpe_lab("train", "--counts", counts, "--vocab-size", "258", "--out", model)
    assert code == 0
    assert "sample, 50% of the documents" in err


def test_without_pyarrow_one_line_says_what_to_install(
    bpe_lab, shards: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts, model = str(tmp_path / "counts.parquet"), str(tmp_path / "model")
    assert bpe_lab("count", *shards, "--out", counts)[0] == 0
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for command in (
        ("count", *shards, "--out", str(tmp_path / "again.parquet")),
        ("train", "--counts", counts, "--vocab-size", "260", "--out", model),
    ):
        code, _, err = bpe_lab(*command)
        assert (code, err.count("\n")) == (1, 1)
        assert "pip install 'bpe-lab[counts]'" in err


def test_counts_say_how_they_were_cut_and_may_be_told_the_same(
    bpe_lab, shards: list[str], tmp_path: Path
) -> None:
    counts, model = str(tmp_path / "counts.parquet"), str(tmp_path / "model")
    specials = ("--special-token", "<|x|>", "--special-token", "<|y|>")
    assert bpe_lab("count", *shards, *specials, "--out", counts)[0] == 0
    train_on = ("train", "--counts", counts, "--vocab-size", "262", "--out", model)
    assert bpe_lab(*train_on, *specials, "--pattern", "gpt2")[0] == 0
    assert list(load(model).special_tokens) == ["<|x|>", "<|y|>"]
    for other, reason in (
        (specials[:2], "counted with <|x|>, <|y|>"),
        (specials[2:] + specials[:2], "counted with <|x|>, <|y|>"),  # other ids
        ((*specials, "--pattern", "o200k"), "were cut by gpt2"),
    ):
        code, _, err = bpe_lab(*train_on, *other)
        assert (code, err.count("\n")) == (1, 1)
        assert reason in err


WRONG = {
    "no shard": (["count", "none*.txt", "--out", "x.parquet"], 1, "no file is named none*.txt"),
    "part": (["count", "{0}", "--out", "x.parquet", "--part", "3"], 1, "such as 3/64"),
    "same file": (["count", "{0}", "--out", "{0}"], 1, "write to another file"),
    "no folder": (["count", "{0}", "--out", "none/x.parquet"], 1, "its folder is not there"),
    "both": (["train", "{0}", "--counts", "{0}"], 2, "one of both"),
    "neither": (["train"], 2, "one of both"),
    "no counts": (["train", "--counts", "{0}"], 1, "is no file of counts"),
    "file twice": (["count", "{0}", "{1}", "{0}", "--out", "x.parquet"], 1, "each file once"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_line(
    name: str, bpe_lab, shards: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, expected, rule = WRONG[name]
    argv = [each.format(*shards) for each in arguments]
    to = ["--vocab-size", "270", "--out", "m"] if argv[0] == "train" else []
    code, out, err = bpe_lab(*argv, *to)
    assert (code, out) == (expected, "")
    assert rule in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x.parquet").exists()


def test_a_bad_shard_is_named_with_its_offset(
    bpe_lab, shards: list[str], tmp_path: Path
) -> None:
    Path(shards[1]).write_bytes(b"low \xff")
    out = tmp_path / "counts.parquet"
    code, _, err = bpe_lab("count", *shards, "--out", str(out))
    assert (code, err.count("\n")) == (1, 1)
    assert err.startswith(f"bpe-lab: {shards[1]}: byte 0xFF at offset 4 is not UTF-8")
    assert not out.exists()


SENTENCE = "the cat sat on the mat "


def test_a_glob_becomes_a_folder_of_ids(bpe_lab, shards: list[str], tmp_path: Path) -> None:
    out = tmp_path / "ids"
    code, figures, err = bpe_lab(
        "encode", "lab", str(tmp_path / "*.txt"), "--out", str(out), "--json"
    )
    assert (code, err) == (0, "")
    ids = [np.load(out / f"0000{number}-{number}.npy") for number in range(3)]
    for number, each in enumerate(ids):
        text = (tmp_path / f"{number}.txt").read_text("utf-8")
        assert each.tolist() == encode(built_in("lab"), text)
    known = json.loads(figures)
    assert (known["shards"], known["texts"]) == (3, 3)
    assert known["ids"] == sum(map(len, ids))


def test_parts_side_by_side_are_the_whole(bpe_lab, shards: list[str], tmp_path: Path) -> None:
    out = str(tmp_path / "ids")
    for number in (2, 1):
        part = ("--part", f"{number}/2", "--out", out, "--json")
        code, figures, _ = bpe_lab("encode", "lab", *shards, *part)
        assert code == 0
        assert json.loads(figures)["shards"] == 3 - number
    assert len(list(Path(out).glob("*.json"))) == 3


def test_one_file_is_rows_where_an_engine_is_named(bpe_lab, tmp_path: Path) -> None:
    lines = tmp_path / "rows.jsonl"
    lines.write_text("".join(json.dumps({"words": SENTENCE}) + "\n" for _ in range(4)), "utf-8")
    options = ("--engine", "local", "--text-field", "words", "--out", str(tmp_path / "ids"))
    assert bpe_lab("encode", "lab", str(lines), *options)[0] == 0
    ends = np.load(tmp_path / "ids" / "00000-rows.ends.npy")
    length = len(encode(built_in("lab"), SENTENCE))
    assert ends.tolist() == [length, 2 * length, 3 * length, 4 * length]


@pytest.mark.parametrize(
    ("options", "said"),
    [((), "out"), (("--part", "3/2", "--out", "x"), "part"), (("--part", "x"), "part")],
)
def test_what_is_missing_or_wrong_is_said_in_a_line(
    bpe_lab, shards: list[str], tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    code, out, err = bpe_lab("encode", "lab", str(tmp_path / "*.txt"), *options)
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert not Path("x").exists()
