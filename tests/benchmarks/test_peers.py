"""The one command: its texts, its files, and the tables of docs/speed.md."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from benchmarks import measure, peers
from benchmarks.bench.contenders import CONTENDERS
from tests.lab.measure.in_process import in_process as in_process


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


@pytest.fixture
def speed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "speed.md"
    path.write_text(f"Before\n\n{peers.BEGIN}\nold\n{peers.END}\n\nAfter\n", "utf-8")
    monkeypatch.setattr(peers, "SPEED", path)
    return path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    for name in peers.TEXTS.values():
        (folder / name).write_text("low lower newest widest<|endoftext|>哈哈。" * 20, "utf-8")
    return folder


@pytest.mark.usefixtures("in_process")
def test_it_runs_keeps_and_shows(
    data: Path,
    results: Path,
    speed: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    two = {name: CONTENDERS["train"][name] for name in ("bpe-lab", "bpe-lab linked")}
    monkeypatch.setitem(CONTENDERS, "train", two)  # type: ignore[arg-type]  # a dict
    monkeypatch.setitem(peers.WORKS, "train", peers.WORKS["train"][:1])  # type: ignore[arg-type]  # a dict
    argv = ["--data", str(data), "--work", "train", "--repeats", "1", "--write"]
    peers.main(argv)
    printed = capsys.readouterr().out
    assert "Same merges wherever they ended: bpe-lab, bpe-lab linked." in printed
    text = speed.read_text("utf-8")
    assert text == f"Before\n\n{peers.BEGIN}\n\n{printed}\n{peers.END}\n\nAfter\n"
    saved = json.loads((results / "peers.json").read_text("utf-8"))
    assert set(saved["works"]) == {"train English 1000"}
    assert "## All figures" in (results / "peers.md").read_text("utf-8")
    peers.main(["--again"])
    assert capsys.readouterr().out == printed


def test_a_text_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"english-21mb\.txt"):
        peers.main(["--data", str(tmp_path), "--work", "train"])


def test_a_file_without_marks_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "speed.md"
    path.write_text("text", "utf-8")
    with pytest.raises(SystemExit, match="peers: begin"):
        measure.put_into(path, peers.NAME, "table")
    assert path.read_text("utf-8") == "text"


def test_the_document_has_the_marks(tmp_path: Path) -> None:
    copy = tmp_path / "speed.md"
    shutil.copy(peers.SPEED, copy)
    measure.put_into(copy, peers.NAME, "| a table |\n")
    measure.put_into(copy, peers.NAME, "| another |\n")
    text = copy.read_text("utf-8")
    assert "| another |" in text
    assert "| a table |" not in text
