"""One lane in a race: its process, the runs asked of it, and what their budget allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from bpe_lab.measure.endings import CutError, MessageError, RunError
from bpe_lab.measure.messages import Clock, Protocol
from bpe_lab.measure.process import Child
from bpe_lab.measure.run import is_silent, messages, variables
from bpe_lab.race.events import (
    LaneFailed,
    RaceEvent,
    Reached,
    RunStarted,
)
from bpe_lab.race.lane_messages import cut_run, protocol_of, readiness_of, request

LOADING = 180.0  # seconds until a process is ready; it may have to compile
SETTING = 60.0  # seconds before the clock of a run starts, and for its answer behind it


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
        command = [*self.command, self.home, self.name]
        try:
            self.child = Child(command, home=self.home, variables=variables(self.home))
        except RunError as error:
            yield self._fail(error)

    def get_ready(self) -> Iterator[RaceEvent]:
        """Wait until its process, a new one where it has none, is ready."""
        if self.child is None:
            yield from self.start()
        if self.child is None:
            return
        try:
            yield from self._messages(readiness_of(self.name), LOADING)
        except RunError as error:
            yield self._fail(error)

    def run(self, task: RunStarted) -> Iterator[RaceEvent]:
        """One run: it begins, what it reaches, its end."""
        if self.child is None:
            yield from self.get_ready()
        if self.child is None:
            return
        yield task
        reached: list[Reached] = []
        try:
            if not is_silent(self.child, self.stop):
                raise MessageError("it answered what it was not asked")
            self.child.send(request(task))
            for event in self._messages(protocol_of(task), SETTING):
                if isinstance(event, Reached):
                    reached.append(event)
                    if not _ascend(reached[-2:]):
                        raise MessageError("what it reached does not ascend")
                yield event
        except CutError:
            self.end()
            yield cut_run(task, reached)
        except RunError as error:
            yield self._fail(error)

    def end(self) -> None:
        """End its process; the next run gets a fresh one."""
        if self.child is not None:
            self.child.kill()
            self.child.reap()
            self.child = None

    def _messages(self, protocol: Protocol[RaceEvent], setting: float) -> Iterator[RaceEvent]:
        """What it says of the race, its clock left out."""
        assert self.child is not None
        heard = messages(self.child, protocol, self.stop, budget=self.budget, setting=setting)
        return (message for message in heard if not isinstance(message, Clock))

    def _fail(self, error: RunError) -> LaneFailed:
        self.end()
        self.out = True
        return LaneFailed(self.name, error.reason)


def _ascend(events: Sequence[Reached]) -> bool:
    """Whether the last two go on in time."""
    first, last = events[0], events[-1]
    return first.done <= last.done and first.at <= last.at
