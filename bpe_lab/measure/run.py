"""One run from outside: its process is started, listened to by the clock, cut, and ended."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from sysconfig import get_path
from threading import Event
from time import monotonic

import bpe_core
from bpe_lab.measure.endings import CutError, MessageError, RunError, StoppedError
from bpe_lab.measure.messages import Clock, Message, Protocol, as_flag
from bpe_lab.measure.process import Child, end, environment
from bpe_lab.measure.reasons import Ending, Reason

TICK = 0.05  # seconds between two looks at `stop`
SETTING = 180.0  # seconds before the clock of a run starts, and for its answer behind it
PREPARING = 900.0  # seconds until what runs need is made
GRACE = 0.5  # seconds beyond the budget in which a run may end by itself
MOST_MESSAGES = 50  # a second; more is no report but a flood
# -P: what lies in the folder that it works in is not imported.
PYTHON = (sys.executable, "-P")
# Where compiled kernels are kept, and what a user may have set for a library's threads.
PASSED_ON = (
    *("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "LD_LIBRARY_PATH"),
    *("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"),
    *("TOKENIZERS_PARALLELISM", "PYTHONHASHSEED"),
)
THREADS = ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS")


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


def prepare_in_process(
    module: str, folder: Path, threads: int, stop: Event, *arguments: str
) -> None:
    """Have ``python -m module folder …`` make what runs need before any clock starts.

    Raises ``RunError``, ``StoppedError``.
    """
    command = [*PYTHON, "-m", module, str(folder), *arguments]
    protocol = Protocol(answers={"done": as_flag}, clocks=0)
    environment = variables(str(folder), threads)
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
