"""A run from outside: its process is started, listened to by the clock, cut, and ended.

Nothing here waits without end: what the child writes is read by threads into bounded buffers,
so that the caller can look after other things in between, on every system. `environment` and
`kill` are for any program that is run as a child.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from sysconfig import get_path
from threading import Event, Thread
from time import monotonic

import bpe_core
from bpe_lab.measure.frame import Cut, Failed, Task
from bpe_lab.measure.guards import LIFELINE
from bpe_lab.measure.messages import Clock, Message, Protocol
from bpe_lab.measure.reasons import (
    OUT_OF_MEMORY,
    CutError,
    Ending,
    MessageError,
    ProcessError,
    Reason,
    RunError,
    StoppedError,
    one_line,
    problem_of,
)

TICK = 0.05  # seconds between two looks at `stop`
SETTING = 180.0  # seconds before the clock of a run starts, and for its answer behind it
PREPARING = 900.0  # seconds until what runs need is made
GRACE = 0.5  # seconds beyond the budget in which a run may end by itself
MOST_MESSAGES = 50  # a second; more is no report but a flood
# -P: what lies in the folder that it works in is not imported.
PYTHON = (sys.executable, "-P")
LONGEST_LINE = 64_000_000  # bytes
CHUNK = 65_536  # bytes
WAITING_CHUNKS = 64  # then the child waits for us
LAST_ERRORS = 4096  # bytes of its stderr
# What compiled libraries, the system and an interpreter write last where memory runs out; no
# other sign of it comes from a process that they end.
NO_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate")
PATIENCE = 5.0  # seconds that a killed process may take to end
LEAVE = 0.2  # seconds more for its last output; something that it started may hold its pipes

# What finding the interpreter and its language takes. Keys and tokens have other names.
# Without SYSTEMROOT Windows opens no socket.
PASSED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT")
# Where compiled kernels are kept, and what a user may have set for a library's threads.
PASSED_ON = (
    *("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "LD_LIBRARY_PATH"),
    *("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"),
    *("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"),
    *("TOKENIZERS_PARALLELISM", "PYTHONHASHSEED"),
)
THREADS = ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")


def command_of(work: str, folder: Path, *arguments: str) -> list[str]:
    """What a child of ours runs: ``work``, ``module:function``, see `child.py`."""
    return [*PYTHON, "-m", "bpe_lab.measure.child", work, str(folder), *arguments]


def run_process(
    command: Sequence[str],
    environment: Mapping[str, str],
    protocol: Protocol[Message],
    stop: Event,
    *,
    home: Path,
    budget: float = 0.0,
    setting: float = SETTING,
    running: bool = False,
) -> Iterator[Message | Clock]:
    """`messages` of a process of its own, which has ended when they have."""
    child = Child(command, home=str(home), variables=environment)
    try:
        yield from messages(
            child, protocol, stop, budget=budget, setting=setting, running=running
        )
    finally:
        end([child])


def run_task(
    task: Task,
    command: Sequence[str],
    environment: Mapping[str, str],
    protocol: Protocol[Message],
    stop: Event,
    *,
    home: Path,
    budget: float,
    running: bool = False,
) -> Iterator[Message | Clock | Cut[Task] | Failed[Task]]:
    """`messages` of a process of its own; where it does not answer, the event of that is last.

    Raises ``StoppedError``.
    """
    try:
        yield from run_process(
            command, environment, protocol, stop, home=home, budget=budget, running=running
        )
    except CutError:
        yield Cut(task, budget)
    except RunError as error:
        yield Failed(task, error.reason)


def prepare_in_process(
    work: str, folder: Path, threads: int, stop: Event, *arguments: str
) -> None:
    """Have ``work`` make in a child what runs need, before any clock starts.

    Raises ``RunError``, ``StoppedError``.
    """
    protocol: Protocol[bool] = Protocol(answers={"done": bool}, clocks=0, form="pickle")
    command, environment = command_of(work, folder, *arguments), variables(str(folder), threads)
    for _ in run_process(command, environment, protocol, stop, home=folder, setting=PREPARING):
        pass


def messages(
    child: Child,
    protocol: Protocol[Message],
    stop: Event,
    *,
    budget: float = 0.0,
    setting: float = SETTING,
    running: bool = False,
) -> Iterator[Message | Clock]:
    """What a run says until its answer, which comes last.

    Its clock may run for ``budget`` seconds each time; before and behind, ``setting`` seconds
    may pass without its answer. ``running``: it runs from the start of the process.

    Raises ``CutError`` where the budget passes, ``RunError`` where the run comes to nothing,
    ``StoppedError`` where ``stop`` is set.
    """
    starts, steps = int(running), 0
    until = monotonic() + (budget + GRACE if running else setting)
    while True:
        line = _line(child, until, stop)
        if line is None:
            raise CutError if running else RunError(_silence(setting, starts))
        message, is_answer = protocol.message(line)
        if isinstance(message, Clock):
            starts += message.running
            if message.running == running or starts > protocol.clocks:
                raise MessageError("its clock does not start and stop in turn")
            running = message.running
            until = monotonic() + (budget + GRACE if running else setting)
        elif is_answer and (running or starts != protocol.clocks):
            raise MessageError("it answered what it was not asked")
        steps += 1
        if steps > MOST_MESSAGES * (budget + 1):
            raise MessageError("its messages are a flood")
        yield message
        if is_answer:
            return


def is_silent(child: Child, stop: Event) -> bool:
    """Whether it says nothing now; raises ``ProcessError`` where it has ended."""
    return _line(child, monotonic(), stop) is None


def _line(child: Child, until: float, stop: Event) -> bytes | None:
    """Its next line; None where ``until`` passes first."""
    while True:
        if stop.is_set():
            raise StoppedError
        left = until - monotonic()
        line = child.line(min(max(left, 0.0), TICK))
        if line is not None or left <= 0:
            return line


def _silence(setting: float, starts: int) -> Reason:
    if starts:
        return Reason.of(f"it said nothing for {setting:.0f} s")
    return Reason.of(Ending("not_ready", {"seconds": round(setting)}))


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


def kill(child: subprocess.Popen[bytes]) -> None:
    """The program and what it has started, where the system keeps them together.

    subtle: some time after ``child`` was waited for, its number may be another's.
    """
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()


def variables(home: str, threads: int | None = None) -> dict[str, str]:
    """The environment of a process that measures; None: as many threads as it likes."""
    passed = environment(home, PASSED_ON) | search_path()
    if threads is None:
        return passed
    return passed | dict.fromkeys(THREADS, str(threads)) | {"TOKENIZERS_PARALLELISM": "true"}


def search_path() -> dict[str, str]:
    """Where a new interpreter finds this very package; nothing where it is installed."""
    folder = Path(bpe_core.__file__).parents[1]
    return {} if folder == Path(get_path("purelib")) else {"PYTHONPATH": str(folder)}


def environment(home: str, names: Iterable[str] = ()) -> dict[str, str]:
    """What is passed on, and ``names``, in capitals or not; temporary files go to ``home``."""
    wanted = {*PASSED, *names}
    passed = {name: value for name, value in os.environ.items() if name.upper() in wanted}
    return passed | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), home)
