"""How far a training is, and what each of its phases took of time and memory."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from os import sysconf
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import NamedTuple

from bpe_core.progress import Progress

STATM = Path("/proc/self/statm")
PAUSE = 0.02  # seconds between two looks at the memory


class Span(NamedTuple):
    """A phase that is over: seconds, and the most bytes above the beginning of the work.

    ``done`` are the units that it went through.
    """

    phase: str
    seconds: float
    memory: int
    done: int


class Now(NamedTuple):
    """A moment of the work; never changes, so that a page can read it at any time."""

    phase: str
    done: int
    total: int | None
    since: float  # the clock when the phase began
    spans: tuple[Span, ...]

    @property
    def share(self) -> float:
        """Of the phase, from 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0

    def span(self, clock: float) -> Span:
        """The phase so far."""
        return Span(self.phase, clock - self.since, 0, self.done)

    def rate(self, clock: float) -> float:
        """Units a second so far."""
        return self.done / max(clock - self.since, 1e-9)

    def left(self, clock: float) -> float | None:
        """Seconds until the phase ends, at the pace so far; None: nothing tells."""
        if not (self.total and self.done):
            return None
        return (self.total - self.done) / self.rate(clock)


NOTHING = Now("", 0, None, 0.0, ())


@dataclass(slots=True)
class Meter:
    """Told by the thread that works; `now` is read by pages.

    >>> meter = Meter()
    >>> with meter:
    ...     meter.begin("count")
    ...     meter.told(Progress("count", 5, 5))
    ...     meter.told(Progress("merge", 1, 2))
    >>> [(span.phase, span.done) for span in meter.now.spans]
    [('count', 5), ('merge', 1)]
    """

    now: Now = NOTHING
    before: int = 0  # bytes in memory when the work began
    highest: int = 0  # since the phase began
    over: Event = field(default_factory=Event)

    def __enter__(self) -> Meter:
        self.before = self.highest = resident()
        Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._end()

    def begin(self, phase: str, total: int | None = None) -> None:
        """The phase before ends here."""
        self._end()
        self.highest = resident()
        self.now = Now(phase, 0, total, perf_counter(), self.now.spans)

    def told(self, progress: Progress) -> None:
        """What a long call says; a phase that was not begun begins."""
        if progress.phase != self.now.phase:
            self.begin(progress.phase)
        self.now = self.now._replace(done=progress.done, total=progress.total)

    def _end(self) -> None:
        now = self.now
        if not now.phase:
            return
        most = max(self.highest, resident()) - self.before
        span = Span(now.phase, perf_counter() - now.since, max(0, most), now.done)
        self.now = NOTHING._replace(spans=(*now.spans, span))

    def _watch(self) -> None:
        while not self.over.wait(PAUSE):
            self.highest = max(self.highest, resident())


def resident() -> int:
    """Bytes that this process has in memory; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(STATM.read_text().split()[1]) * sysconf("SC_PAGE_SIZE")
    return 0
