"""A Streamlit server in a process of its own, with what it has taken."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import ROOT

STARTING = 60  # seconds


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers at ``port``; figures are read from Linux's ``/proc``."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        """The process's number."""
        return self.process.pid

    @property
    def address(self) -> str:
        """With the scheme, without a slash."""
        return f"http://127.0.0.1:{self.port}"

    def processor_seconds(self) -> float:
        """What all its threads have taken so far, in its code and the system's."""
        fields = self._read("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        """Memory that it holds."""
        return int(self._read("statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def descriptors(self) -> int:
        """Open files, connections and pipes."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    def children(self) -> int:
        """Processes that it has started and that still run."""
        return len(self._read(f"task/{self.pid}/children").split())

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self.pid}/{name}").read_text("utf-8")


@contextmanager
def serving(
    script: str = "app.py", *, folder: Path = ROOT, options: Sequence[str] = ()
) -> Iterator[Server]:
    """Run ``script`` in ``folder``, with the app's own settings, until the block ends."""
    settings = folder / ".streamlit"
    if not settings.exists():
        shutil.copytree(ROOT / ".streamlit", settings)
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", script]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1", *options]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        server = Server(port, process)
        wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(STARTING)


def free_port() -> int:
    """One that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: Server) -> None:
    """Return when it answers; raises ``TimeoutError`` where it does not."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{server.address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"no answer at {server.address}")
