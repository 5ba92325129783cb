"""What a timing chart draws, a line a lane, read off a race."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

from bpe_lab.measure.quartiles import Band
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.race.summary import (
    CurvePoint,
    curve,
    extrapolated,
    parts_of,
    reached,
    steps,
    total,
)

Axis: TypeAlias = Literal["total", "each"]
MOST_POINTS = 240  # of a line: more than the chart has room for
FEW = 20  # points, or less: each is marked
ON_THE_WAY = 50  # points of what is reckoned: a straight line is bent on a log axis


@dataclass(frozen=True, slots=True)
class Line:
    """A lane's part of the chart.

    ``end`` is its total, ``cut`` how far a cut lane came (parts and seconds), ``to`` where it
    would end, never measured; ``under_way`` is the run at work. ``first`` is the first part
    that the lane tells.
    """

    lane: str
    points: tuple[CurvePoint, ...]
    end: Band | None
    cut: tuple[int, float] | None
    to: tuple[int, float] | None
    under_way: tuple[tuple[int, float], ...]
    first: int = 1

    @property
    def last(self) -> CurvePoint | None:
        """Where the line ends."""
        return self.points[-1] if self.points else None

    @property
    def is_point(self) -> bool:
        """Whether the lane tells only its end."""
        return len(self.points) == 1

    @property
    def is_sparse(self) -> bool:
        """Whether the lane tells so few points that they are marked."""
        return 1 < len(self.points) <= FEW

    @property
    def is_sliced(self) -> bool:
        """Whether those points have parts between them, of which only the sum is known."""
        return self.is_sparse and self.points[-1].done - self.first > len(self.points)

    @property
    def beyond(self) -> list[tuple[int, float]]:
        """The way from the last point to where the lane would end: straight in the parts."""
        if not self.to or not self.last:
            return []
        (start, low), (end, high) = (self.last.done, self.last.band.middle), self.to
        count = min(ON_THE_WAY, end - start)
        ways = (step / count for step in range(count + 1))
        return [(round(start + (end - start) * w), low + (high - low) * w) for w in ways]

    @property
    def typical(self) -> float | None:
        """Of a line of times a part: what half of the parts took at most; None without one."""
        if not self.points:
            return None
        ends = (self.first, *(point.done for point in self.points))
        parts = [late - early for early, late in pairwise(ends)]
        slow = sorted(zip((point.band.middle for point in self.points), parts, strict=True))
        so_far = accumulate(count for _, count in slow)
        return next(
            at for (at, _), done in zip(slow, so_far, strict=True) if 2 * done >= sum(parts)
        )


def lines(standing: Standing, size: int, axis: Axis, *, live: bool) -> list[Line]:
    """The lanes of a heat, in the plan's order; lanes without a figure have no points."""
    parts = parts_of(standing, size)
    read = curve if axis == "total" else steps
    drawn = []
    for name, lane in standing.lanes.items():
        points = tuple(read(standing, name, size, most=MOST_POINTS))
        cut = reached(standing, name, size)
        to = extrapolated(points, parts) if cut and axis == "total" else None
        under_way = _under_way(lane, size, axis) if live else ()
        end, first = total(standing, name, size), _first(standing, name, size)
        drawn.append(Line(name, points, end, cut, to, under_way, first))
    return drawn


def _first(standing: Standing, name: str, size: int) -> int:
    points = curve(standing, name, size, most=1)
    return points[0].done if points else 1


def _under_way(lane: LaneStanding, size: int, axis: Axis) -> tuple[tuple[int, float], ...]:
    points = [(each.done, each.at / 1e9) for each in lane.reached if each.size == size]
    points = [(done, at) for done, at in points if done > 0 and at > 0]
    if axis == "each":
        pairs = pairwise(points)
        points = [(b[0], (b[1] - a[1]) / (b[0] - a[0])) for a, b in pairs if b[0] > a[0]]
    return tuple(points)


def planned_parts(standing: Standing, size: int) -> int:
    """How far the x axis goes: the whole of a run, before one is done what the plan says.

    Encoders tell how much there is only by doing it; until then the axis ends at the next
    power of ten.
    """
    whole, most = parts_of(standing, size), _furthest(standing, size)
    if whole:
        return max(whole, most)
    limit = standing.plan.options.merge_limit if standing.plan.work == "train" else None
    return max(limit or 10 ** math.ceil(math.log10(max(most, 10))), most)


def _furthest(standing: Standing, size: int) -> int:
    """The most parts that any run has done so far."""
    lanes = standing.lanes.values()
    ended = (run.done[-1] for lane in lanes for run in lane.runs_of(size) if run.done)
    so_far = (each.done for lane in lanes for each in lane.reached if each.size == size)
    return max((*ended, *so_far), default=0)
