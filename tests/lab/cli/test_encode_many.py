"""``bpe-lab encode`` of many files into a folder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bpe_core import encode
from bpe_core.vocabularies import built_in

TEXT = "the cat sat on the mat "


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """The folder of three files."""
    folder = tmp_path / "shards"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"{TEXT * 20}{number}", "utf-8")
    return folder


def test_a_glob_becomes_a_folder_of_ids(bpe_lab, shards: Path, tmp_path: Path) -> None:
    out = tmp_path / "ids"
    code, figures, err = bpe_lab(
        "encode", "lab", str(shards / "*.txt"), "--out", str(out), "--json"
    )
    assert (code, err) == (0, "")
    ids = [np.load(out / f"0000{number}-{number}.npy") for number in range(3)]
    for number, each in enumerate(ids):
        text = (shards / f"{number}.txt").read_text("utf-8")
        assert each.tolist() == encode(built_in("lab"), text)
    known = json.loads(figures)
    assert (known["shards"], known["texts"]) == (3, 3)
    assert known["ids"] == sum(map(len, ids))


def test_parts_side_by_side_are_the_whole(bpe_lab, shards: Path, tmp_path: Path) -> None:
    files, out = sorted(map(str, shards.iterdir())), str(tmp_path / "ids")
    for number in (2, 1):
        part = ("--part", f"{number}/2", "--out", out, "--json")
        code, figures, _ = bpe_lab("encode", "lab", *files, *part)
        assert code == 0
        assert json.loads(figures)["shards"] == 3 - number
    assert len(list(Path(out).glob("*.json"))) == 3


def test_one_file_is_rows_where_an_engine_is_named(bpe_lab, tmp_path: Path) -> None:
    lines = tmp_path / "rows.jsonl"
    lines.write_text("".join(json.dumps({"words": TEXT}) + "\n" for _ in range(4)), "utf-8")
    options = ("--engine", "local", "--text-field", "words", "--out", str(tmp_path / "ids"))
    assert bpe_lab("encode", "lab", str(lines), *options)[0] == 0
    ends = np.load(tmp_path / "ids" / "00000-rows.ends.npy")
    length = len(encode(built_in("lab"), TEXT))
    assert ends.tolist() == [length, 2 * length, 3 * length, 4 * length]


@pytest.mark.parametrize(
    ("options", "said"),
    [((), "out"), (("--part", "3/2", "--out", "x"), "part"), (("--part", "x"), "part")],
)
def test_what_is_missing_or_wrong_is_said_in_a_line(
    bpe_lab, shards: Path, options: tuple[str, ...], said: str
) -> None:
    code, out, err = bpe_lab("encode", "lab", str(shards / "*.txt"), *options)
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert not Path("x").exists()
