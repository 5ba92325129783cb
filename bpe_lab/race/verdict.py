"""Whether the lanes of a heat made the same results, compared part by part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Literal, TypeAlias

from bpe_lab.race.events import Pair
from bpe_lab.race.ladder import LANES
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.race.timed import digest_of

Reason: TypeAlias = Literal[
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
    left_out: Mapping[str, Reason]

    @property
    def is_same(self) -> bool:
        """Whether two lanes or more were compared and nothing differs."""
        return len(self.compared) > 1 and all(lane.same for lane in self.compared)

    @property
    def identical(self) -> int:
        """How many parts from the first on are the same in all compared lanes."""
        return min((lane.identical for lane in self.compared), default=0)


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


def _left_out(standing: Standing, name: str, size: int) -> Reason | None:
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
