"""The compiled code of the core: compiled beside the server when it starts, never within it.

Compiling holds the interpreter's lock for seconds, and every page would feel it. Other
processes do it, once for these sources; the server loads what they leave with the first long
call.
"""

from __future__ import annotations

from subprocess import Popen
from threading import Event, Lock

from bpe_core import warm

LOOK = 0.1  # seconds
_lock = Lock()
_processes: list[Popen[bytes]] = []


def start() -> None:
    """Have the kernels compiled, unless they are or somebody is at it."""
    with _lock:
        if not _is_any_alive():
            _processes[:] = warm.start()


def compiling() -> bool:
    """Whether they are being compiled now; a page that needs them says so and waits."""
    with _lock:
        return _is_any_alive()


def wait(stop: Event) -> None:
    """Return when nothing is being compiled, or soon after ``stop`` is set."""
    while compiling() and not stop.wait(LOOK):
        pass


def end() -> None:
    """End the processes, with the server."""
    with _lock:
        for process in _processes:
            process.kill()
            process.wait()
        _processes.clear()


def _is_any_alive() -> bool:
    return any(process.poll() is None for process in _processes)
