"""A race: what happens in it, where it stands, and whether all lanes made the same.

Events are folded into a `Standing`; `agreement` compares what the lanes made, part by part.
Parts are merges for trainers and pre-tokens for encoders. Times are nanoseconds from the
start of a run, with the text in memory: pre-tokenization is in them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, takewhile
from typing import Literal, NamedTuple, TypeAlias

from bpe_lab.measure.frame import AnyStanding, Ended
from bpe_lab.measure.peers import Pair
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.plan import LANES, RacePlan

Item: TypeAlias = Mapping[str, int]  # operation name -> how many


@dataclass(frozen=True, slots=True)
class Run:
    """One timed run of a lane.

    ``done[k]`` parts were done ``at[k]`` nanoseconds after the start; both ascend, as fine as
    the lane reports: every merge, slices of them, or only the end. ``pre_tokenized`` is when
    the pre-tokens lay ready (0 where the lane does not say). A run that was ``cut`` by its
    budget ends with what it had done by then, perhaps with nothing.
    """

    lane: str
    size: int
    number: int
    done: tuple[int, ...]
    at: tuple[int, ...]
    pre_tokenized: int = 0
    cut: bool = False
    peak_bytes: int = 0  # how far the memory of the lane's process has risen; 0: not known

    @property
    def seconds(self) -> float:
        """From the start to the last part done; 0 where there was none."""
        return self.at[-1] / 1e9 if self.at else 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """One untimed run of a lane, counted.

    ``items[0]`` is the set-up, ``items[k + 1]`` the work of part k, the last one what came
    after the last part; only the first 4,096 parts are listed one by one, the work of later
    ones is in the last item. ``touched[k]`` is part k on the lane's strip of ``cells`` cells,
    one digit per cell: 0 left alone, 1 looked at, 2 changed. The strip stands for ``laid_out``
    bytes: all of the text, or its distinct pre-tokens end to end. ``cut``: the budget ended it.
    """

    lane: str
    size: int
    items: tuple[Item, ...]
    touched: tuple[str, ...] = ()
    cells: int = 0
    laid_out: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class LaneEvent:
    """Base of all events of a race but its end."""

    lane: str


@dataclass(frozen=True, slots=True)
class LaneReady(LaneEvent):
    """The lane's process has loaded the text; versions of the libraries that it runs.

    Told again by the process that follows one that its budget had ended.
    """

    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaneAbsent(LaneEvent):
    """The lane needs ``library``, which is not installed."""

    library: str


@dataclass(frozen=True, slots=True)
class LaneFailed(LaneEvent):
    """The lane ended in an error, or its process did; it takes no further part."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class LaneLeftOut(LaneEvent):
    """The lane is not timed over ``size`` bytes: it did not one part of ``beaten_at``."""

    size: int
    beaten_at: int


@dataclass(frozen=True, slots=True)
class RunStarted(LaneEvent):
    """``number`` below 0 is a warm-up; ``counted`` runs are not timed."""

    size: int
    number: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Reached(LaneEvent):
    """A run under way has done ``done`` parts after ``at`` nanoseconds; about ten a second."""

    size: int
    number: int
    done: int
    at: int


@dataclass(frozen=True, slots=True)
class RunDone(LaneEvent):
    """A timed run ended or was cut; ``result`` holds what it made on the first run of a heat.

    For trainers the merges, as bytes; for encoders nothing. ``digest`` stands for all that
    was made, so that later runs and encoders can be compared.
    """

    run: Run
    result: tuple[Pair, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class TallyDone(LaneEvent):
    """A counted run ended or was cut; ``result`` as in `RunDone`."""

    tally: Tally
    result: tuple[Pair, ...] = ()


RaceEvent: TypeAlias = LaneEvent | Ended


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
    reason: Reason = field(default_factory=Reason)  # why it failed; the library it lacks
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


@dataclass(slots=True, kw_only=True)
class Standing(AnyStanding[RacePlan]):
    """A race so far. ``sizes`` are its heats in bytes, as they were really cut.

    ``runs_done`` of `planned_runs` counts timed and counted runs, warm-ups included.
    """

    sizes: tuple[int, ...]
    lanes: dict[str, LaneStanding]

    @classmethod
    def before(cls, plan: RacePlan, sizes: tuple[int, ...]) -> Standing:
        """The standing at the start."""
        lanes = {name: LaneStanding(name) for name in plan.lanes}
        return cls(plan=plan, sizes=sizes, lanes=lanes)


def apply(standing: Standing, event: RaceEvent) -> None:
    """Note in ``standing`` what ``event`` reports."""
    if isinstance(event, Ended):
        standing.end(event)
        for lane in standing.lanes.values():
            if lane.state in ("waiting", "ready", "running"):
                lane.state = "done"
        return
    lane = standing.lanes[event.lane]
    match event:
        case LaneReady():
            lane.state, lane.versions = "ready", event.versions
        case LaneAbsent():
            lane.state, lane.reason = "absent", Reason(event.library)
        case LaneFailed():
            lane.state, lane.reason = "failed", event.reason
            lane.started, lane.reached = None, []
        case LaneLeftOut():
            lane.left_out = {**lane.left_out, event.size: event.beaten_at}
        case RunStarted():
            lane.state, lane.started, lane.reached = "running", event, []
        case Reached():
            lane.reached.append(event)
        case RunDone() | TallyDone():
            lane.state, lane.started, lane.reached = "ready", None, []
            standing.runs_done += 1
            if isinstance(event, RunDone):
                _run_done(lane, event)
            else:
                _tally_done(lane, event, trains=standing.plan.work == "train")


def _run_done(lane: LaneStanding, event: RunDone) -> None:
    run = event.run
    if run.number >= 0:
        lane.runs.append(run)
    if run.done and not run.cut:
        lane.ends |= {(run.size, run.done[-1])}
    if event.result:
        _keep_longer(lane, run.size, event.result)
    elif event.digest and run.done:
        lane.untold += (Untold(run.size, run.done[-1], event.digest),)
    if event.digest and not run.cut:
        lane.digests.setdefault(run.size, set()).add(event.digest)


def _tally_done(lane: LaneStanding, event: TallyDone, *, trains: bool) -> None:
    tally = event.tally
    lane.tallies[tally.size] = tally
    if event.result:
        _keep_longer(lane, tally.size, event.result)
    if trains and not tally.cut:  # encoders send digests only
        lane.ends |= {(tally.size, len(event.result) or len(tally.items) - 2)}


def _keep_longer(lane: LaneStanding, size: int, result: tuple[Pair, ...]) -> None:
    """Of two results; one that does not begin with the shorter contradicts it."""
    shorter, longer = sorted((lane.results.get(size, ()), result), key=len)
    if longer[: len(shorter)] != shorter:
        lane.contradicted |= {size}
    lane.results[size] = longer


# --- The verdict: did all lanes make the same?

# Why a lane is not compared.
NotCompared: TypeAlias = Literal[
    "own_rule", "no_result", "absent", "failed", "cut", "not_run", "nothing_done"
]


@dataclass(frozen=True, slots=True)
class Compared:
    """A lane compared with the reference, as far as it came.

    ``parts`` were compared. ``differs_at`` is the first part that is not the same; None where
    none differs, or where only digests could be compared, which do not say where they differ.
    ``steady``: all runs of the lane made the same, timed and counted, cut ones as far as they
    came.
    """

    lane: str
    parts: int
    same: bool
    differs_at: int | None = None
    steady: bool = True

    @property
    def identical(self) -> int:
        """How many parts from the first on are those of the reference."""
        if self.differs_at is not None:
            return self.differs_at
        return self.parts if self.same else 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the lanes of a heat made, compared.

    ``reference`` is the first lane of the plan with the longest result, one of ours where
    there is one: a library may go on where no pair is left. ``parts`` is its length;
    it is among ``compared``. ``left_out`` says why a lane could not be compared.
    """

    reference: str
    parts: int
    compared: tuple[Compared, ...]
    left_out: Mapping[str, NotCompared]


def agreement(standing: Standing, size: int) -> Agreement:
    """Compare what the lanes of a heat made: merges one by one, encoders by their digests.

    Only lanes are compared that take the plan's tie rule. A lane that was cut is compared as
    far as it came; one that ended by itself before the reference differs there.
    """
    left_out = {
        name: why for name in standing.lanes if (why := _left_out(standing, name, size))
    }
    names = [name for name in standing.lanes if name not in left_out]
    if not names:
        return Agreement("", 0, (), left_out)
    compare = _compare_merges if standing.plan.work == "train" else _compare_digests
    reference, parts, compared = compare({name: standing.lanes[name] for name in names}, size)
    return Agreement(reference, parts, compared, left_out)


def _left_out(standing: Standing, name: str, size: int) -> NotCompared | None:
    lane, plan = standing.lanes[name], standing.plan
    if lane.state == "absent":
        return "absent"
    trains = plan.work == "train"
    if trains and plan.options.tie_break not in LANES[name].tie_breaks:
        return "own_rule"
    if lane.results.get(size) if trains else lane.digests.get(size):
        return None
    if lane.state == "failed":
        return "failed"
    if size in lane.left_out:
        return "not_run"
    runs = lane.runs_of(size)
    if any(run.done and not run.cut for run in runs):
        return "no_result"
    return "cut" if any(run.done for run in runs) and not trains else "nothing_done"


def _compare_merges(
    lanes: Mapping[str, LaneStanding], size: int
) -> tuple[str, int, tuple[Compared, ...]]:
    results = {name: lane.results[size] for name, lane in lanes.items()}
    ours = [name for name in results if LANES[name].algorithm]
    reference = max(ours or results, key=lambda name: len(results[name]))
    right = results[reference]
    compared = tuple(_merges_of(lane, size, right) for lane in lanes.values())
    return reference, len(right), compared


def _merges_of(lane: LaneStanding, size: int, right: tuple[Pair, ...]) -> Compared:
    result = lane.results[size]
    pairs = zip(result, right, strict=False)  # a cut lane's result is shorter
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    ended_early = len(result) < len(right) and len(result) in _ends(lane, size)
    differs = same < len(result) or ended_early
    steady = _is_steady(lane, size)
    at = same if differs else None
    return Compared(lane.name, len(result), not differs and steady, at, steady)


def _is_steady(lane: LaneStanding, size: int) -> bool:
    """Whether no two runs made different merges, or ended by themselves at different ones."""
    ends, longest = _ends(lane, size), lane.results[size]
    if size in lane.contradicted or len(lane.digests.get(size, ())) > 1 or len(ends) > 1:
        return False
    if any(end < len(longest) for end in ends):
        return False
    by_parts: dict[int, set[str]] = defaultdict(set)
    for run in lane.untold:
        if run.size == size:
            by_parts[run.parts].add(run.digest)
    return all(
        len(distinct) == 1
        and (
            parts > len(longest)
            or distinct == {digest_of(chain.from_iterable(longest[:parts]))}
        )
        for parts, distinct in by_parts.items()
    )


def _ends(lane: LaneStanding, size: int) -> set[int]:
    """How many parts the lane has done where it ended by itself."""
    return {parts for of_size, parts in lane.ends if of_size == size}


def _compare_digests(
    lanes: Mapping[str, LaneStanding], size: int
) -> tuple[str, int, tuple[Compared, ...]]:
    reference = next(iter(lanes))
    right = lanes[reference].digests[size]
    compared = tuple(
        Compared(
            name,
            max(_ends(lane, size), default=0),
            same=lane.digests[size] == right and len(right) == 1,
            steady=len(lane.digests[size]) == 1,
        )
        for name, lane in lanes.items()
    )
    return reference, max(lane.parts for lane in compared), compared


def digest_of(tokens: Iterable[bytes]) -> str:
    """One short text for a list of tokens: SHA-256, each behind its length.

    >>> digest_of([b"ab", b""]) == digest_of([b"a", b"b"])
    False
    """
    digest = sha256()
    for token in tokens:
        digest.update(len(token).to_bytes(8, "little"))
        digest.update(token)
    return digest.hexdigest()
