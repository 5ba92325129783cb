"""What speaks against trusting the times of a heat, as notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from bpe_core.errors import (
    BusyMachineNotice,
    FewRepeatsNotice,
    LaneCutNotice,
    NoiseNotice,
    Notice,
)
from bpe_core.race.standing import Standing
from bpe_core.race.summary import total

ENOUGH_REPEATS = 5


def cautions(
    standing: Standing, size: int, facts: Mapping[str, str] | None = None
) -> list[Notice]:
    """Too few repeats, noise as large as a difference, a busy machine, lanes that were cut.

    ``facts`` are those of ``machine.machine``, taken before the race began. Lanes are named as
    in ``ladder.LANES``.
    """
    return [
        *_few(standing, size),
        *_noisy(standing, size),
        *_busy(facts or {}),
        *_cut(standing, size),
    ]


def _few(standing: Standing, size: int) -> Iterator[Notice]:
    """Of lanes that were not cut: those run less often, and are named as cut."""
    lanes = [lane for lane in standing.lanes.values() if not lane.is_cut(size)]
    ran = [len(runs) for lane in lanes if (runs := lane.runs_of(size))]
    if ran and min(ran) < ENOUGH_REPEATS:
        yield FewRepeatsNotice(repeats=min(ran), enough=ENOUGH_REPEATS)


def _noisy(standing: Standing, size: int) -> Iterator[Notice]:
    """Neighbours in time whose quartile bands overlap: which one is faster is open."""
    timed = [(band, name) for name in standing.lanes if (band := total(standing, name, size))]
    timed.sort(key=lambda item: item[0].middle)
    for (a, faster), (b, slower) in pairwise(timed):
        if a.upper >= b.lower:
            yield NoiseNotice(lane=faster, other=slower)


def _busy(facts: Mapping[str, str]) -> Iterator[Notice]:
    """Other work wanted half of the cores or more."""
    share, part, _ = facts.get("shared", "").partition(" of ")  # "2.0 of 8", or "virtual"
    cores = float(share if part else facts.get("cores", 1))
    if float(facts.get("load") or 0) >= cores / 2:
        yield BusyMachineNotice(load=facts["load"], cores=f"{cores:g}")


def _cut(standing: Standing, size: int) -> Iterator[Notice]:
    for name, lane in standing.lanes.items():
        runs = lane.runs_of(size)
        if cut := sum(run.cut for run in runs):
            budget = f"{standing.plan.budget:g}"
            yield LaneCutNotice(lane=name, cut=cut, runs=len(runs), budget=budget)
