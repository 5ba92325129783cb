"""The figures are computed rightly and the programs run from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import encoders, measure, overhead
from benchmarks.measure import interleaved


@pytest.fixture(autouse=True)
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    return tmp_path / "results"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.txt"
    path.write_text("low low lower<|endoftext|>newest newest widest", "utf-8")
    return path


def test_lanes_run_in_turn_and_turn_round() -> None:
    order: list[str] = []
    lanes = {name: lambda name=name: order.append(name) for name in "abc"}
    seconds = interleaved(lanes, repeats=3, warm_ups=1)
    assert "".join(order) == "abc" + "cba" + "abc" + "cba"
    assert {name: len(values) for name, values in seconds.items()} == dict.fromkeys("abc", 3)


def test_processor_time_passes_over_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    at = {"cpu": 0.0, "wall": 0.0}

    def run() -> None:
        at["cpu"] += 1.0
        at["wall"] += 5.0

    monkeypatch.setattr(measure, "CLOCKS", {name: lambda name=name: at[name] for name in at})
    assert interleaved({"a": run}, repeats=2, clock="cpu") == {"a": [1.0, 1.0]}
    assert interleaved({"a": run}, repeats=2, clock="wall") == {"a": [5.0, 5.0]}


def test_overhead_runs_and_saves(
    corpus: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overhead.main(["--corpus", str(corpus), "--vocab-size", "262", "--repeats", "2"])
    assert "| naive |" in capsys.readouterr().out
    saved = json.loads((results / "overhead.json").read_text())
    assert set(saved) >= {"naive", "indexed", "linked"}
    assert saved["clock"] == "cpu"


def test_encoders_run_and_save(
    results: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a small vocabulary and a short text, as where the data folder is absent."""
    monkeypatch.setattr(encoders, "gpt2_model", lambda: None)
    monkeypatch.setattr(encoders, "DATA", results)
    encoders.main(["--repeats", "1", "--lengths", "8", "16", "--long", "1000"])
    assert "| a run of a | 1000 |" in capsys.readouterr().out
    saved = json.loads((results / "encoders.json").read_text("utf-8"))
    assert saved["random letters"]["rows"][0][0] == 8


def test_a_missing_corpus_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        overhead.main(["--corpus", "nowhere.txt"])
    assert "nowhere.txt is not there: give a text with --corpus" in capsys.readouterr().err
