"""Where a benchmark stands: its events, folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from benchmarks.peers.contenders import CONTENDERS, OURS
from benchmarks.peers.events import Absent, BenchEvent, Done
from benchmarks.peers.trails import Trail
from benchmarks.peers.works import BenchPlan, Work
from bpe_lab.measure.outcomes import Cut, Ended, Failed, Prepared
from bpe_lab.measure.quartiles import Band, quartiles
from bpe_lab.measure.reasons import Reason

State: TypeAlias = Literal["waiting", "done", "cut", "failed", "absent"]


@dataclass(slots=True)
class Entry:
    """One contender at one work; ``state`` is that of its last run.

    ``runs`` are those that came to their end. ``reason`` says why one failed, ``cut_at`` after
    how many seconds one was cut.
    """

    state: State = "waiting"
    runs: list[Done] = field(default_factory=list)
    reason: Reason = field(default_factory=Reason)
    cut_at: float = 0.0

    def seconds(self, pass_index: int = 0) -> Band | None:
        """Quartiles of pass ``pass_index``; None unless all of its runs came to their end."""
        if self.state != "done":
            return None
        return quartiles([run.seconds[pass_index] for run in self.runs])

    @property
    def peak_bytes(self) -> int:
        """The most that a run took; 0 where it is not known."""
        return max((run.peak_bytes for run in self.runs), default=0)


@dataclass(slots=True)
class BenchStanding:
    """All entries, by work and contender, and what the texts are."""

    plan: BenchPlan
    entries: dict[Work, dict[str, Entry]]
    texts: Mapping[str, Trail] = field(default_factory=dict)
    runs_done: int = 0
    cancelled: bool = False
    others: float | None = None

    @classmethod
    def before(cls, plan: BenchPlan) -> BenchStanding:
        """Nothing has run."""
        works = plan.works
        return cls(plan, {w: {name: Entry() for name in CONTENDERS[w.kind]} for w in works})


def apply(standing: BenchStanding, event: BenchEvent) -> None:
    """Take an event into account."""
    if isinstance(event, Prepared):
        standing.texts = event.texts
    elif isinstance(event, Absent):
        standing.entries[event.work][event.contender].state = "absent"
    elif isinstance(event, Done | Cut | Failed):
        standing.runs_done += 1
        entry = standing.entries[event.task.work][event.task.contender]
        if isinstance(event, Done):
            entry.state = "done"
            entry.runs.append(event)
        elif isinstance(event, Cut):
            entry.state, entry.cut_at = "cut", event.seconds
        else:
            entry.state, entry.reason = "failed", event.reason
    elif isinstance(event, Ended):
        standing.cancelled, standing.others = event.cancelled, event.others


def times_as_long(
    standing: BenchStanding, work: Work, name: str, pass_index: int
) -> float | None:
    """The contender's median over ours; None where one of them has none."""
    entries = standing.entries[work]
    above, below = entries[name].seconds(pass_index), entries[OURS].seconds(pass_index)
    return above.middle / max(below.middle, 1e-9) if above and below else None


def ratio_spread(
    standing: BenchStanding, work: Work, name: str, pass_index: int
) -> Band | None:
    """Quartiles of the rounds' own ratios to ours, of two rounds or more that both ended."""
    above, below = (
        _by_round(standing.entries[work][who].runs, pass_index) for who in (name, OURS)
    )
    ratios = [above[number] / max(below[number], 1e-9) for number in above if number in below]
    return quartiles(ratios) if len(ratios) > 1 else None


def _by_round(runs: Sequence[Done], pass_index: int) -> dict[int, float]:
    return {run.task.number: run.seconds[pass_index] for run in runs}
