"""Tasks of a custom pattern spread over processes, since `regex` keeps Python's lock.

The processes are programs of their own, not forks or copies of this one: no script of a user's
is run once more, and no lock that another thread holds is copied. Where none can be started, or
one dies, its tasks are done here.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress

from bpe_core.errors import PatternError
from bpe_core.pretokenize.custom_tasks import Cut, Task, run

COMMAND = ("-P", "-m", "bpe_core.pretokenize.custom_child")


class Splitter:
    """A process that cuts one task at a time; this process, where it cannot be spoken to."""

    def __init__(self) -> None:
        self.child = _started()
        self.task: Task | None = None

    def send(self, task: Task) -> None:
        """Begin with a task, once the one before has been received."""
        self.task = task
        if self.child is not None and self.child.stdin is not None:
            try:
                pickle.dump(task, self.child.stdin, protocol=pickle.HIGHEST_PROTOCOL)
                self.child.stdin.flush()
            except OSError:
                self.end()

    def receive(self) -> Cut:
        """What the task has become. Raises what cutting it raised."""
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
        """End the process, whatever it is doing, and wait for that."""
        if self.child is not None:
            self.child.kill()
            for pipe in (self.child.stdin, self.child.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            self.child.wait()
            self.child = None


def _started() -> subprocess.Popen[bytes] | None:
    """A child that finds what this process finds; None where that is not possible.

    subtle: in a frozen program, ``sys.executable`` is that program and no Python.
    """
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    found = os.pathsep.join(os.path.abspath(place) for place in sys.path)  # noqa: PTH100  # "" too
    try:
        return subprocess.Popen(
            (sys.executable, *COMMAND),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": found},
            start_new_session=True,  # an interrupt is for us, who end it then
        )
    except OSError:
        return None


def cut_in_processes(tasks: Iterator[Task], count: int) -> Generator[Cut, None, None]:
    """What each task has become, in order, by ``count`` processes.

    They have ended when this generator has: at its end, by an error, or closed before.
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
