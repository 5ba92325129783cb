"""What a timing chart shows, in a sentence or two, and the whole of it for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.race.standing import Standing
from bpe_core.race.summary import Band, parts_of, ratio, reached, total
from ui.chart_style import lane_title
from ui.race_lines import Axis, Line
from ui.race_numbers import band_text, budget_text, time_text, times_text
from ui.text import joined, t


def totals(standing: Standing, size: int) -> dict[str, Band]:
    """The lanes that have a total, fastest first."""
    found = {name: total(standing, name, size) for name in standing.lanes}
    whole = {name: band for name, band in found.items() if band}
    return dict(sorted(whole.items(), key=lambda item: item[1].middle))


def finding(standing: Standing, size: int) -> str:
    """The fastest lane against the slowest that came to its end."""
    whole = totals(standing, size)
    if not whole:
        return t("timing.title_none")
    names = list(whole)
    fast, slow = names[0], names[-1]
    band = band_text(whole[fast])
    if len(whole) == 1:
        return t("timing.title_one", fast=lane_title(fast), **band)
    times = ratio(standing, slow, fast, size) or _of_medians(whole[slow], whole[fast])
    told = {
        "fast": lane_title(fast),
        "slow": lane_title(slow),
        "median": band["median"],
        "low": times_text(times.lower),
        "high": times_text(times.upper),
    }
    if times.lower <= 1:
        return t("timing.title_level", **told, other=time_text(whole[slow].middle))
    return t("timing.title_fast", **told, ratio=times_text(times.middle))


def details(standing: Standing, size: int) -> str:
    """The ratios of more than two lanes, and how far those came that were cut."""
    whole = totals(standing, size)
    said = []
    if len(whole) > 2:
        fast = next(iter(whole))
        others = [name for name in reversed(whole) if name != fast]
        said.append(
            t(
                "timing.chain",
                fast=lane_title(fast),
                list=t("timing.and").join(_part(standing, name, fast, size) for name in others),
            )
        )
    came = {name: reached(standing, name, size) for name in standing.lanes}
    cut = [_cut(standing, name, size, parts[0]) for name, parts in came.items() if parts]
    return joined([*said, *cut])


def _part(standing: Standing, name: str, fast: str, size: int) -> str:
    times = ratio(standing, name, fast, size)
    shown = times_text(times.middle) if times else "–"
    return f"{lane_title(name)} {shown}"


def _cut(standing: Standing, name: str, size: int, done: int) -> str:
    told = {"name": lane_title(name), "seconds": budget_text(standing.plan.budget)}
    parts = parts_of(standing, size) or _limit(standing)
    if not parts:
        return t("timing.cut_open", **told, done=done)
    return t("timing.cut", **told, done=done, parts=parts)


def _limit(standing: Standing) -> int:
    limit = standing.plan.options.merge_limit if standing.plan.work == "train" else None
    return limit or 0


def _of_medians(slow: Band, fast: Band) -> Band:
    """Where no repeat was ended by both lanes."""
    return Band(*[slow.middle / max(fast.middle, 1e-9)] * 3)


def described(
    standing: Standing, size: int, lines: Sequence[Line], axis: Axis, scale: str
) -> str:
    """The chart in words, every lane with its figures."""
    told = [_lane(standing, size, line, axis) for line in lines]
    return t(f"timing.alt_{axis}", scale=t(f"timing.scale_{scale}"), list=joined(told))


def _lane(standing: Standing, size: int, line: Line, axis: Axis) -> str:
    name = lane_title(line.lane)
    if line.cut:
        return _cut(standing, line.lane, size, line.cut[0])
    if not line.last:
        return t("timing.alt_none", name=name)
    if axis == "total":
        band = band_text(line.end or line.last.band)
        return t("timing.alt_lane", name=name, parts=line.last.done, **band)
    first, last = (time_text(line.points[place].band.middle) for place in (0, -1))
    return t("timing.alt_each_lane", name=name, first=first, median=last, parts=line.last.done)
