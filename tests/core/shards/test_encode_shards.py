"""Ids of many files: those of `encode`, the same by any route, whole or not at all."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bpe_core import encode, encode_shards, load, save, train
from bpe_core.errors import NotUTF8Error, OptionError, UnknownNameError
from bpe_core.model import BPEModel
from bpe_core.shards import encode_shards as encoding
from tests.raising import Expected, raises

END = "<|endoftext|>"
ROWS = ["low lower", "", "lowest " * 40 + END, "你好 low"]


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return train("low lower lowest 你好 " * 40, vocab_size=300, special_tokens=[END])


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """A long text, an empty one, rows in three forms."""
    (tmp_path / "a long.txt").write_text("low lower 你好 " * 4000 + END, "utf-8")
    (tmp_path / "b.txt").touch()
    lines = "".join(json.dumps({"text": row}) + "\n" for row in ROWS)
    (tmp_path / "c.jsonl").write_text(lines, "utf-8")
    with gzip.open(tmp_path / "d.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(lines)
    pq.write_table(pa.table({"text": ROWS}), tmp_path / "e.parquet")
    return sorted(path for path in tmp_path.iterdir())


def texts(shards: list[Path]) -> list[list[str]]:
    return [[shards[0].read_text("utf-8")], [""], *([ROWS] * 3)]


def files(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("allowed", [(), (END,)])
def test_ids_are_those_of_each_text_and_ends_say_where_it_ends(
    model: BPEModel, shards: list[Path], tmp_path: Path, allowed: tuple[str, ...]
) -> None:
    done = encode_shards(model, shards, tmp_path / "out", allowed_special=allowed)
    names = ("00000-a-long", "00001-b", "00002-c", "00003-d", "00004-e")
    for name, expected in zip(names, texts(shards), strict=True):
        ids = np.load(tmp_path / "out" / f"{name}.npy")
        ends = np.load(tmp_path / "out" / f"{name}.ends.npy")
        assert [part.tolist() for part in np.split(ids, ends)] == [
            *(encode(model, text, allowed_special=allowed) for text in expected),
            [],
        ]
        about = json.loads((tmp_path / "out" / f"{name}.json").read_text())
        assert (about["texts"], about["ids"]) == (len(expected), len(ids))
        assert np.dtype(about["dtype"]) == ids.dtype == np.uint16
    assert (done.shards, done.texts) == (5, 14)
    assert load(tmp_path / "out" / "model") == model


def test_parts_give_the_files_of_the_whole_and_what_is_there_is_left(
    model: BPEModel, shards: list[Path], tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    encode_shards(model, shards, whole)
    for number in (2, 1):
        encode_shards(model, shards, parts, part=(number, 2))
    assert files(parts) == files(whole)
    before = {path: path.stat().st_mtime_ns for path in whole.glob("*.npy")}
    encode_shards(model, shards, whole, threads=1)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_what_a_crash_leaves_another_model_or_an_edited_shard_is_encoded_anew(
    model: BPEModel, shards: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    encode_shards(model, shards, out)
    whole = files(out)
    (out / "00002-c.json").unlink()  # killed before it was written
    (out / "00002-c.npy").write_bytes(b"half")
    (out / "00003-d.ends.npy").unlink()
    encode_shards(model, shards, out)
    assert files(out) == whole
    other = train("low low", vocab_size=258, special_tokens=[END])
    encode_shards(other, shards, out)
    ids = [each for row in ROWS for each in encode(other, row)]
    assert np.load(out / "00002-c.npy").tolist() == ids
    shards[2].write_text('{"text": "lower"}\n', "utf-8")
    encode_shards(other, shards, out)
    assert np.load(out / "00002-c.npy").tolist() == encode(other, "lower")


def test_a_bad_shard_is_named_and_mended_the_call_goes_on(
    model: BPEModel, shards: list[Path], tmp_path: Path
) -> None:
    good = shards[2].read_bytes()
    shards[2].write_bytes(good + b"{}\n")
    with raises("ShardError.json_line") as caught:
        encode_shards(model, shards, tmp_path / "out", threads=1)
    assert caught.value.__notes__ == [str(shards[2])]
    assert not (tmp_path / "out" / "00002-c.npy").exists()
    shards[2].write_bytes(good)
    encode_shards(model, shards, tmp_path / "out")
    assert len(list((tmp_path / "out").glob("*.json"))) == 5


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"low \xff", "x.txt", NotUTF8Error),
        (b"low " * 10_000 + b"\xff", "x.txt", NotUTF8Error),
        (b"\x1f\x8bnonsense", "x.txt.gz", "ShardError.damaged"),
        (b"nonsense", "x.parquet", "ShardError.damaged"),
    ],
)
def test_a_shard_that_cannot_be_read_leaves_no_ids(
    model: BPEModel, tmp_path: Path, data: bytes, name: str, error: Expected
) -> None:
    (tmp_path / name).write_bytes(data)
    with raises(error):
        encode_shards(model, [tmp_path / name], tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.npy"))


def test_another_model_that_was_written_there_meanwhile_is_not_taken(
    model: BPEModel, shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = train("ab ab", vocab_size=258, special_tokens=[END])
    read = encoding.read_files

    def change(folder: Path) -> Mapping[str, bytes]:
        save(other, folder)
        return read(folder)

    encoding._model.cache_clear()
    monkeypatch.setattr(encoding, "read_files", change)
    with raises("InputError.file_changed"):
        encode_shards(model, shards, tmp_path / "out")


def test_wrong_requests_are_named(model: BPEModel, shards: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(OptionError, match="part"):
        encode_shards(model, shards, out, part=(3, 2))
    with pytest.raises(UnknownNameError, match="engine"):
        encode_shards(model, shards, out, engine="spark")
    with raises("ShardError.no_shards"):
        encode_shards(model, [tmp_path / "*.none"], out)
    assert not out.exists()
