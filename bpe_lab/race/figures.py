"""The runs of a heat as figures, and what speaks against trusting them.

Times are medians with quartiles over a lane's runs. A run that its budget cut counts as slower
than every run that got further, so a median is right as long as more than half of the runs
got there; where they did not, there is no figure. With cut runs the upper quartile is only a
bound: the true one may be higher. Runs that had nothing to do give no figure.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.errors import Notice
from bpe_lab.measure.record import Band, quartiles
from bpe_lab.race.standing import Run, Standing, Tally

MOST_POINTS = 400
UNIT = "linked"


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """``band`` belongs to ``done`` parts; ``bound``: its upper quartile is at least as high."""

    done: int
    band: Band
    bound: bool = False


def total(standing: Standing, lane: str, size: int) -> Band | None:
    """Seconds of the lane's whole runs; None unless more than half of its runs were whole."""
    runs = standing.lanes[lane].runs_of(size)
    return _band([run.seconds for run in runs if _is_whole(run)], len(runs))


def has_quartiles(standing: Standing, lane: str, size: int) -> bool:
    """Whether there was more than the one run whose time all quartiles would be."""
    return len(standing.lanes[lane].runs_of(size)) > 1


def is_bound(standing: Standing, lane: str, size: int) -> bool:
    """Whether the upper quartile of the lane's `total` is only a bound, since runs were cut."""
    return standing.lanes[lane].is_cut(size)


def did_nothing(standing: Standing, lane: str, size: int) -> bool:
    """Whether the lane ran and had nothing to do: its text holds no pair to merge."""
    runs = standing.lanes[lane].runs_of(size)
    return bool(runs) and not any(run.cut or _is_whole(run) for run in runs)


def reached(standing: Standing, lane: str, size: int) -> tuple[int, float] | None:
    """Parts and seconds of the middle run of a cut lane that has no `total`; None for others.

    A run cut before its first part has taken the budget.
    """
    if not standing.lanes[lane].is_cut(size) or total(standing, lane, size):
        return None
    runs = standing.lanes[lane].runs_of(size)
    ends = sorted((run.done[-1] if run.done else 0, run.seconds) for run in runs)
    parts, seconds = ends[(len(ends) - 1) // 2]
    return parts, seconds or standing.plan.budget


def parts_of(standing: Standing, size: int) -> int:
    """How many parts a whole run of this heat does: the most that any did; 0 without one."""
    lanes = standing.lanes.values()
    whole = (run.done[-1] for lane in lanes for run in lane.runs_of(size) if _is_whole(run))
    return max(whole, default=0)


def curve(
    standing: Standing, lane: str, size: int, *, most: int = MOST_POINTS
) -> list[CurvePoint]:
    """Seconds from the start to the end of part ``done``, ascending, at most ``most`` points.

    A part number has a point where more than half of the runs got there and each of those
    tells it. Points are thinned evenly on the log scale; the first, the early ones and the
    last stay.
    """
    clocks, ends = _clocks(standing.lanes[lane].runs_of(size))
    points = []
    for done in thinned(_shared(clocks, ends), most):
        seconds = [at[done] for at in clocks if done in at]
        band = _band(seconds, len(ends))
        assert band is not None  # more than half of the runs got there
        points.append(CurvePoint(done, band, bound=len(seconds) < len(ends)))
    return points


def steps(
    standing: Standing, lane: str, size: int, *, most: int = MOST_POINTS
) -> list[CurvePoint]:
    """Seconds per part, between each point of the thinned curve and the one before it.

    Each is the mean of the parts between two points within a run (a slice where the lane
    tells slices, a window where points were thinned), placed at the last of them; then the
    median over the runs that got there. The first point is missing: set-up lies before it.
    """
    clocks, ends = _clocks(standing.lanes[lane].runs_of(size))
    numbers = thinned(_shared(clocks, ends), most)
    points = []
    for before, done in pairwise(numbers):
        took = [(at[done] - at[before]) / (done - before) for at in clocks if done in at]
        points.append(CurvePoint(done, quartiles(took)))
    return points


def extrapolated(points: Sequence[CurvePoint], parts: int) -> tuple[int, float] | None:
    """Where a cut lane's curve would end: ``parts`` and seconds, never measured.

    Straight on from its last point, at the median time per part of its last third. None where
    fewer than 3 parts were done or the curve has come to ``parts``.

    >>> line = [CurvePoint(done, quartiles([1.0 + done])) for done in range(1, 7)]
    >>> extrapolated(line, 10)
    (10, 11.0)
    """
    if len(points) < 2 or points[-1].done < 3 or points[-1].done >= parts:
        return None
    late = [point for point in points if point.done * 3 >= points[-1].done * 2]
    late = late if len(late) > 2 else list(points[-3:])
    rates = [(b.band.middle - a.band.middle) / (b.done - a.done) for a, b in pairwise(late)]
    last = points[-1]
    return parts, last.band.middle + (parts - last.done) * statistics.median(rates)


def times_as_long(standing: Standing, a: str, b: str, size: int) -> float | None:
    """The median of ``a`` over that of ``b``, as both are shown; None where one has none."""
    above, below = total(standing, a, size), total(standing, b, size)
    return above.middle / max(below.middle, 1e-9) if above and below else None


def ratio(standing: Standing, a: str, b: str, size: int) -> Band | None:
    """How many times as long as ``b`` lane ``a`` takes, within each repeat that both ended.

    `ratio_has_quartiles` says whether its quartiles mean anything.
    """
    ratios = _ratios(standing, a, b, size)
    return quartiles(ratios) if ratios else None


def ratio_has_quartiles(standing: Standing, a: str, b: str, size: int) -> bool:
    """Whether `ratio` has quartiles: of two repeats or more, and no run of either was cut."""
    cut = is_bound(standing, a, size) or is_bound(standing, b, size)
    return not cut and len(_ratios(standing, a, b, size)) > 1


def _ratios(standing: Standing, a: str, b: str, size: int) -> list[float]:
    above, below = (
        {r.number: r.seconds for r in standing.lanes[lane].runs_of(size) if _is_whole(r)}
        for lane in (a, b)
    )
    return [above[number] / below[number] for number in above if below.get(number)]


def unit_of(standing: Standing, size: int) -> str:
    """The lane whose time is the unit: linked, else the fastest; "" without one."""
    whole = {name: band for name in standing.lanes if (band := total(standing, name, size))}
    if UNIT in whole:
        return UNIT
    return min(whole, key=lambda name: whole[name].middle, default="")


def peak(standing: Standing, lane: str, size: int) -> int:
    """The most bytes that a run of the lane took; 0 where it is not known."""
    return max((run.peak_bytes for run in standing.lanes[lane].runs_of(size)), default=0)


def thinned(numbers: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of ascending ``numbers``: all early ones, then ever fewer.

    >>> thinned(range(1, 101), 8)
    [1, 2, 4, 8, 15, 28, 53, 100]
    """
    count, position = len(numbers), 1
    if count <= most:
        return list(numbers)
    chosen = [numbers[0]]
    for left in range(most - 1, 0, -1):
        position = max(position + 1, round(position * (count / position) ** (1 / left)))
        chosen.append(numbers[position - 1])
    return chosen


def _is_whole(run: Run) -> bool:
    return bool(run.done) and run.done[-1] > 0 and not run.cut


def _band(seconds: Sequence[float], runs: int) -> Band | None:
    """Of ``runs`` runs, those not in ``seconds`` were slower; None where half were or more."""
    if 2 * len(seconds) <= runs or not seconds:
        return None
    return quartiles([*seconds, *[max(seconds)] * (runs - len(seconds))])


def _clocks(runs: Sequence[Run]) -> tuple[list[dict[int, float]], list[int]]:
    """When each run had done how much, and how far each got."""
    clocks = [
        {done: at / 1e9 for done, at in zip(run.done, run.at, strict=True)} for run in runs
    ]
    return clocks, [max(at, default=0) for at in clocks]


def _shared(clocks: Sequence[dict[int, float]], ends: Sequence[int]) -> list[int]:
    """The part numbers that more than half of the runs got to, each of them telling it."""
    counts = Counter(done for at in clocks for done in at)
    ends = sorted(ends, reverse=True)
    shared, far = [], len(ends)
    for done in sorted(counts):
        while far and ends[far - 1] < done:
            far -= 1
        if counts[done] == far and 2 * far > len(ends):
            shared.append(done)
    return shared


# --- Operations of a counted run

PEAKS = {"peak_entries"}  # levels: their most counts, not their sum
WITHIN = {"stale_pops"}  # already in another count


def totals(tally: Tally) -> dict[str, int]:
    """Operations of a counted run by name.

    >>> items = ({"first_count": 5}, {"pops": 2, "peak_entries": 7}, {"pops": 1})
    >>> totals(Tally("linked", 9, items))
    {'first_count': 5, 'pops': 3, 'peak_entries': 7}
    """
    counts: Counter[str] = Counter()
    for item in tally.items:
        for name, count in item.items():
            most = max(counts[name], count) if name in PEAKS else counts[name] + count
            counts[name] = most
    return dict(counts)


def operations(tally: Tally) -> int:
    """All operations of a counted run in one number; levels are none, and nothing counts twice.

    >>> operations(Tally("linked", 9, ({"pops": 3, "stale_pops": 1, "peak_entries": 7},)))
    3
    """
    left_out = PEAKS | WITHIN
    return sum(count for name, count in totals(tally).items() if name not in left_out)


# --- Cautions

ENOUGH_REPEATS = 5
MOST_TAKEN = 0.25  # of the cores, by other programs


def cautions(
    standing: Standing, size: int, facts: Mapping[str, str] | None = None
) -> list[Notice]:
    """Too few repeats, noise as large as a difference, a busy machine, lanes that were cut.

    ``facts`` are those of ``machine.machine``; without them no machine is said
    to be busy. Lanes are named as in `plan.LANES`.
    """
    return [
        *_few(standing, size),
        *_noisy(standing, size),
        *_busy(standing, facts or {}),
        *_cut(standing, size),
    ]


def _few(standing: Standing, size: int) -> Iterator[Notice]:
    """Of lanes that were not cut: those run less often, and are named as cut."""
    lanes = [lane for lane in standing.lanes.values() if not lane.is_cut(size)]
    ran = [len(runs) for lane in lanes if (runs := lane.runs_of(size))]
    if ran and min(ran) < ENOUGH_REPEATS:
        yield Notice("few_repeats", repeats=min(ran), enough=ENOUGH_REPEATS)


def _noisy(standing: Standing, size: int) -> Iterator[Notice]:
    """Neighbors in time whose quartile bands overlap: which one is faster is open."""
    timed = [(band, name) for name in standing.lanes if (band := total(standing, name, size))]
    timed.sort(key=lambda item: item[0].middle)
    for (a, faster), (b, slower) in pairwise(timed):
        if a.upper >= b.lower:
            yield Notice("noise", lane=faster, other=slower)


def _busy(standing: Standing, facts: Mapping[str, str]) -> Iterator[Notice]:
    """Other programs took a quarter of all cores or more while the race ran.

    subtle: the load average would not do, since it may still hold the race before this one.
    """
    cores = int(facts.get("cores", 0))
    if cores and standing.others is not None and standing.others >= MOST_TAKEN * cores:
        yield Notice("busy_machine", taken=f"{standing.others:.1f}", cores=cores)


def _cut(standing: Standing, size: int) -> Iterator[Notice]:
    for name, lane in standing.lanes.items():
        runs = lane.runs_of(size)
        if cut := sum(run.cut for run in runs):
            budget = f"{standing.plan.budget:g}"
            yield Notice("lane_cut", lane=name, cut=cut, runs=len(runs), budget=budget)
