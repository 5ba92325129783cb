"""A process that dies at its n-th step on the disk, in pretense or by a real SIGKILL, or fails.

Steps are: a file opened for writing, half a write, the whole of it, fsync, a rename, a removal,
a folder made or removed. In pretence the step raises `Died`, and so does every later one: what
a program does when it is cleaning up, a dead one does not do. An ``error`` is raised once.
What other threads do, and what the garbage collector finds to remove meanwhile, is no step.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

NAMES = (
    "os.rename",
    "os.remove",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
)
WRITING = os.O_WRONLY | os.O_RDWR


class Died(BaseException):
    """Here the process would be gone."""


class Steps:
    """Counts steps, and dies at number ``at`` (from 0), or raises ``error`` there."""

    def __init__(
        self, at: int | None, *, really: bool = False, error: OSError | None = None
    ) -> None:
        self.at, self.really, self.error, self.count = at, really, error, 0
        self.names: list[str] = []
        self.thread = threading.get_ident()

    def step(self, name: str) -> None:
        self.names.append(name)
        number, self.count = self.count, self.count + 1
        if self.error is not None:
            if number == self.at:
                raise self.error
        elif self.at is not None and number >= self.at:
            if self.really:
                os.kill(os.getpid(), signal.SIGKILL)
            raise Died(name)


_steps: list[Steps] = []
_hooked: list[bool] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _steps or _steps[-1].thread != threading.get_ident():
        return
    if event in NAMES:
        _steps[-1].step(event)
    elif event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING:
        _steps[-1].step("open")


class _File:
    """A file whose writes are steps: one before, one at the half, one behind."""

    def __init__(self, file: BinaryIO, steps: Steps) -> None:
        self._file, self._steps = file, steps

    def write(self, data: Any) -> int:
        half = memoryview(data).nbytes // 2
        self._file.write(memoryview(data)[:half])
        self._file.flush()
        self._steps.step("half a write")
        self._file.write(memoryview(data)[half:])
        self._file.flush()
        self._steps.step("write")
        return memoryview(data).nbytes

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@contextmanager
def dying(
    at: int | None = None, *, really: bool = False, error: OSError | None = None
) -> Iterator[Steps]:
    """Die, or fail, at step ``at`` of what is done inside; without it only count."""
    if not _hooked:
        sys.addaudithook(_hook)  # it can never be taken away
        _hooked.append(True)
    steps = Steps(at, really=really, error=error)
    opened, synced = io.open, os.fsync

    def open_counted(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        stream = opened(file, mode, *args, **kwargs)
        writes = "b" in mode and any(letter in mode for letter in "wxa+")
        return _File(stream, steps) if writes else stream

    def fsync_counted(descriptor: int) -> None:
        steps.step("fsync")
        synced(descriptor)

    collects = gc.isenabled()
    gc.disable()
    io.open, os.fsync = open_counted, fsync_counted
    _steps.append(steps)
    try:
        yield steps
    finally:
        _steps.pop()
        if collects:
            gc.enable()
        io.open, os.fsync = opened, synced


def steps_of(action: Callable[[], object]) -> list[str]:
    """The names of the steps that ``action`` takes."""
    with dying() as steps:
        action()
    return steps.names
