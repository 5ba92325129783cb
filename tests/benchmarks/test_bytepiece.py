"""The benchmark of BytePiece's training runs to its end and tells whether results differ."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import bytepiece, measure
from benchmarks.bytepiece import PYTHON, Run, memory, shown, with_children
from benchmarks.bytepiece_run import Documents


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.txt"
    path.write_text("low lower newest\n\n\nwidest 你好\n" * 40, "utf-8")
    return path


def test_without_the_package_ours_runs_alone(
    text: Path,
    results: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv(PYTHON, raising=False)
    bytepiece.main([str(text), "--vocab-size", "300"])
    assert f"{PYTHON} names no interpreter" in capsys.readouterr().out
    saved = json.loads((results / "bytepiece.json").read_text("utf-8"))
    (run,) = saved["ours"]
    assert run["pieces"] > 256
    assert run["largest"] > 0


def test_both_make_the_same_file(
    text: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not os.environ.get(PYTHON):
        pytest.skip(f"{PYTHON} names no interpreter with PyPI's bytepiece")
    bytepiece.main([str(text), "--vocab-size", "300", "--min-count", "2"])
    assert "The files of pieces are the same" in capsys.readouterr().out


def test_other_pieces_are_told() -> None:
    run = Run(seconds=2.0, largest=10**6, together=2 * 10**6, pieces=9, digest="a")
    runs = {"ours": [run], "PyPI": [run._replace(seconds=9.0, digest="b")]}
    assert "are DIFFERENT; ours is 4.5 times as fast" in shown(runs, same=False)
    assert "| PyPI | 9.00 | 1 | 2 | 9 |" in shown(runs, same=True)


def test_documents_are_the_text_and_part_no_line_ends(tmp_path: Path) -> None:
    text = ("a" * 99 + "\n") * 20_000
    for whole in (text[:1_048_600] + "\n" * 300 + text, "no end", ""):
        path = tmp_path / "text"
        path.write_text(whole, "utf-8")
        parts = list(Documents(path))
        assert "".join(parts) == whole
        assert not any(part.startswith("\n") for part in parts)
        assert len(parts) == len(whole) // 2**20 + bool(whole) or len(whole) < 2**20


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux's /proc")
def test_memory_is_that_of_all_processes() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as parent:
        while len(with_children(parent.pid)) < 2:
            pass
        assert all(memory(process) > 0 for process in with_children(parent.pid))
        assert parent.stdin
        parent.stdin.close()
    assert memory(parent.pid) == 0
