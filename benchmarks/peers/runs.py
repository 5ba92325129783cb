"""The benchmark under way: every work, its contenders in turn, each run in a fresh process.

Loading is not timed, but where it is the work. Round by round all contenders of a work run
once, in an order that turns round, so that a slow minute of the machine hits all alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from benchmarks.peers.contenders import CONTENDERS
from benchmarks.peers.events import (
    Absent,
    BenchEvent,
    Done,
    Outcome,
)
from benchmarks.peers.lay_out import lay_out
from benchmarks.peers.one_run import run
from benchmarks.peers.prepare import prepare
from benchmarks.peers.works import BenchPlan, Task, Work
from bpe_core.model import BPEModel
from bpe_lab.measure.outcomes import Cut, Ended, Failed, Prepared, Started
from bpe_lab.measure.session import session
from bpe_lab.measure.turns import turns


def bench(
    plan: BenchPlan,
    texts: Mapping[str, Path | bytes],
    *,
    model: BPEModel | None = None,
    stop: Event | None = None,
) -> Generator[BenchEvent, None, None]:
    """Run ``plan`` over ``texts``, by the names that its works have for them.

    Encoders and decoders take ``model``; without one they take a vocabulary that is trained
    on the first text. What goes wrong in a run is an event. Setting ``stop``, closing the
    generator and an error in its consumer end all processes.

    Raises ``PreparationError``, ``NotUTF8Error``, ``OptionError``, ``OSError``.
    """
    stop = stop or Event()

    def runs(folder: Path) -> Iterator[BenchEvent]:
        trails = lay_out(folder, plan, texts, model)
        prepare(folder, plan, next(iter(texts), ""), stop)
        yield Prepared(trails)
        for work in plan.works:
            yield from _work(folder, plan, work, stop)

    return session(runs, Ended)


def planned_runs(plan: BenchPlan) -> int:
    """Runs in all, at the most."""
    return plan.repeats * sum(len(installed(work)) for work in plan.works)


def installed(work: Work) -> list[str]:
    """Who can run here."""
    return [name for name, who in CONTENDERS[work.kind].items() if who.is_installed]


def _work(folder: Path, plan: BenchPlan, work: Work, stop: Event) -> Iterator[BenchEvent]:
    for name, who in CONTENDERS[work.kind].items():
        if not who.is_installed:
            yield Absent(work, name, who.library)
    budget = min(plan.budget, work.budget)
    left_out = LeftOut(budget)
    for number, name in turns(installed(work), repeats=plan.repeats):
        if name in left_out:
            continue
        task = Task(work, name, number, plan.threads)
        yield Started(task)
        ended = run(folder, task, budget, stop)
        left_out.note(ended)
        yield ended


@dataclass(slots=True)
class LeftOut:
    """Who is not run again at a work: who failed, was cut, or has had its ``budget``."""

    budget: float
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    out: set[str] = field(default_factory=set)

    def note(self, ended: Outcome) -> None:
        """Take a run into account."""
        if isinstance(ended, Cut | Failed):
            self.out.add(ended.task.contender)
        elif isinstance(ended, Done):
            self.seconds[ended.task.contender] += sum(ended.seconds)

    def __contains__(self, contender: str) -> bool:
        return contender in self.out or self.seconds[contender] >= self.budget
