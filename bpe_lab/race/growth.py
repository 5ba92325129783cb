"""How times and operations grow with the text and with the merges, beside what theory says.

Measurements become straight lines on log axes, a slope with its error. The curves of theory
are scaled to meet the measured ones in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp, log, sqrt
from statistics import median
from typing import Literal, TypeAlias

from bpe_core.registry import ENCODERS, TRAINERS
from bpe_lab.race.figures import curve, operations, steps, total
from bpe_lab.race.plan import LANES
from bpe_lab.race.standing import LaneStanding, Run, Standing

Quantity: TypeAlias = Literal["total", "merging", "operations", "cumulative", "per_part"]
Over: TypeAlias = Literal["size", "parts"]

FITTED_POINTS = 60  # evenly on the log scale, so that every octave weighs the same


@dataclass(frozen=True, slots=True)
class Growth:
    """``points`` are (x, y), ascending: x in bytes or parts, y in seconds or operations.

    ``fit`` is None for fewer than 3 points. ``first`` is the part from whose end on the time of
    the parts is measured: 1, or the first that the lane reports.
    """

    lane: str
    measure: Quantity
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
    measure: Quantity,
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


@dataclass(frozen=True, slots=True)
class Fit:
    """``y = constant * x ** slope``; ``error`` is the standard error of the slope."""

    slope: float
    error: float
    constant: float
    points: int

    def at(self, x: float) -> float:
        """The value on the line.

        >>> Fit(slope=2.0, error=0.0, constant=3.0, points=3).at(10)
        300.0
        """
        return float(self.constant * x**self.slope)


def power_law(xs: Sequence[float], ys: Sequence[float]) -> Fit | None:
    """The line of least squares through the logarithms of the points with both above 0.

    None for fewer than 3 such points, or where all have the same x. The error takes the points
    to be independent of each other; those of a cumulative curve are not, and theirs is larger.

    >>> line = power_law([1, 10, 100, 1000], [5, 40, 600, 5000])
    >>> f"{line.slope:.2f} ± {line.error:.2f}"
    '1.02 ± 0.04'
    """
    points = [(log(x), log(y)) for x, y in zip(xs, ys, strict=True) if x > 0 and y > 0]
    count = len(points)
    if count < 3:
        return None
    x_mean = sum(x for x, _ in points) / count
    y_mean = sum(y for _, y in points) / count
    spread = sum((x - x_mean) ** 2 for x, _ in points)
    if spread == 0:
        return None
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / spread
    above = y_mean - slope * x_mean
    missed = sum((y - above - slope * x) ** 2 for x, y in points)
    error = sqrt(missed / (count - 2) / spread)
    return Fit(slope, error, exp(above), count)


Law: TypeAlias = Literal["scans", "scans_every", "text", "list", "laid_out", "applied"]


@dataclass(frozen=True, slots=True)
class Theory:
    """``points`` (x, y) of a law.

    ``scans``: merges times the bytes laid out, since every merge goes through all distinct
    pre-tokens; ``scans_every``: through every occurrence, merges times the bytes of the text.
    ``text``: the bytes of the text, read once. ``list``: the same bytes, times the merges of
    the list, all of which are tried. ``laid_out``: the bytes laid out, set up once.
    ``applied``: the places at which pairs were merged, the only ones that are visited.
    """

    law: Law
    points: tuple[tuple[float, float], ...]


def theory(standing: Standing, growth: Growth) -> Theory | None:
    """The curve of the lane's law through the middle point of its growth.

    At the same x as the measured points. None for lanes whose inside is not known, and where
    what the law needs was not counted.
    """
    law = law_of(growth)
    if law is None or not growth.points:
        return None
    values = _CURVES[law](standing, growth)
    middle = len(growth.points) // 2
    if len(values) < len(growth.points) or not values[middle]:
        return None
    scale = growth.points[middle][1] / values[middle]
    points = zip(growth.points, values, strict=True)
    return Theory(law, tuple((x, value * scale) for (x, _), value in points))


def law_of(growth: Growth) -> Law | None:
    """Which law a lane's growth should follow; None where theory says nothing about it."""
    lane = LANES[growth.lane]
    if lane.work == "encode":
        encoder = ENCODERS.get(lane.algorithm)
        law: Law = "list" if encoder and encoder.tries_all else "text"
        return law if growth.measure == "total" else None
    trainer = TRAINERS.get(lane.algorithm)
    if trainer is None:
        return None
    if trainer.effort == "scans":
        return "scans_every" if lane.view == "every" else "scans"
    laws: Mapping[str, Law] = {"total": "text", "operations": "laid_out"}
    return laws.get(growth.measure, "applied")


def _scans(standing: Standing, growth: Growth) -> list[float]:
    """In the merges a straight line, the same for each; in the text as what is laid out."""
    if growth.over == "size":
        return _laid_out(standing, growth)
    return [1.0 if growth.measure == "per_part" else x for x, _ in growth.points]


def _text(standing: Standing, growth: Growth) -> list[float]:
    return [x for x, _ in growth.points]


def _laid_out(standing: Standing, growth: Growth) -> list[float]:
    """As counted; without counts, every occurrence is laid out as long as the text is."""
    tallies = standing.lanes[growth.lane].tallies
    laid = {size: tally.laid_out for size, tally in tallies.items() if tally.laid_out}
    if LANES[growth.lane].view == "every":
        laid = {int(x): int(x) for x, _ in growth.points}
    return [float(laid[int(x)]) for x, _ in growth.points if int(x) in laid]


def _applied(standing: Standing, growth: Growth) -> list[float]:
    """Places merged at after the first part, or a part between the points."""
    if growth.over == "size":
        sums = (applied(standing, int(x)) for x, _ in growth.points)
        return [float(sum(counts[1:])) for counts in sums if counts]
    reached = [0, *accumulate(applied(standing, standing.sizes[-1]))]
    if growth.measure == "cumulative":
        ends = [int(x) + growth.first for x, _ in growth.points]
        return [
            float(reached[end] - reached[growth.first]) for end in ends if end < len(reached)
        ]
    ends = [growth.first, *(int(x) for x, _ in growth.points)]
    return [(reached[b] - reached[a]) / (b - a) for a, b in pairwise(ends) if b < len(reached)]


def applied(standing: Standing, size: int) -> list[int]:
    """At how many places each merge was made, by the first lane that was counted to its end."""
    for lane in standing.lanes.values():
        tally = lane.tallies.get(size)
        if tally and not tally.cut:
            counts = [item.get("tokens_merged", 0) for item in tally.items[1:-1]]
            if any(counts):
                return counts
    return []


_CURVES: Mapping[Law, Callable[[Standing, Growth], list[float]]] = {
    "scans": _scans,
    "scans_every": _scans,
    "text": _text,
    "list": _text,
    "laid_out": _laid_out,
    "applied": _applied,
}
