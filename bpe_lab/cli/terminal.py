"""A command at a terminal: its messages, the signals that end it, and its progress on stderr.

No bar is drawn where stderr is no terminal, and nothing here goes to stdout but by `console`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Timer
from time import perf_counter
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol, TypeVar

import typer

from bpe_core.runtime.progress import OnProgress, Phase
from bpe_core.runtime.progress import Progress as Step
from bpe_core.warm import is_warm, warm

if TYPE_CHECKING:  # `rich` takes a tenth of a second, which short work does not wait for
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, TaskID

NAME = "bpe-lab"
FAILED = 1
AGAIN = 0.05  # seconds
A_SECOND = 2  # runs are drawn so often: it takes time from nobody


class Unit(NamedTuple):
    """The label of a phase, and its rate: ``per`` units counted are one ``name``."""

    doing: str
    name: str = ""
    per: float = 1


PHASES: Mapping[str, Unit] = {
    "download": Unit("fetching", "MB", 1e6),
    "compile": Unit("compiling, this once", "kernels"),
    "count": Unit("counting pre-tokens", "MB", 1e6),
    "sum": Unit("summing counts", "buckets"),
    "merge": Unit("merging", "merges"),
    "encode": Unit("encoding", "MB", 1e6),
    "decode": Unit("decoding", "million ids", 1e6),
    "write": Unit("writing", "MB", 1e6),
    "pages": Unit("opening pages", "pages"),
}


def say(message: str) -> None:
    """Print ``message`` to stderr as one line, whatever it contains."""
    sys.stderr.write(f"{NAME}: {' '.join(message.split())}\n")


def refuse(message: str, code: int = FAILED) -> NoReturn:
    """Print why the work cannot be done, and end the command."""
    say(message)
    raise typer.Exit(code)


def console(*, stderr: bool = False) -> Console:
    """Where results are drawn: the only place that waits for `rich`, beside the bars."""
    from rich.console import Console

    return Console(stderr=stderr)


class Stopped(SystemExit):
    """The command was asked to end; its code is the shell's."""


@dataclass(slots=True)
class Stop:
    """Set once the shell or the user has asked to end; ``code`` is the exit code then.

    ``heeded``: a race is running, which checks ``event``.
    """

    event: Event = field(default_factory=Event)
    code: int = 0
    heeded: bool = False


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Ctrl-C and a request to end leave nothing behind.

    They raise `Stopped`, so that everything open is closed and deleted on the way out; during
    a race they set `Stop`, and raise only the second time.
    """
    stop = Stop()

    def note(number: int, frame: FrameType | None) -> None:
        at_once = stop.event.is_set() or not stop.heeded
        stop.code = 128 + number
        stop.event.set()
        if at_once:
            raise Stopped(stop.code)

    def again(lost: sys.UnraisableHookArgs) -> None:
        """subtle: if the signal comes while a library calls back into Python (as llvmlite does
        to load code), the exception is lost and reported here; so send the signal again.
        """
        if not isinstance(lost.exc_value, Stopped):
            previous_hook(lost)
            return
        repeat = Timer(AGAIN, os.kill, (os.getpid(), stop.code - 128))
        repeat.daemon = True
        repeat.start()

    previous_hook, sys.unraisablehook = sys.unraisablehook, again
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        sys.unraisablehook = previous_hook
        for number, handler in before.items():
            signal.signal(number, handler)


def exit_stopped(stop: Stop, after: str = "") -> NoReturn:
    """End the command that was asked to stop, ``after`` so much was done."""
    sys.stderr.write(f"stopped{after}; nothing is left running\n")
    raise typer.Exit(stop.code)


def bars(*columns: ProgressColumn | str, per_second: float) -> Progress:
    """What is done, a bar and ``columns``, gone when they end; nothing where nobody sees it."""
    from rich.progress import BarColumn, Progress

    screen = console(stderr=True)
    return Progress(
        *("{task.description}", BarColumn(), *columns),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
        refresh_per_second=per_second,
    )


class Meter:
    """A callback that draws the progress of long work and records each phase's seconds."""

    def __init__(self, *, silent: bool = False) -> None:
        self.seconds: dict[str, float] = {}
        self._begun = 0.0
        self._phase = ""
        self._task: TaskID | None = None
        self._bars = None if silent or not at_terminal() else _phase_bars()

    def __enter__(self) -> Meter:
        if self._bars is not None:
            self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bars is not None:
            self._bars.stop()

    def __call__(self, step: Step) -> None:
        """Take a report; the first one of a phase starts its clock and its bar."""
        now = perf_counter()
        if step.phase != self._phase:
            self._begin(step, now)
        self.seconds[step.phase] = now - self._begun
        if self._bars is not None and self._task is not None:
            self._bars.update(self._task, completed=step.done, total=step.total)
            self._bars.update(self._task, rate=_rate(self._bars, unit_of(step.phase)))

    def _begin(self, step: Step, now: float) -> None:
        self._phase, self._begun = step.phase, now
        self._begun -= self.seconds.get(step.phase, 0.0)
        if self._bars is None:
            return
        if self._task is not None:
            self._bars.remove_task(self._task)
        doing = unit_of(step.phase).doing
        self._task = self._bars.add_task(doing, total=step.total, rate="")


def meter_of(out: Path | None) -> Meter:
    """For a command that writes to ``out``: silent if its results go to the screen."""
    return Meter(silent=out is None and sys.stdout.isatty())


def at_terminal() -> bool:
    """Whether somebody sees stderr."""
    return sys.stderr.isatty()


def unit_of(phase: str) -> Unit:
    """What a phase counts in; one that is not known is called by its name."""
    return PHASES.get(phase, Unit(phase))


def _phase_bars() -> Progress:
    """A phase with its share, rate and time left."""
    from rich.progress import TaskProgressColumn, TimeRemainingColumn

    rate = "{task.fields[rate]}"
    return bars(TaskProgressColumn(), rate, TimeRemainingColumn(), per_second=4)


def _rate(progress: Progress, unit: Unit) -> str:
    """Units per second, recently, of the only phase that is drawn."""
    (task,) = progress.tasks
    speed = task.finished_speed or task.speed
    return f"{speed / unit.per:,.3g} {unit.name}/s" if speed else ""


def compile_first(on_progress: OnProgress, *parts: str) -> None:
    """Compile the kernels of ``parts`` (see `warm`) unless some process has done so.

    It is a phase of its own, so that it adds to no other phase's time.
    """
    if not is_warm(parts):
        phase = Phase(on_progress, "compile", None)
        warm(parts)
        phase.finished(0)


AnyEvent = TypeVar("AnyEvent")


class Counts(Protocol):
    """What all standings have."""

    runs_done: int


Standing = TypeVar("Standing", bound=Counts)


def fold_all(
    standing: Standing,
    events: Iterable[AnyEvent],
    apply: Callable[[Standing, AnyEvent], object],
    stop: Stop,
    *,
    first: str,
    total: int,
    doing: Callable[[AnyEvent], str | None],
    line: Callable[[AnyEvent], str | None] | None = None,
) -> Standing:
    """Run to the end: a bar on stderr where that is a terminal, else the lines of events.

    A race, a benchmark and a comparison are each a generator of ``events`` and a ``standing``
    that folds them. The bar says ``first``, then what ``doing`` says of an event; None: what it
    said before.
    """
    from rich.progress import MofNCompleteColumn, TimeElapsedColumn

    columns = MofNCompleteColumn(), TimeElapsedColumn()
    stop.heeded = True
    try:
        with bars(*columns, per_second=A_SECOND) as bar:
            runs = bar.add_task(first, total=total)
            for event in events:
                apply(standing, event)
                bar.update(runs, completed=standing.runs_done, description=doing(event))
                if line and not bar.console.is_terminal and (text := line(event)):
                    sys.stderr.write(f"{text}\n")
    finally:
        stop.heeded = False
    return standing
