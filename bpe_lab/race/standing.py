"""Where a race stands: the fold over its events, and the check that all made the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from bpe_lab.measure.reasons import Reason
from bpe_lab.race.events import (
    LaneAbsent,
    LaneFailed,
    LaneLeftOut,
    LaneReady,
    Pair,
    RaceEnded,
    RaceEvent,
    Reached,
    Run,
    RunDone,
    RunStarted,
    Tally,
    TallyDone,
)
from bpe_lab.race.plan import RacePlan

State: TypeAlias = Literal["waiting", "ready", "running", "done", "absent", "failed"]


class Untold(NamedTuple):
    """A run that did ``parts`` parts and sent a digest of them instead of its result."""

    size: int
    parts: int
    digest: str


@dataclass(slots=True)
class LaneStanding:
    """All that is known of a lane; ``reached`` is the run under way."""

    name: str
    state: State = "waiting"
    reason: Reason = field(
        default_factory=Reason
    )  # why it failed, or the library that is absent
    versions: Mapping[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    left_out: Mapping[int, int] = field(default_factory=dict)  # size not run: where beaten
    tallies: dict[int, Tally] = field(default_factory=dict)  # by size
    results: dict[int, tuple[Pair, ...]] = field(default_factory=dict)  # the longest, by size
    digests: dict[int, set[str]] = field(default_factory=dict)  # of whole runs, by size
    contradicted: frozenset[int] = frozenset()  # sizes at which two results differ
    ends: frozenset[tuple[int, int]] = frozenset()  # size, and the parts of a run not cut
    untold: tuple[Untold, ...] = ()  # runs of which only a digest was sent
    started: RunStarted | None = None
    reached: list[Reached] = field(default_factory=list)

    def runs_of(self, size: int) -> list[Run]:
        """The timed runs of a heat, in order."""
        return [run for run in self.runs if run.size == size]

    def is_cut(self, size: int) -> bool:
        """Whether a run of this heat was ended by its budget."""
        return any(run.cut for run in self.runs_of(size))


@dataclass(slots=True)
class Standing:
    """A race so far. ``sizes`` are its heats in bytes, as they were really cut.

    ``others`` are the cores that other programs took meanwhile, as in `RaceEnded`.
    ``runs_done`` of ``runs_planned`` counts timed and counted runs, warm-ups included.
    """

    plan: RacePlan
    sizes: tuple[int, ...]
    lanes: dict[str, LaneStanding]
    runs_done: int = 0
    ended: bool = False
    cancelled: bool = False
    others: float | None = None

    @classmethod
    def before(cls, plan: RacePlan, sizes: tuple[int, ...]) -> Standing:
        """The standing at the start."""
        return cls(plan, sizes, {name: LaneStanding(name) for name in plan.lanes})


def apply(standing: Standing, event: RaceEvent) -> None:
    """Note in ``standing`` what ``event`` reports."""
    _CHANGES[type(event)](standing, event)


def _ready(standing: Standing, event: LaneReady) -> None:
    lane = standing.lanes[event.lane]
    lane.state, lane.versions = "ready", event.versions


def _absent(standing: Standing, event: LaneAbsent) -> None:
    lane = standing.lanes[event.lane]
    lane.state, lane.reason = "absent", Reason(event.library)


def _failed(standing: Standing, event: LaneFailed) -> None:
    lane = standing.lanes[event.lane]
    lane.state, lane.reason = "failed", event.reason
    lane.started, lane.reached = None, []


def _left_out(standing: Standing, event: LaneLeftOut) -> None:
    lane = standing.lanes[event.lane]
    lane.left_out = {**lane.left_out, event.size: event.beaten_at}


def _started(standing: Standing, event: RunStarted) -> None:
    lane = standing.lanes[event.lane]
    lane.state, lane.started, lane.reached = "running", event, []


def _reached(standing: Standing, event: Reached) -> None:
    standing.lanes[event.lane].reached.append(event)


def _run_done(standing: Standing, event: RunDone) -> None:
    lane, run = standing.lanes[event.lane], event.run
    lane.state, lane.started, lane.reached = "ready", None, []
    standing.runs_done += 1
    if run.number >= 0:
        lane.runs.append(run)
    if run.done and not run.cut:
        lane.ends |= {(run.size, run.done[-1])}
    if event.result:
        _compare(lane, run.size, event.result)
    elif event.digest and run.done:
        lane.untold += (Untold(run.size, run.done[-1], event.digest),)
    if event.digest and not run.cut:
        lane.digests.setdefault(run.size, set()).add(event.digest)


def _tally_done(standing: Standing, event: TallyDone) -> None:
    lane, size = standing.lanes[event.lane], event.tally.size
    lane.state, lane.started, lane.reached = "ready", None, []
    lane.tallies[size] = event.tally
    if event.result:
        _compare(lane, size, event.result)
    if not event.tally.cut and standing.plan.work == "train":  # encoders send digests only
        lane.ends |= {(size, len(event.result) or len(event.tally.items) - 2)}
    standing.runs_done += 1


def _compare(lane: LaneStanding, size: int, result: tuple[Pair, ...]) -> None:
    """Keep the longer result; one that does not begin with the shorter contradicts it."""
    shorter, longer = sorted((lane.results.get(size, ()), result), key=len)
    if longer[: len(shorter)] != shorter:
        lane.contradicted |= {size}
    lane.results[size] = longer


def _ended(standing: Standing, event: RaceEnded) -> None:
    standing.ended, standing.cancelled = True, event.cancelled
    standing.others = event.others
    for lane in standing.lanes.values():
        if lane.state in ("waiting", "ready", "running"):
            lane.state = "done"


_CHANGES: Mapping[type[RaceEvent], Callable[[Standing, Any], object]] = {
    LaneReady: _ready,
    LaneLeftOut: _left_out,
    LaneAbsent: _absent,
    LaneFailed: _failed,
    RunStarted: _started,
    Reached: _reached,
    RunDone: _run_done,
    TallyDone: _tally_done,
    RaceEnded: _ended,
}
