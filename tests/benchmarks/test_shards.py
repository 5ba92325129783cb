"""The benchmark of shards writes what it says, and compares what engines count."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import measure, shards
from benchmarks.shards import DIGESTS, MEGABYTES, digest, main, write_shards


def test_the_shards_are_the_same_everywhere(tmp_path: Path) -> None:
    (first,) = write_shards(tmp_path, 1, int(MEGABYTES * 1e6))
    assert digest(first) == DIGESTS[0]
    assert first.stat().st_size >= MEGABYTES * 1e6


def test_it_runs_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(shards, "is_importable", lambda module: False)
    main([str(tmp_path), "--shards", "2", "--megabytes", "0.02", "--repeats", "1"])
    assert "| local |" in capsys.readouterr().out


def test_other_shards_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "DIGESTS", ("0" * 16,))
    monkeypatch.setattr(shards, "MEGABYTES", 0.02)
    with pytest.raises(SystemExit, match="not the shards"):
        main([str(tmp_path), "--shards", "1", "--megabytes", "0.02"])
