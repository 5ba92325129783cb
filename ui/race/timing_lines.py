"""What a timing chart draws and says, read off a race: a line a lane, and sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal, TypeAlias

from bpe_lab.measure.record import Band
from bpe_lab.race.figures import (
    CurvePoint,
    curve,
    did_nothing,
    extrapolated,
    has_quartiles,
    is_bound,
    parts_of,
    ratio,
    ratio_has_quartiles,
    reached,
    steps,
    total,
    unit_of,
)
from bpe_lab.race.standing import LaneStanding, Standing
from bpe_lab.text import joined, t
from ui.charts.chart_style import lane_title
from ui.charts.numbers import band_text, budget_text, time_text, times_text

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


def totals(standing: Standing, size: int) -> dict[str, Band]:
    """The lanes that have a total, fastest first."""
    bands = {name: total(standing, name, size) for name in standing.lanes}
    whole = {name: band for name, band in bands.items() if band}
    return dict(sorted(whole.items(), key=lambda item: item[1].middle))


def rounds_text(standing: Standing, a: str, b: str, size: int) -> dict[str, str]:
    """``low`` and ``high``: half of the rounds gave a ratio between them; else empty.

    They need not hold the ratio of the medians, since each round has its own.
    """
    times = ratio(standing, a, b, size)
    if times is None or not ratio_has_quartiles(standing, a, b, size):
        return {}
    return {"low": times_text(times.lower), "high": times_text(times.upper)}


def finding(standing: Standing, size: int, axis: Axis, lines: Sequence[Line]) -> str:
    """The fastest lane against the slowest that came to its end."""
    return _of_totals(standing, size) if axis == "total" else _of_parts(standing, size, lines)


def _of_parts(standing: Standing, size: int, lines: Sequence[Line]) -> str:
    """The same of the time that half of the parts took at most."""
    times = typicals(lines)
    if not times:
        return _of_totals(standing, size)
    (fast, least), *_ = times.items()
    *_, (slow, most) = times.items()
    values = {"fast": lane_title(fast), "median": time_text(least)}
    work = standing.plan.work
    if fast == slow:
        return t(f"timing.title_each_one_{work}", **values)
    values |= {"slow": lane_title(slow), "other": time_text(most)}
    return t(f"timing.title_each_{work}", **values, ratio=times_text(most / least))


def typicals(lines: Sequence[Line]) -> dict[str, float]:
    """The time that half of the parts took at most, fastest first; not of cut lanes."""
    seconds = {line.lane: at for line in lines if line.end and (at := line.typical)}
    return dict(sorted(seconds.items(), key=lambda item: item[1]))


def _of_totals(standing: Standing, size: int) -> str:
    whole = totals(standing, size)
    if not whole:
        nothing = any(did_nothing(standing, name, size) for name in standing.lanes)
        return t("timing.title_nothing" if nothing else "timing.title_none")
    names = list(whole)
    fast, slow = names[0], names[-1]
    if len(whole) == 1:
        spread = quartiles_text(standing, size, fast)
        key = "timing.title_one" if spread else "timing.title_one_only"
        return t(key, fast=lane_title(fast), median=time_text(whole[fast].middle), **spread)
    values = {
        "fast": lane_title(fast),
        "slow": lane_title(slow),
        "median": time_text(whole[fast].middle),
        "other": time_text(whole[slow].middle),
    }
    middle = whole[slow].middle / max(whole[fast].middle, 1e-9)
    rounds = ratio(standing, slow, fast, size)
    spread = rounds_text(standing, slow, fast, size)
    if rounds is None or not spread:
        key = "timing.title_fast_only" if middle > 1 else "timing.title_both"
        return t(key, **values, ratio=times_text(middle))
    key = "timing.title_level" if rounds.lower <= 1 else "timing.title_fast"
    return t(key, **values, **spread, ratio=times_text(middle))


def quartiles_text(standing: Standing, size: int, name: str) -> dict[str, str]:
    """The lane's quartiles as ``low`` and ``high``; empty where there are none."""
    band = total(standing, name, size)
    if band is None or not has_quartiles(standing, name, size):
        return {}
    quartiles = band_text(band)
    bound = "≥ " if is_bound(standing, name, size) else ""
    return {"low": quartiles["low"], "high": bound + quartiles["high"]}


def details(standing: Standing, size: int, axis: Axis, lines: Sequence[Line]) -> str:
    """The ratios of more than two lanes, how far cut ones came, and which were not run."""
    unit = unit_of(standing, size)
    if axis == "total":
        seconds = {name: band.middle for name, band in totals(standing, size).items()}
        ratios = _chain("timing.chain", seconds, unit)
    else:
        ratios = _chain(f"timing.chain_each_{standing.plan.work}", typicals(lines), unit)
    came = {name: reached(standing, name, size) for name in standing.lanes}
    cut = [_cut(standing, name, size, parts[0]) for name, parts in came.items() if parts]
    unrun = [_not_run(standing, name, size) for name in standing.lanes]
    return joined([*ratios, *cut, *filter(None, unrun)])


def _chain(key: str, seconds: Mapping[str, float], unit: str) -> list[str]:
    """The lanes in the time of the table's ``unit``, slowest first; nothing of two or fewer."""
    if len(seconds) < 3:
        return []
    unit = unit if unit in seconds else next(iter(seconds))
    others = [(name, at / seconds[unit]) for name, at in seconds.items() if name != unit]
    ratios = [f"{lane_title(name)} {times_text(times)}" for name, times in reversed(others)]
    return [t(key, fast=lane_title(unit), list=t("timing.and").join(ratios))]


def _cut(standing: Standing, name: str, size: int, done: int) -> str:
    values = {"name": lane_title(name), "seconds": budget_text(standing.plan.budget)}
    parts = parts_of(standing, size) or _limit(standing)
    if not parts:
        return t("timing.cut_open", **values, done=done)
    return t("timing.cut", **values, done=done, parts=parts)


def _not_run(standing: Standing, name: str, size: int) -> str:
    beaten_at = standing.lanes[name].left_out.get(size)
    if beaten_at is None:
        return ""
    seconds = budget_text(standing.plan.budget)
    values = {"name": lane_title(name), "seconds": seconds, "size": beaten_at}
    return t(f"timing.not_run_{standing.plan.work}", **values)


def _limit(standing: Standing) -> int:
    limit = standing.plan.options.merge_limit if standing.plan.work == "train" else None
    return limit or 0


def described(
    standing: Standing, size: int, lines: Sequence[Line], axis: Axis, scale: str
) -> str:
    """The chart in words, every lane with its figures."""
    sentences = [_lane(standing, size, line, axis) for line in lines]
    return t(f"timing.alt_{axis}", scale=t(f"timing.scale_{scale}"), list=joined(sentences))


def _lane(standing: Standing, size: int, line: Line, axis: Axis) -> str:
    name = lane_title(line.lane)
    if line.cut:
        return _cut(standing, line.lane, size, line.cut[0])
    if did_nothing(standing, line.lane, size):
        return t("timing.alt_nothing", name=name)
    if not line.last or not line.end:
        unrun = _not_run(standing, line.lane, size)
        return unrun or t("timing.alt_none", name=name)
    if axis == "total":
        spread = quartiles_text(standing, size, line.lane)
        key = "timing.alt_lane" if spread else "timing.alt_lane_only"
        median = time_text(line.end.middle)
        return t(key, name=name, parts=line.last.done, median=median, **spread)
    first, last = (time_text(line.points[index].band.middle) for index in (0, -1))
    values = {"first": first, "last": last, "median": time_text(line.typical or 0.0)}
    return t("timing.alt_each_lane", name=name, parts=line.last.done, **values)
