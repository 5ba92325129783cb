"""A race: every lane in a process of its own, one running at a time, reported as it goes.

Loading is not timed: a process lays the text in memory, reports ready and waits for its turn.
Then every heat runs, lane by lane in turn, last of all the counted runs. Libraries that use
several cores use them all: the machine is theirs while they run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from bpe_core.errors import FormatError, InputError, OptionError, UnknownNameError
from bpe_core.files import save
from bpe_core.model import BPEModel
from bpe_core.runtime.text import as_text
from bpe_lab.measure.frame import Ended, session, turns
from bpe_lab.measure.guards import pickled
from bpe_lab.measure.messages import Clock, Protocol
from bpe_lab.measure.process import PYTHON, Child, end, is_silent, messages, variables
from bpe_lab.measure.reasons import CutError, MessageError, RunError
from bpe_lab.race.plan import LANES, RacePlan, heats
from bpe_lab.race.standing import (
    LaneAbsent,
    LaneEvent,
    LaneFailed,
    LaneLeftOut,
    LaneReady,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Tally,
    TallyDone,
)

LOADING = 180.0  # seconds until a process is ready; it may have to compile
SETTING = 60.0  # seconds before the clock of a run starts, and for its answer behind it
MOST_CUT_RUNS = 3  # enough for quartiles
LANE = (*PYTHON, "-m", "bpe_lab.measure.child", "bpe_lab.race.lane:lane")


def race(
    plan: RacePlan,
    text: str | bytes,
    *,
    model: BPEModel | None = None,
    stop: Event | None = None,
    command: Sequence[str] = LANE,
) -> Generator[RaceEvent, None, None]:
    """Race the lanes of ``plan`` over ``text``; lanes that encode do so with ``model``.

    What goes wrong in a lane is an event. Setting ``stop``, closing the generator and an
    error in its consumer end all processes; with ``stop``, `Ended` says so once nothing
    is left. ``command`` is what a lane's process runs, with a folder and the lane's name
    behind it. Raises ``UnknownNameError``, ``OptionError``, ``InputError("empty_text")``,
    ``NotUTF8Error``, ``InputError("lone_surrogate")`` at once, and ``FormatError`` for a model
    that cannot be written.
    """
    for lane in plan.lanes:
        if lane not in LANES:
            raise UnknownNameError.among("lane", lane, LANES)
        if LANES[lane].work != plan.work:
            raise OptionError(name="lanes", value=lane, rule=f"lanes that {plan.work}")
    if plan.work == "encode" and model is None:
        raise OptionError(name="model", value=None, rule="lanes that encode need a model")
    data = as_text(text).encode()
    if not data:
        raise InputError("empty_text")
    stop = stop or Event()

    def runs(home: Path) -> Iterator[RaceEvent]:
        lay_out(home, data, model)
        entrants = [Entrant(lane, command, str(home), plan.budget, stop) for lane in plan.lanes]
        try:
            yield from _race(plan, data, entrants)
        finally:
            end(entrant.child for entrant in entrants if entrant.child is not None)

    return session(plan, runs, Ended)


def _race(plan: RacePlan, data: bytes, entrants: Sequence[Entrant]) -> Iterator[RaceEvent]:
    yield from _assemble(entrants)
    for size in heats(plan, data):
        yield from _heat(plan, entrants, size)
    if plan.counting:
        for size in heats(plan, data):
            yield from _count(entrants, size)


def _assemble(entrants: Sequence[Entrant]) -> Iterator[RaceEvent]:
    """All processes load at the same time; the race begins when the last one is ready."""
    for entrant in entrants:
        if LANES[entrant.name].is_installed:
            yield from entrant.start()
        else:
            entrant.out = True
            yield LaneAbsent(entrant.name, LANES[entrant.name].library)
    for entrant in entrants:
        if not entrant.out:
            yield from entrant.get_ready()


def _heat(plan: RacePlan, entrants: Sequence[Entrant], size: int) -> Iterator[RaceEvent]:
    """The timed runs over the first ``size`` bytes.

    A lane that was cut with nothing done takes no part in larger heats and is reported as left
    out.
    """
    for entrant in entrants:
        if entrant.beaten_at and not entrant.out:
            yield LaneLeftOut(entrant.name, size, entrant.beaten_at)
    fit = [entrant for entrant in entrants if not entrant.beaten_at]
    cuts = Cuts()
    for number, entrant in turns(fit, repeats=plan.repeats, warm_ups=plan.warm_ups):
        if entrant.out or cuts.leave_out(entrant.name, number):
            continue
        for event in entrant.run(RunStarted(entrant.name, size, number)):
            if isinstance(event, RunDone):
                cuts.note(event.run)
            yield event
        if entrant.name in cuts.beaten:
            entrant.beaten_at = size


def _count(entrants: Sequence[Entrant], size: int) -> Iterator[RaceEvent]:
    """The counted runs over the first ``size`` bytes, of the lanes that can be counted.

    What was cut with nothing done, timed or counted, is not tried on as much or more.
    """
    for entrant in entrants:
        beaten = 0 < entrant.beaten_at <= size
        if entrant.out or beaten or not LANES[entrant.name].fine:
            continue
        for event in entrant.run(RunStarted(entrant.name, size, 0, counted=True)):
            if isinstance(event, TallyDone) and not event.tally.items:
                entrant.beaten_at = size
            yield event


def lay_out(home: Path, data: bytes, model: BPEModel | None) -> None:
    """Write what the lanes' processes read: ``text`` and ``model/``."""
    (home / "text").write_bytes(data)
    if model is None:
        return
    model = replace(model, always=frozenset())  # a race is over texts in which none is special
    try:
        save(model, home / "model", format="gpt2")
    except FormatError:  # no list of merges gives its ids; a file of ranks has no pattern
        save(model, home / "model", format="huggingface")


@dataclass(slots=True)
class Cuts:
    """Which runs of a heat are left out after cut ones, so that a race ends.

    A cut warm-up is the lane's last. A timed run that was cut with not one part done is not
    repeated; otherwise a lane has at most three cut runs, enough for quartiles.
    """

    warm_ups: set[str] = field(default_factory=set)
    runs: Counter[str] = field(default_factory=Counter)
    beaten: set[str] = field(default_factory=set)

    def note(self, run: Run) -> None:
        """Take a run into account."""
        if run.cut and run.number < 0:
            self.warm_ups.add(run.lane)
        elif run.cut:
            self.runs[run.lane] += 1
            if not run.done:
                self.beaten.add(run.lane)

    def leave_out(self, lane: str, number: int) -> bool:
        """Whether this run is not made."""
        if number < 0:
            return lane in self.warm_ups
        return lane in self.beaten or self.runs[lane] >= MOST_CUT_RUNS


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

    def start(self) -> Iterator[LaneEvent]:
        """Start its process, which loads; no event but `LaneFailed`."""
        command = [*self.command, self.home, self.name]
        try:
            self.child = Child(command, home=self.home, variables=variables(self.home))
        except RunError as error:
            yield self._fail(error)

    def get_ready(self) -> Iterator[LaneEvent]:
        """Wait until its process, a new one where it has none, is ready."""
        if self.child is None:
            yield from self.start()
        if self.child is None:
            return
        try:
            ready = {"ready": partial(LaneReady, self.name)}
            yield from self._messages(Protocol(answers=ready, clocks=0, form="pickle"), LOADING)
        except RunError as error:
            yield self._fail(error)

    def run(self, task: RunStarted) -> Iterator[LaneEvent]:
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
            self.child.send(pickled((task.counted, task.size, task.number)))
            for event in self._messages(protocol_of(task), SETTING):
                if isinstance(event, Reached):
                    reached.append(event)
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

    def _messages(self, protocol: Protocol[LaneEvent], setting: float) -> Iterator[LaneEvent]:
        """What it says of the race, its clock left out."""
        assert self.child is not None
        heard = messages(self.child, protocol, self.stop, budget=self.budget, setting=setting)
        return (message for message in heard if not isinstance(message, Clock))

    def _fail(self, error: RunError) -> LaneFailed:
        self.end()
        self.out = True
        return LaneFailed(self.name, error.reason)


def protocol_of(task: RunStarted) -> Protocol[LaneEvent]:
    """The messages of a lane while ``task`` is under way, see `lane`.

    >>> protocol = protocol_of(RunStarted("linked", size=9, number=0))
    >>> protocol.message(pickled({"reached": (2, 1500)}))
    (Reached(lane='linked', size=9, number=0, done=2, at=1500), False)
    """
    lane, size, number = task.lane, task.size, task.number

    def run(value: tuple[Any, ...]) -> LaneEvent:
        *fields, result, digest = value
        return RunDone(lane, Run(lane, size, number, *fields), result, digest)

    def tally(value: tuple[Any, ...]) -> LaneEvent:
        *fields, result = value
        return TallyDone(lane, Tally(lane, size, *fields), result)

    return Protocol(
        answers={"tally": tally} if task.counted else {"run": run},
        steps={"reached": lambda value: Reached(lane, size, number, *value)},
        form="pickle",
    )


def cut_run(task: RunStarted, reached: Sequence[Reached]) -> LaneEvent:
    """A run that its budget ended, with what it had reached by then."""
    lane, size = task.lane, task.size
    if task.counted:
        return TallyDone(lane, Tally(lane, size, (), cut=True))
    parts = [event for event in reached if event.done]
    done, at = tuple(event.done for event in parts), tuple(event.at for event in parts)
    return RunDone(lane, Run(lane, size, task.number, done, at, cut=True))
