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
from bpe_lab.race.standing import Standing
from bpe_lab.race.summary import total

ENOUGH_REPEATS = 5
MOST_TAKEN = 0.25  # of the cores, by other programs


def cautions(
    standing: Standing, size: int, facts: Mapping[str, str] | None = None
) -> list[Notice]:
    """Too few repeats, noise as large as a difference, a busy machine, lanes that were cut.

    ``facts`` are those of ``machine.machine``; without them no machine is said
    to be busy. Lanes are named as in ``ladder.LANES``.
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
        yield FewRepeatsNotice(repeats=min(ran), enough=ENOUGH_REPEATS)


def _noisy(standing: Standing, size: int) -> Iterator[Notice]:
    """Neighbours in time whose quartile bands overlap: which one is faster is open."""
    timed = [(band, name) for name in standing.lanes if (band := total(standing, name, size))]
    timed.sort(key=lambda item: item[0].middle)
    for (a, faster), (b, slower) in pairwise(timed):
        if a.upper >= b.lower:
            yield NoiseNotice(lane=faster, other=slower)


def _busy(standing: Standing, facts: Mapping[str, str]) -> Iterator[Notice]:
    """Other programs took a quarter of all cores or more while the race ran.

    subtle: the load average would not do, since it may still hold the race before this one.
    """
    cores = int(facts.get("cores", 0))
    if cores and standing.others is not None and standing.others >= MOST_TAKEN * cores:
        yield BusyMachineNotice(taken=f"{standing.others:.1f}", cores=cores)


def _cut(standing: Standing, size: int) -> Iterator[Notice]:
    for name, lane in standing.lanes.items():
        runs = lane.runs_of(size)
        if cut := sum(run.cut for run in runs):
            budget = f"{standing.plan.budget:g}"
            yield LaneCutNotice(lane=name, cut=cut, runs=len(runs), budget=budget)
