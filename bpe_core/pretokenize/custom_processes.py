"""Tasks of a custom pattern spread over processes, since `regex` holds Python's lock.

The processes are programs of their own, not forks or copies of this one: a user's script is not
run again, and no lock that another thread holds is copied. If none can be started, or one dies,
its tasks are done in this process.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

from bpe_core.errors import PatternError
from bpe_core.pretokenize.custom_tasks import Cut, Task, run

COMMAND = ("-P", "-m", "bpe_core.pretokenize.custom_child")


class Splitter:
    """A process that cuts one task at a time; falls back to this process if it fails."""

    def __init__(self) -> None:
        self.child = _started()
        self.task: Task | None = None

    def send(self, task: Task) -> None:
        """Start a task; the result of the one before must have been received."""
        self.task = task
        if self.child is not None and self.child.stdin is not None:
            try:
                pickle.dump(task, self.child.stdin, protocol=pickle.HIGHEST_PROTOCOL)
                self.child.stdin.flush()
            except OSError:
                self.end()

    def receive(self) -> Cut:
        """The result of the task. Raises what cutting it raised."""
        assert self.task is not None
        if self.child is not None and self.child.stdout is not None:
            try:
                answer: Cut | PatternError = pickle.load(self.child.stdout)
            except (OSError, EOFError, pickle.UnpicklingError):
                self.end()
            else:
                if isinstance(answer, PatternError):
                    raise answer
                return answer
        return run(self.task)

    def end(self) -> None:
        """Kill the process, whatever it is doing, and wait for its end."""
        if self.child is not None:
            self.child.kill()
            for pipe in (self.child.stdin, self.child.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self.child.wait()
            self.child = None


def _started() -> subprocess.Popen[bytes] | None:
    """A child with the same import path as this process; None where that is not possible.

    subtle: in a frozen program, ``sys.executable`` is that program and not Python.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    search_path = os.pathsep.join(str(Path(folder).absolute()) for folder in sys.path)
    try:
        return subprocess.Popen(
            (sys.executable, *COMMAND),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": search_path},
            start_new_session=True,  # an interrupt goes to this process, which ends it
        )
    except OSError:
        return None


def cut_in_processes(tasks: Iterator[Task], count: int) -> Generator[Cut, None, None]:
    """The result of each task, in order, from ``count`` processes.

    They have ended when this generator has: exhausted, by an error, or closed early.
    """
    splitters: list[Splitter] = []
    working: deque[Splitter] = deque()
    try:
        for task in tasks:
            if len(splitters) < count:
                splitter = Splitter()
                splitters.append(splitter)
            else:
                splitter = working.popleft()
                yield splitter.receive()
            splitter.send(task)
            working.append(splitter)
        for splitter in working:
            yield splitter.receive()
    finally:
        for splitter in splitters:
            splitter.end()
