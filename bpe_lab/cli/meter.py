"""Progress at a terminal: phase, bar, rate and time left, on stderr; nothing when piped."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from bpe_core.runtime.progress import Progress as Step

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Unit(NamedTuple):
    """The label of a phase, and its rate: ``per`` units counted are one ``name``."""

    doing: str
    name: str
    per: float


PHASES: Mapping[str, Unit] = {
    "download": Unit("fetching", "MB", 1e6),
    "compile": Unit("compiling, this once", "kernels", 1),
    "count": Unit("counting pre-tokens", "MB", 1e6),
    "sum": Unit("summing counts", "buckets", 1),
    "merge": Unit("merging", "merges", 1),
    "encode": Unit("encoding", "MB", 1e6),
    "decode": Unit("decoding", "million ids", 1e6),
    "write": Unit("writing", "MB", 1e6),
    "pages": Unit("opening pages", "pages", 1),
}


class Meter:
    """A callback that draws the progress of long work and records each phase's seconds."""

    def __init__(self, *, silent: bool = False) -> None:
        self.seconds: dict[str, float] = {}
        self._begun = 0.0
        self._phase = ""
        self._task: TaskID | None = None
        self._bars = None if silent or not at_terminal() else _bars()

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

    def _begin(self, step: Step, now: float) -> None:
        self._phase, self._begun = step.phase, now
        self._begun -= self.seconds.get(step.phase, 0.0)
        if self._bars is None:
            return
        if self._task is not None:
            self._bars.remove_task(self._task)
        unit = _unit(step.phase)
        self._task = self._bars.add_task(unit.doing, total=step.total, unit=unit[1:])


def at_terminal() -> bool:
    """Whether somebody sees stderr."""
    return sys.stderr.isatty()


def _bars() -> Progress:
    from bpe_lab.cli.bars import bars

    return bars()


def _unit(phase: str) -> Unit:
    return PHASES.get(phase, Unit(phase, "", 1))


def meter_of(out: Path | None) -> Meter:
    """For a command that writes to ``out``: silent if its results go to the screen."""
    return Meter(silent=out is None and sys.stdout.isatty())
