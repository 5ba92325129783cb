"""A race's outcome as tables."""

from __future__ import annotations

from bpe_lab.cli.tables import Table, cell_text
from bpe_lab.cli.units import spread
from bpe_lab.race.figures import (
    curve,
    did_nothing,
    extrapolated,
    has_quartiles,
    is_bound,
    parts_of,
    peak,
    ratio,
    ratio_has_quartiles,
    reached,
    times_as_long,
    total,
    totals,
    unit_of,
)
from bpe_lab.race.growth import Fit, Measure, growth_of
from bpe_lab.race.standing import Agreement, Compared, NotCompared, Standing, agreement

PARTS = {"train": "merges", "encode": "pre-tokens"}
REASONS: dict[NotCompared, str] = {
    "own_rule": "own rule",
    "no_result": "not told",
    "absent": "not installed",
    "failed": "failed",
    "cut": "cut",
    "not_run": "not run",
    "nothing_done": "nothing done",
}
MEASURES: dict[Measure, str] = {
    "total": "time over bytes",
    "merging": "merging alone over bytes",
    "operations": "operations over bytes",
    "cumulative": "time since the first over {parts}",
    "per_part": "time of each over {parts}",
}


def results(standing: Standing, size: int) -> Table:
    """Lane by lane: times, their ratio to the unit lane, memory, how much is identical."""
    unit = unit_of(standing, size)
    ratio_of = f"time, {unit} = 1" if unit else "ratio"
    comparison = agreement(standing, size)
    headers = ["lane", ratio_of, "median s", "quartiles s", "peak MB", "identical"]
    rows = [
        [
            name,
            *_times(standing, name, unit, size),
            peak(standing, name, size) / 1e6 or None,
            _identical(comparison, name),
        ]
        for name, lane in standing.lanes.items()
        if lane.state != "absent"
    ]
    return Table(headers, rows)


def counts(standing: Standing, size: int) -> Table:
    """Operations of the counted runs, one column per lane; cut ones as far as they came."""
    tallies = {
        name: lane.tallies[size]
        for name, lane in standing.lanes.items()
        if size in lane.tallies
    }
    sums = {name: totals(tally) for name, tally in tallies.items()}
    operations = dict.fromkeys(name for row in sums.values() for name in row)
    headers = [f"{name} (cut)" if tally.cut else name for name, tally in tallies.items()]
    rows = [[name, *(row.get(name) for row in sums.values())] for name in operations]
    return Table(["operation", *headers], rows)


def by_size(standing: Standing) -> Table:
    """Median seconds of every heat, or why there are none."""
    rows = []
    for name, lane in standing.lanes.items():
        if lane.state != "absent":
            rows.append([name, *(_median(standing, name, size) for size in standing.sizes)])
    return Table(["lane", *(f"{size} bytes" for size in standing.sizes)], rows)


def slopes(standing: Standing) -> Table:
    """Slopes on log axes with their standard errors."""
    fits = {(growth.lane, growth.measure): growth.fit for growth in growth_of(standing)}
    lanes = dict.fromkeys(lane for lane, _ in fits)
    parts = PARTS[standing.plan.work]
    headers = ["slope of", *(text.format(parts=parts) for text in MEASURES.values())]
    rows = [[lane, *(_slope(fits.get((lane, m))) for m in MEASURES)] for lane in lanes]
    return Table(headers, rows)


def _slope(fit: Fit | None) -> str | None:
    return f"{round(fit.slope, 2) + 0.0:.2f} ± {fit.error:.2f}" if fit else None


def beyond(standing: Standing, size: int) -> dict[str, tuple[int, float]]:
    """Where cut lanes might have ended, parts and seconds: extrapolated, never measured."""
    parts = parts_of(standing, size)
    cut = [name for name in standing.lanes if reached(standing, name, size)]
    ends = {name: extrapolated(curve(standing, name, size), parts) for name in cut}
    return {name: end for name, end in ends.items() if end}


def _times(standing: Standing, name: str, unit: str, size: int) -> list[object]:
    """Ratio, median, quartiles; of a lane without them how far it came, or why it failed."""
    band, median = total(standing, name, size), _median(standing, name, size)
    if band:
        times = 1 if name == unit else _ratio(standing, name, unit, size)
        bound = is_bound(standing, name, size)
        several = has_quartiles(standing, name, size)
        return [times, median, spread(band, bound=bound) if several else None]
    ended = reached(standing, name, size)
    if ended:
        return [None, median, f"{ended[0]} in {cell_text(ended[1])} s"]
    lane = standing.lanes[name]
    if size in lane.left_out:
        return [None, median, f"beaten at {lane.left_out[size]} bytes"]
    return [None, median, str(lane.reason) or None]


def _median(standing: Standing, name: str, size: int) -> float | str | None:
    """Median seconds, else what has become of the lane; None where it has not run."""
    lane = standing.lanes[name]
    if band := total(standing, name, size):
        return band.middle
    if reached(standing, name, size):
        return "cut"
    if did_nothing(standing, name, size):
        return "nothing to do"
    if size in lane.left_out:
        return "not run"
    return "failed" if lane.state == "failed" else None


def _ratio(standing: Standing, name: str, unit: str, size: int) -> str | None:
    """Of the medians, as on the page; in brackets the quartiles of the rounds' own ratios."""
    times = times_as_long(standing, name, unit, size)
    band = ratio(standing, name, unit, size)
    if times and band and ratio_has_quartiles(standing, name, unit, size):
        return f"{cell_text(times)} ({spread(band)})"
    return cell_text(times) if times and band else None


def _identical(comparison: Agreement, name: str) -> str:
    if name in comparison.left_out:
        return REASONS[comparison.left_out[name]]
    lane = next(lane for lane in comparison.compared if lane.lane == name)
    return _difference(lane) or f"{lane.identical} of {comparison.parts}"


def _difference(lane: Compared) -> str:
    if lane.differs_at is not None:
        return f"differs at {lane.differs_at + 1}"
    if not lane.steady:
        return "differs from run to run"
    return "" if lane.same else "differs"
