"""How a race's times and operations grow with the text and with the merges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

from bpe_lab.race.events import Run
from bpe_lab.race.fit import Fit, power_law
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.race.summary import curve, steps, total
from bpe_lab.race.tallies import operations

Measure: TypeAlias = Literal["total", "merging", "operations", "cumulative", "per_part"]
Over: TypeAlias = Literal["size", "parts"]

FITTED_POINTS = 60  # evenly on the log scale, so that every octave weighs the same


@dataclass(frozen=True, slots=True)
class Growth:
    """``points`` are (x, y), ascending: x in bytes or parts, y in seconds or operations.

    ``fit`` is None for fewer than 3 points. ``first`` is the part from whose end on the time of
    the parts is measured: 1, or the first that the lane reports.
    """

    lane: str
    measure: Measure
    over: Over
    points: tuple[tuple[float, float], ...]
    fit: Fit | None
    first: int = 1


def growth_of(standing: Standing) -> list[Growth]:
    """All growth that the heats show, lane by lane; measures without a point are left out.

    Over the size of the text, at the plan's number of merges: ``total`` seconds; ``merging``,
    the seconds after the first merge, so that pre-tokenization and set-up are out, of lanes
    that report it; ``operations``, all of them. Sizes at which a lane was cut, or ran out of
    pairs before as many merges as elsewhere, are left out. Over the number of parts, at the
    largest size: ``cumulative``, the seconds since the first part; ``per_part``, the seconds
    per part.
    """
    return [
        growth
        for lane in standing.lanes.values()
        for growth in (*_over_sizes(standing, lane), *_over_parts(standing, lane))
        if growth.points
    ]


def _over_sizes(standing: Standing, lane: LaneStanding) -> Iterator[Growth]:
    sizes = _comparable(standing, lane)
    totals = [(size, total(standing, lane.name, size)) for size in sizes]
    yield _growth(lane, "total", "size", ((x, band.middle) for x, band in totals if band))
    alone = ((size, _merging(_whole(lane, size))) for size in sizes)
    yield _growth(lane, "merging", "size", alone)
    tallies = [
        lane.tallies[size] for size in sorted(lane.tallies) if not lane.tallies[size].cut
    ]
    if standing.plan.work == "train":
        most = max((len(tally.items) for tally in tallies), default=0)
        tallies = [tally for tally in tallies if len(tally.items) == most]
    yield _growth(lane, "operations", "size", ((t.size, operations(t)) for t in tallies))


def _over_parts(standing: Standing, lane: LaneStanding) -> Iterator[Growth]:
    largest = standing.sizes[-1]
    line = curve(standing, lane.name, largest, most=FITTED_POINTS)
    if not line:
        return
    first, start = line[0].done, line[0].band.middle
    rest = ((point.done - first, point.band.middle - start) for point in line)
    yield _growth(lane, "cumulative", "parts", rest, first)
    each = steps(standing, lane.name, largest, most=FITTED_POINTS)
    yield _growth(lane, "per_part", "parts", ((p.done, p.band.middle) for p in each), first)


def _growth(
    lane: LaneStanding,
    measure: Measure,
    over: Over,
    points: Iterable[tuple[float, float]],
    first: int = 1,
) -> Growth:
    """Of the points, only those that stand on log axes."""
    positive = tuple((x, y) for x, y in points if x > 0 and y > 0)
    fit = power_law([x for x, _ in positive], [y for _, y in positive])
    return Growth(lane.name, measure, over, positive, fit, first)


def _whole(lane: LaneStanding, size: int) -> list[Run]:
    return [run for run in lane.runs_of(size) if run.done and not run.cut]


def _comparable(standing: Standing, lane: LaneStanding) -> list[int]:
    """The sizes at which the lane did all of its work, and as many merges as at any."""
    parts = {size: runs[0].done[-1] for size in standing.sizes if (runs := _whole(lane, size))}
    if standing.plan.work == "encode":
        return list(parts)
    return [size for size, done in parts.items() if done == max(parts.values())]


def _merging(runs: list[Run]) -> float:
    """Seconds from the end of part 1 on; 0 unless every run has a stamp there."""
    if not all(run.done[0] == 1 for run in runs):
        return 0.0
    return median((run.at[-1] - run.at[0]) / 1e9 for run in runs)
