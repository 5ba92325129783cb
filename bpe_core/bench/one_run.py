"""One run as the benchmark sees it: its process, its clock, its answer or its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from time import monotonic, perf_counter
from typing import Any

from bpe_core.bench import first
from bpe_core.bench.contenders import CONTENDERS
from bpe_core.bench.events import Cut, Done, Failed, Outcome
from bpe_core.bench.made import from_json
from bpe_core.bench.works import STARTS, Task
from bpe_core.race import hearing
from bpe_core.race.child import one_line
from bpe_core.race.hearing import PYTHON, next_line
from bpe_core.race.process import Child, SpeechError, end

SETTING = 180.0  # seconds before the clock starts, and for the answer behind it
GRACE = 0.5  # seconds beyond the budget


def run(folder: Path, task: Task, budget: float, stop: Event) -> Outcome:
    """Do the task in a fresh process; raises ``StoppedError``."""
    start = perf_counter()
    try:
        child = Child(
            command_of(folder, task), home=str(folder), knows=knows(folder, task.threads, task)
        )
    except OSError as error:
        return Failed(task, str(error))
    try:
        from_start = task.work.kind in STARTS
        return heard(child, task, budget, stop, started=start if from_start else None)
    except SpeechError as error:
        return Failed(task, str(error))
    except (AttributeError, KeyError, TypeError, ValueError) as error:  # no such answer
        return Failed(task, one_line(error))
    finally:
        end([child])


def command_of(folder: Path, task: Task) -> list[str]:
    """What its process runs."""
    if task.work.kind not in STARTS:
        return [*PYTHON, "-m", "bpe_core.bench.child", str(folder), task.to_json()]
    who = CONTENDERS[task.work.kind][task.contender]
    return [*PYTHON, str(Path(first.__file__)), str(folder), who.maker, who.library]


def knows(folder: Path, threads: int, task: Task | None = None) -> dict[str, str]:
    """Its environment: how many threads, and where compiled kernels are kept."""
    told = hearing.knows(folder, threads)
    if task and task.work.kind == "compile":
        told["NUMBA_CACHE_DIR"] = mkdtemp(prefix="empty-", dir=folder)
    return told


def heard(
    child: Child, task: Task, budget: float, stop: Event, *, started: float | None
) -> Outcome:
    """What the process says, until its answer; ``started``: its clock runs since then."""
    passes: list[float] = []
    running = started is not None
    until = monotonic() + (budget + GRACE if running else SETTING)
    while True:
        said = next_line(child, until, stop)
        if said is None and running:
            return Cut(task, budget)
        if said is None:
            return Failed(task, f"it said nothing for {SETTING:.0f} s")
        if "clock" in said:
            running = said["clock"] == "started"
            if started is not None:
                passes.append(perf_counter() - started)
            until = monotonic() + (budget + GRACE if running else SETTING)
        elif "done" in said:
            return done(task, said["done"], passes)
        else:
            return Failed(task, str(said.get("failed", "it answered what it was not asked")))


def done(task: Task, told: Mapping[str, Any], passes: list[float]) -> Done:
    """The answer as an event; ``passes`` are times that were taken here."""
    return Done(
        task,
        tuple(told["seconds"]) or tuple(passes),
        int(told["peak_bytes"]),
        str(told["version"]),
        {rule: from_json(trail) for rule, trail in told["made"].items()},
    )
