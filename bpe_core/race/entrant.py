"""One lane in a race: its process, the runs asked of it, and what their budget allows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from sysconfig import get_path
from threading import Event
from time import monotonic

import bpe_core
from bpe_core.race.answers import AnswerError, ClockTold, event_of, one_line
from bpe_core.race.endings import not_ready
from bpe_core.race.events import (
    LaneFailed,
    LaneReady,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Tally,
    TallyDone,
)
from bpe_core.race.process import Child, SpeechError, environment

TICK = 0.05  # seconds between two looks at `stop`
LOADING = 180.0  # seconds until a process is ready; it may have to compile
SETTING = 60.0  # seconds before the clock of a run starts, and for its answer behind it
GRACE = 0.5  # seconds beyond the budget in which a run may end by itself
MOST_REACHED = 50  # a second; more is no report but a flood
# Where compiled kernels are kept, and what a user may have set for a library's threads.
KNOWN = (
    *("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME", "LD_LIBRARY_PATH"),
    *("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"),
    *("TOKENIZERS_PARALLELISM", "PYTHONHASHSEED"),
)


class StoppedError(Exception):
    """The race was told to stop."""


@dataclass(slots=True)
class Entrant:
    """A lane that takes part, until it is ``out``.

    ``beaten_at`` is the size of which it did not one part within the budget; 0: none yet.
    """

    name: str
    command: Sequence[str]
    home: str
    budget: float
    stop: Event
    child: Child | None = None
    out: bool = False
    beaten_at: int = 0

    def start(self) -> Iterator[RaceEvent]:
        """Start its process, which loads; no event but `LaneFailed`."""
        knows = environment(self.home, KNOWN) | search_path()
        try:
            self.child = Child(
                [*self.command, self.home, self.name], home=self.home, knows=knows
            )
        except OSError as error:
            yield self._fails(str(error))

    def get_ready(self) -> Iterator[RaceEvent]:
        """Wait until its process, a new one where it has none, is ready."""
        if self.child is None:
            yield from self.start()
        if self.child is None:
            return
        event = self._next(RunStarted(self.name, 0, 0), monotonic() + LOADING)
        if event is None:
            event = LaneFailed(self.name, not_ready(LOADING))
        yield event if isinstance(event, LaneReady) else self._fails_by(event)

    def run(self, task: RunStarted) -> Iterator[RaceEvent]:
        """One run: it begins, what it reaches, its end."""
        if self.child is None:
            yield from self.get_ready()
        if self.child is None:
            return
        yield task
        event = self._next(task, monotonic())
        if event is not None:  # it has ended, or speaks without being asked
            yield self._fails_by(event)
            return
        self.child.say(request(task))
        yield from self._under_way(task)

    def _under_way(self, task: RunStarted) -> Iterator[RaceEvent]:
        """What a run reaches, and its end: done, cut or failed."""
        reached: list[Reached] = []
        clock: list[bool] = []
        until = monotonic() + SETTING
        while isinstance(event := self._next(task, until), Reached | ClockTold):
            if isinstance(event, ClockTold):
                clock.append(event.running)
                until = monotonic() + (self.budget + GRACE if event.running else SETTING)
            else:
                reached.append(event)
                yield event
            if not self._is_sound(reached, clock):
                event = LaneFailed(self.name, "what it reached does not ascend, or is a flood")
                break
        if event is None and clock == [True]:
            self.end()
            yield cut_run(task, reached)
        elif event is None:
            yield self._fails(f"it said nothing for {SETTING:.0f} s")
        elif isinstance(event, RunDone | TallyDone) and clock == [True, False]:
            yield event
        else:
            yield self._fails_by(event)

    def _is_sound(self, reached: Sequence[Reached], clock: Sequence[bool]) -> bool:
        """Whether a lane may say this: its clock starts, then stops; it ascends; no flood."""
        if list(clock) != [True, False][: len(clock)]:
            return False
        if len(reached) > MOST_REACHED * (self.budget + 1):
            return False
        return len(reached) < 2 or _ascend(reached[-2], reached[-1])

    def end(self) -> None:
        """End its process; the next run gets a fresh one."""
        if self.child is not None:
            self.child.kill()
            self.child.bury()
            self.child = None

    def _next(self, task: RunStarted, until: float) -> RaceEvent | None:
        """What it says next; None where ``until`` passes first. Raises ``StoppedError``."""
        assert self.child is not None
        while True:
            if self.stop.is_set():
                raise StoppedError
            left = until - monotonic()
            try:
                line = self.child.line(min(max(left, 0.0), TICK))
                if line is not None:
                    return event_of(line, task)
            except (SpeechError, AnswerError) as error:
                return LaneFailed(self.name, one_line(str(error)))
            if left <= 0:
                return None

    def _fails(self, reason: str) -> LaneFailed:
        self.end()
        self.out = True
        return LaneFailed(self.name, one_line(reason))

    def _fails_by(self, event: RaceEvent) -> LaneFailed:
        """It failed, or said something else than it was asked for."""
        if isinstance(event, LaneFailed):
            return self._fails(event.reason)
        return self._fails("it answered what it was not asked")


def request(task: RunStarted) -> bytes:
    """The line that asks for a run.

    >>> request(RunStarted("linked", 9, -1))
    b'{"do": "time", "size": 9, "number": -1}'
    """
    do = "count" if task.counted else "time"
    return json.dumps({"do": do, "size": task.size, "number": task.number}).encode()


def cut_run(task: RunStarted, reached: Sequence[Reached] = ()) -> RaceEvent:
    """A run that its budget ended, with what it had told by then."""
    if task.counted:
        return TallyDone(task.lane, Tally(task.lane, task.size, (), cut=True))
    told = [event for event in reached if event.done]
    done, at = tuple(event.done for event in told), tuple(event.at for event in told)
    return RunDone(task.lane, Run(task.lane, task.size, task.number, done, at, cut=True))


def search_path() -> dict[str, str]:
    """Where a new interpreter finds this very package; nothing where it is installed."""
    folder = Path(bpe_core.__file__).parents[1]
    return {} if folder == Path(get_path("purelib")) else {"PYTHONPATH": str(folder)}


def _ascend(first: Reached, last: Reached) -> bool:
    return first.done <= last.done and first.at <= last.at
