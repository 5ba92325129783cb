"""The command line with pipes, terminals and signals: in this process, or in one of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO

import pytest

from tests.lab.race.running import comes_true
from tests.paths import ROOT

COMMAND = (sys.executable, "-m", "bpe_lab")
TIMEOUT = 600  # seconds; kernels may have to be compiled, on a busy machine


def environment(place: Path | None = None) -> dict[str, str]:
    """Ours, with temporary files in ``place``."""
    where = {"TMPDIR": str(place)} if place else {}
    return {**os.environ, "PYTHONPATH": str(ROOT), **where}


def run(
    *argv: str, data: bytes = b"", place: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A command with ``data`` on its standard input."""
    return subprocess.run(
        [*COMMAND, *argv],
        input=data,
        env=environment(place),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )


def start(*argv: str, place: Path, **streams: int) -> subprocess.Popen[bytes]:
    """A command that goes on by itself."""
    return subprocess.Popen([*COMMAND, *argv], env=environment(place), **streams)


@contextmanager
def streams(
    stdin: str | Path, stdout: BinaryIO | None = None, *, buffered: bool = True
) -> Iterator[None]:
    """Standard input and output are these files, by their numbers as well as in Python.

    Without ``stdout`` what is printed goes nowhere.
    """
    before = [os.dup(number) for number in (0, 1)]
    with (
        Path(stdin).open("rb") as source,
        stdout or Path(os.devnull).open("wb") as target,
        pytest.MonkeyPatch.context() as patch,
    ):
        for number, file in enumerate((source, target)):
            os.dup2(file.fileno(), number)
        out = open(1, "wb", buffering=-1 if buffered else 0, closefd=False)  # noqa: SIM115
        patch.setattr(sys, "stdin", open(0, closefd=False))  # noqa: SIM115
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, write_through=not buffered))
        try:
            yield
            sys.stdout.flush()
        finally:
            for number, file in enumerate(before):
                os.dup2(file, number)
                os.close(file)


def unread_pipe() -> BinaryIO:
    """The end to write to of a pipe that nobody reads any more, as in ``… | true``."""
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "wb", buffering=0)


@contextmanager
def signaled(number: signal.Signals, when: Callable[[], bool]) -> Iterator[None]:
    """Send this process a signal once ``when`` holds, as a terminal does.

    Where it never holds the signal comes all the same and the test fails, so that none hangs.
    """
    over, seen = Event(), []

    def watch() -> None:
        seen.append(comes_true(lambda: over.is_set() or when()))
        if not over.is_set():
            os.kill(os.getpid(), number)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
    assert seen == [True], "what was waited for never came"
