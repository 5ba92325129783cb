"""The figures are computed rightly and the programs run from end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import encoders, measure, overhead, training
from benchmarks.measure import interleaved
from bpe_core.events import MergeDone


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


def test_our_lanes_make_the_same_merges(corpus: Path) -> None:
    text = corpus.read_text("utf-8")
    results = [lane(text, 265) for lane in training.OURS.values()]
    assert all(merges == results[0] for merges in results)
    assert len(results[0]) == 8
    assert all(isinstance(event, MergeDone) for event in results[0])
    training.check_equal(training.OURS, text, 265)


def test_lanes_that_differ_stop_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "OURS", {**training.OURS, "wrong": lambda text, size: []})
    with pytest.raises(SystemExit, match="wrong makes other merges"):
        training.check_equal(training.OURS, "low low", 260)


def test_training_runs_and_saves(
    corpus: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["--corpus", str(corpus), "--vocab-size", "262", "--repeats", "2"]
    training.main([*argv, "--only", "linked", "naive"])
    printed = capsys.readouterr().out
    assert "| linked | 1 |" in printed
    saved = json.loads((results / "training-tiny-262.json").read_text("utf-8"))
    assert set(saved["seconds"]) == {"linked", "naive"}
    assert saved["peak_bytes"]["linked"] >= 0
    assert saved["machine"]["python"]


def test_the_peak_of_a_lane_counts_what_it_held_at_once() -> None:
    def lane(text: str, vocab_size: int) -> None:
        for _ in range(3):
            assert len(b"x" * vocab_size) == vocab_size

    size = training.high_water() + 50_000_000  # a peak that the process never had
    assert 2 * size > training.own_peak(lane, "", size) > 40_000_000


def test_overhead_runs_and_saves(
    corpus: Path, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overhead.main(["--corpus", str(corpus), "--vocab-size", "262", "--repeats", "2"])
    assert "| naive |" in capsys.readouterr().out
    assert set(json.loads((results / "overhead.json").read_text())) >= {"naive", "linked"}


def test_encoders_run_and_save(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    encoders.main(["--repeats", "1", "--lengths", "8", "300", "--long", "1000"])
    assert "| a run of a | 1000 |" in capsys.readouterr().out
    saved = json.loads((results / "encoders.json").read_text("utf-8"))
    assert saved["random letters"]["rows"][0][0] == 8


def test_a_missing_corpus_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        training.main(["--corpus", "nowhere.txt"])
    assert "nowhere.txt is not there: give a text with --corpus" in capsys.readouterr().err
