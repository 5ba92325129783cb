"""The command line in processes of its own, with pipes, terminals and signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from tests.core.race.running import comes_true
from tests.paths import ROOT

COMMAND = (sys.executable, "-m", "bpe_core")
TIMEOUT = 180  # seconds; kernels may have to be compiled


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
def signalled(number: signal.Signals, when: Callable[[], bool]) -> Iterator[None]:
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
