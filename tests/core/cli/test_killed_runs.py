"""What a killed command leaves behind, the next one deletes."""

from __future__ import annotations

import gzip
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.core.cli.running import TIMEOUT, start, streams
from tests.core.race.running import comes_true

slow = pytest.mark.slow
TRAINED = ("--vocab-size", "257", "--out", "mine")
ROWS = 400_000  # of which counting takes seconds


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("encode", "lab"), id="encode"),
        pytest.param(("train", "-", *TRAINED), id="train", marks=slow),
        pytest.param(("compare", "-", "--system", "bbpe"), id="compare", marks=slow),
        pytest.param(("count", "{rows}", "--out", "{rows}.parquet"), id="count"),
    ],
)
def test_the_next_run_deletes_what_a_killed_one_left(
    command: tuple[str, ...], bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, rows = tmp_path / "place", tmp_path / "rows.jsonl.gz"
    place.mkdir()
    rows.write_bytes(gzip.compress(b'{"text": "low lower"}\n' * ROWS))
    argv = [word.format(rows=rows) for word in command]
    # Its standard input stays open, so that it is killed while it copies that.
    waiting = start(*argv, place=place, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert comes_true(lambda: [*place.glob("*/*.txt"), *place.glob("*/*.jsonl")] != [])
    finally:
        waiting.kill()
        waiting.communicate(timeout=TIMEOUT)
    assert len(list(place.iterdir())) == 1
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    text = tmp_path / "text.txt"
    text.write_text("low")
    with streams(text):
        assert bpe_lab("encode", "lab") == (0, "", "")
    assert list(place.iterdir()) == []
