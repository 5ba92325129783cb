"""What a killed command leaves behind, the next one deletes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.core.cli.running import TIMEOUT, run, start
from tests.core.race.running import comes_true


@pytest.mark.parametrize(
    "command",
    [
        ("encode", "lab"),
        ("train", "-", "--vocab-size", "257", "--out", "mine"),
        ("compare", "-", "--system", "bbpe"),
    ],
    ids=lambda command: command[0],
)
def test_the_next_run_deletes_what_a_killed_one_left(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    # Its standard input stays open, so that it is killed while it copies that.
    waiting = start(*command, place=place, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert comes_true(lambda: any(place.glob("*/*.txt")))
    finally:
        waiting.kill()
        waiting.communicate(timeout=TIMEOUT)
    assert len(list(place.iterdir())) == 1
    done = run("encode", "lab", data=b"low", place=place)
    assert (done.returncode, list(place.iterdir())) == (0, [])
