"""A race: every lane in a process of its own, one running at a time, reported as it goes.

Loading is not timed: a process lays the text in memory, reports ready and waits for its turn.
Then every heat runs, lane by lane in turn, last of all the counted runs. Libraries that use
several cores use them all: the machine is theirs while they run.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

from bpe_core.errors import EmptyTextError, FormatError, OptionError, UnknownNameError
from bpe_core.files import save
from bpe_core.model import BPEModel
from bpe_core.runtime.text import as_text
from bpe_lab.measure.process import end
from bpe_lab.measure.run import PYTHON
from bpe_lab.measure.session import session
from bpe_lab.measure.turns import turns
from bpe_lab.race.entrant import Entrant
from bpe_lab.race.events import (
    LaneAbsent,
    LaneLeftOut,
    RaceEnded,
    RaceEvent,
    RunDone,
    RunStarted,
    TallyDone,
)
from bpe_lab.race.heats import Cuts, heats, planned_runs
from bpe_lab.race.ladder import LANES
from bpe_lab.race.plan import RacePlan, plan_to_json

__all__ = ["heats", "planned_runs", "race"]

LANE = (*PYTHON, "-m", "bpe_lab.race.child")


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
    error in its consumer end all processes; with ``stop``, `RaceEnded` says so once nothing
    is left. ``command`` is what a lane's process runs, with a folder and the lane's name
    behind it. Raises ``UnknownNameError``, ``OptionError``, ``EmptyTextError``,
    ``NotUTF8Error``, ``LoneSurrogateError`` at once, and ``FormatError`` for a model that
    cannot be written.
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
        raise EmptyTextError
    stop = stop or Event()

    def runs(home: Path) -> Iterator[RaceEvent]:
        lay_out(home, plan, data, model)
        entrants = [Entrant(lane, command, str(home), plan.budget, stop) for lane in plan.lanes]
        try:
            yield from _race(plan, data, entrants)
        finally:
            end(entrant.child for entrant in entrants if entrant.child is not None)

    return session(runs, partial(RaceEnded, ""))


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


def lay_out(home: Path, plan: RacePlan, data: bytes, model: BPEModel | None) -> None:
    """Write what the lanes' processes read: ``text``, ``plan.json`` and ``model/``."""
    (home / "text").write_bytes(data)
    (home / "plan.json").write_text(plan_to_json(plan), "utf-8")
    if model is None:
        return
    model = replace(model, always=frozenset())  # a race is over texts in which none is special
    try:
        save(model, home / "model", format="gpt2")
    except FormatError:  # no list of merges gives its ids; a file of ranks has no pattern
        save(model, home / "model", format="huggingface")
