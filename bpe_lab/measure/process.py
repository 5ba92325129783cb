"""A program run as a child: its environment, its lines, and that it ends when we say.

Nothing here waits without end: what the child writes is read by threads into bounded buffers,
so that the caller can look after other things in between, on every system. `environment` and
`kill` are for any program that is run as a child.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import monotonic

from bpe_lab.measure.endings import ProcessError
from bpe_lab.measure.guards import LIFELINE
from bpe_lab.measure.reasons import OUT_OF_MEMORY, Ending, Reason, one_line, problem_of

# What finding the interpreter and its language takes. Keys and tokens have other names.
PASSED = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "SYSTEMROOT",
)  # without it Windows opens no socket

LONGEST_LINE = 64_000_000  # bytes
CHUNK = 65_536  # bytes
WAITING_CHUNKS = 64  # then the child waits for us
LAST_ERRORS = 4096  # bytes of its stderr
# What compiled libraries, the system and an interpreter write last where memory runs out; no
# other sign of it comes from a process that they end.
NO_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate")
PATIENCE = 5.0  # seconds that a killed process may take to end
LEAVE = 0.2  # seconds more for its last output; something that it started may hold its pipes


def environment(home: str, names: Iterable[str] = ()) -> dict[str, str]:
    """What is passed on, and ``names``, in capitals or not; temporary files go to ``home``."""
    wanted = {*PASSED, *names}
    passed = {name: value for name, value in os.environ.items() if name.upper() in wanted}
    return passed | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), home)


def kill(child: subprocess.Popen[bytes]) -> None:
    """The program and what it has started, where the system keeps them together.

    subtle: some time after ``child`` was waited for, its number may be another's.
    """
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()


class Child:
    """A program that is spoken to by lines. Raises ``ProcessError`` where it cannot start."""

    def __init__(
        self, command: Sequence[str], *, home: str, variables: Mapping[str, str]
    ) -> None:
        lifeline, self._lifeline = os.pipe()
        can_pass = hasattr(os, "killpg")
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                start_new_session=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(variables) | ({LIFELINE: str(lifeline)} if can_pass else {}),
                cwd=home,
                pass_fds=[lifeline] if can_pass else [],
            )
        except BaseException as error:
            self._close_lifeline()
            if isinstance(error, OSError):
                reason = Reason(one_line(str(error)), problem_of(error))
                raise ProcessError(reason) from error
            raise
        finally:
            os.close(lifeline)
        self._chunks: Queue[bytes] = Queue(WAITING_CHUNKS)
        self._lines: list[bytes] = []  # whole ones, the next one last
        self._open = bytearray()  # the beginning of a line
        self._has_ended = False
        self._errors = b""  # the last of its stderr
        readers = (self._read_output, self._read_errors)
        self._readers = [Thread(target=reader, daemon=True) for reader in readers]
        for reader in self._readers:
            reader.start()

    def send(self, line: bytes) -> None:
        """Send a short line; a child that has ended does not get it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(line + b"\n")

    def line(self, seconds: float) -> bytes | None:
        """The next line that the child writes within so long, without its end.

        Raises ``ProcessError`` where it has ended, with the reason, or a line does not end.
        """
        until = monotonic() + seconds
        while not self._lines:
            if self._has_ended:
                raise ProcessError(self._exit_reason())
            try:
                self._take(self._chunks.get(timeout=max(0.0, until - monotonic())))
            except Empty:
                return None
        return self._lines.pop()

    def kill(self) -> None:
        """Make it end, with all that it has started; `reap` waits for that."""
        if self._process.returncode is None:
            kill(self._process)

    def reap(self) -> None:
        """Wait for the end of a killed child and close what belonged to it."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=PATIENCE)
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._close_lifeline()
        until = monotonic() + LEAVE
        while any(reader.is_alive() for reader in self._readers) and monotonic() < until:
            with suppress(Empty):  # a full queue would hold its reader
                self._chunks.get(timeout=0.005)

    def _close_lifeline(self) -> None:
        """Once."""
        lifeline, self._lifeline = self._lifeline, -1
        if lifeline >= 0:
            os.close(lifeline)

    def _take(self, chunk: bytes) -> None:
        """Add what was read to the lines; nothing: the end."""
        self._has_ended = not chunk
        first, *others = chunk.split(b"\n")
        self._open += first
        if len(self._open) > LONGEST_LINE:
            raise ProcessError(f"it said more than {LONGEST_LINE} bytes in one line")
        if others:
            self._lines = [*reversed(others[:-1]), bytes(self._open)]
            self._open = bytearray(others[-1])

    def _read_output(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe, suppress(OSError):
            while chunk := pipe.read(CHUNK):
                self._chunks.put(chunk)
        self._chunks.put(b"")

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as pipe, suppress(OSError):
            while chunk := pipe.read(CHUNK):
                self._errors = (self._errors + chunk)[-LAST_ERRORS:]

    def _exit_reason(self) -> Reason:
        """Why it ended: the last line of its stderr, else how."""
        self.kill()
        self.reap()
        lines = self._errors.decode("utf-8", "replace").splitlines()
        last = next((line for line in map(one_line, reversed(lines)) if line), "")
        if not last:
            return Reason.of(Ending("ended", {"code": self._process.returncode}))
        lacks_memory = any(sign in last for sign in NO_MEMORY)
        return Reason(last, OUT_OF_MEMORY if lacks_memory else None)


def end(children: Iterable[Child]) -> None:
    """End them all, at once."""
    ending = list(children)
    for child in ending:
        child.kill()
    for child in ending:
        child.reap()
