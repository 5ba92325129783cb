"""One run as the benchmark sees it: its process, its clock, its answer or its end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from time import perf_counter
from typing import Any

from benchmarks.peers import first
from benchmarks.peers.contenders import CONTENDERS
from benchmarks.peers.events import Done, Outcome
from benchmarks.peers.trails import trail_of
from benchmarks.peers.works import PASSES, STARTS, Task
from bpe_lab.measure.endings import CutError, RunError
from bpe_lab.measure.messages import (
    Protocol,
    as_count,
    as_list,
    as_name,
    as_object,
    as_seconds,
)
from bpe_lab.measure.outcomes import Cut, Failed
from bpe_lab.measure.run import PYTHON, run_process, variables


def run(folder: Path, task: Task, budget: float, stop: Event) -> Outcome:
    """Do the task in a fresh process; raises ``StoppedError``."""
    kind, start = task.work.kind, perf_counter()
    messages = run_process(
        command_of(folder, task),
        environment_of(folder, task),
        Protocol(answers={"done": partial(done, task)}, clocks=PASSES.get(kind, 1)),
        stop,
        home=folder,
        budget=budget,
        running=kind in STARTS,
    )
    try:
        *clock, (answer, _) = [(message, perf_counter() - start) for message in messages]
    except CutError:
        return Cut(task, budget)
    except RunError as error:
        return Failed(task, error.reason)
    assert isinstance(answer, Done)
    return replace(answer, seconds=answer.seconds or tuple(seconds for _, seconds in clock))


def command_of(folder: Path, task: Task) -> list[str]:
    """What its process runs."""
    if task.work.kind not in STARTS:
        return [*PYTHON, "-m", "benchmarks.peers.child", str(folder), task.to_json()]
    who = CONTENDERS[task.work.kind][task.contender]
    return [*PYTHON, str(Path(first.__file__)), str(folder), who.maker, who.library]


def environment_of(folder: Path, task: Task) -> dict[str, str]:
    """How many threads it may use, and where compiled kernels are kept."""
    environment = variables(str(folder), task.threads)
    if task.work.kind == "compile":
        environment["XDG_CACHE_HOME"] = mkdtemp(prefix="empty-", dir=folder)
    return environment


def done(task: Task, value: Any) -> Done:
    """What `child.done` says, as an event; no ``seconds``: they are taken here."""
    fields = as_object(value)
    return Done(
        task,
        tuple(as_seconds(each) for each in as_list(fields["seconds"])),
        as_count(fields["peak_bytes"]),
        as_name(fields["version"]),
        {rule: trail_of(trail) for rule, trail in as_object(fields["made"]).items()},
    )
