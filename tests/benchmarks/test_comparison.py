"""The one command for docs/comparison.md: its texts, its file, its tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import comparison, measure
from tests.lab.measure.in_process import in_process as in_process


@pytest.mark.usefixtures("in_process")
def test_it_runs_keeps_and_writes_and_shows_the_same_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document, data = tmp_path / "comparison.md", tmp_path / "data"
    begin, end = measure.marks(comparison.NAME)
    document.write_text(f"Before\n\n{begin}\nold\n{end}\n\nAfter\n", "utf-8")
    monkeypatch.setattr(comparison, "DOCUMENT", document)
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    data.mkdir()
    for name in ("chinese", "english"):
        (data / f"{name}-21mb.txt").write_text("low lower 高处，更高处。\n" * 20, "utf-8")
        (data / f"{name}-held-out.txt").write_text("lower 高。\n", "utf-8")
    argv = ["--data", str(data), "--system", "bpe", "--vocab-size", "300", "--threads", "1"]
    comparison.main([*argv, "--write"])
    shown = capsys.readouterr().out
    assert "Learned from Chinese (" in shown
    assert "| full_width | = |" in shown
    assert document.read_text("utf-8") == f"Before\n\n{begin}\n\n{shown}\n{end}\n\nAfter\n"
    comparison.main(["--again"])
    assert capsys.readouterr().out == shown


def test_without_the_texts_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"not there: .*chinese-21mb\.txt"):
        comparison.main(["--data", str(tmp_path)])
