"""Signals at odd moments, and streams that are not there."""

from __future__ import annotations

import ctypes
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from bpe_core.cli import main
from bpe_core.cli.stopping import stoppable
from tests.core.cli.running import COMMAND, environment, streams


def test_a_signal_while_a_library_calls_back_is_not_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a callback from C raises ends nothing, as when llvmlite loads code."""

    def interrupted() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        sleep(0.01)

    call = ctypes.CFUNCTYPE(None)(interrupted)

    def work() -> None:
        with stoppable():
            call()
            sleep(10)

    with pytest.raises(SystemExit) as caught:
        work()
    assert caught.value.code == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_empty_or_take_all_in_silence(closed: str, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    command = shlex.join([*COMMAND, "encode", "lab", "-", "--out", str(ids)])
    done = subprocess.run(
        ["sh", "-c", f"{command} {closed}"],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert ids.read_bytes() == b""


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_each_may_be_closed_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python has None in the place of such a stream."""
    text, ids = tmp_path / "text.txt", tmp_path / "ids.txt"
    text.touch()
    with streams(text):
        monkeypatch.setattr(sys, name, None)
        with pytest.raises(SystemExit) as ended:
            main(["encode", "lab", "-", "--out", str(ids)])
    assert ended.value.code == 0
    assert ids.read_bytes() == b""
