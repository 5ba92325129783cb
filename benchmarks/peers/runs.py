"""The benchmark under way: every work, its contenders in turn, each run in a fresh process.

Loading is not timed, but where it is the work. Round by round all contenders of a work run
once, in an order that turns round, so that a slow minute of the machine hits all alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from time import perf_counter
from typing import Any

from benchmarks.peers import first
from benchmarks.peers.inputs import have_prepared, lay_out
from benchmarks.peers.standing import Absent, BenchEvent, Done, Outcome
from benchmarks.peers.trails import Trail
from benchmarks.peers.works import CONTENDERS, PASSES, STARTS, BenchPlan, BenchTask, Work
from bpe_core.model import BPEModel
from bpe_lab.measure.frame import Cut, Ended, Failed, Prepared, Started, session, turns
from bpe_lab.measure.messages import Protocol
from bpe_lab.measure.process import PYTHON, command_of, run_task, variables


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
        have_prepared(folder, plan, next(iter(texts), ""), stop)
        yield Prepared(trails)
        for work in plan.works:
            yield from _work(folder, plan, work, stop)

    return session(plan, runs, Ended)


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
        task = BenchTask(work, name, number, plan.threads)
        yield Started(task)
        ended = run(folder, plan, task, budget, stop)
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


def run(folder: Path, plan: BenchPlan, task: BenchTask, budget: float, stop: Event) -> Outcome:
    """Do the task in a fresh process; raises ``StoppedError``."""
    kind, start = task.work.kind, perf_counter()
    messages = run_task(
        task,
        command_for(folder, plan, task),
        environment_of(folder, task),
        Protocol(
            answers={"done": partial(done, task)},
            clocks=PASSES.get(kind, 1),
            form="pickle",
        ),
        stop,
        home=folder,
        budget=budget,
        running=kind in STARTS,
    )
    *clock, (answer, _) = [(message, perf_counter() - start) for message in messages]
    if isinstance(answer, Cut | Failed):
        return answer
    assert isinstance(answer, Done)
    return replace(answer, seconds=answer.seconds or tuple(seconds for _, seconds in clock))


def command_for(folder: Path, plan: BenchPlan, task: BenchTask) -> list[str]:
    """What its process runs."""
    if task.work.kind not in STARTS:
        place = str(plan.works.index(task.work)), task.contender, str(task.number)
        return command_of("benchmarks.peers.calls:run", folder, *place)
    who = CONTENDERS[task.work.kind][task.contender]
    return [*PYTHON, str(Path(first.__file__)), str(folder), who.maker, who.library]


def environment_of(folder: Path, task: BenchTask) -> dict[str, str]:
    """How many threads it may use, and where compiled kernels are kept."""
    environment = variables(str(folder), task.threads)
    if task.work.kind == "compile":
        environment["XDG_CACHE_HOME"] = mkdtemp(prefix="empty-", dir=folder)
    return environment


def done(task: BenchTask, answer: tuple[Any, ...]) -> Done:
    """What `calls.done` says, as an event; where it has no seconds, they are taken here."""
    seconds, peak_bytes, version, made = answer
    trails = {rule: Trail(*trail) for rule, trail in made.items()}
    return Done(task, tuple(seconds), peak_bytes, version, trails)
