"""A benchmark under way at a terminal: its progress on stderr, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from benchmarks.peers.events import BenchEvent, Done
from benchmarks.peers.runs import bench, planned_runs
from benchmarks.peers.standing import BenchStanding, apply
from benchmarks.peers.works import BenchPlan, Task
from bpe_core.model import BPEModel
from bpe_lab.cli.report import duration
from bpe_lab.cli.terminal import Stop, fold_all
from bpe_lab.measure.outcomes import Cut, Failed, Started


def run_bench(
    plan: BenchPlan, texts: Mapping[str, Path | bytes], model: BPEModel | None, stop: Stop
) -> BenchStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else a line a run."""
    return fold_all(
        BenchStanding.before(plan),
        bench(plan, texts, model=model, stop=stop.event),
        apply,
        stop,
        first="preparing",
        total=planned_runs(plan),
        doing=_doing,
        line=_line,
    )


def _doing(event: BenchEvent) -> str | None:
    """The text beside the bar; None leaves the one before."""
    return _title(event.task) if isinstance(event, Started) else None


def _line(event: BenchEvent) -> str | None:
    """A run in a line."""
    if isinstance(event, Done):
        ending = ", ".join(map(duration, event.seconds))
    elif isinstance(event, Cut):
        ending = f"cut at {duration(event.seconds)}"
    elif isinstance(event, Failed):
        ending = f"failed: {event.reason}"
    else:
        return None
    return f"{_title(event.task)}: {ending}"


def _title(task: Task) -> str:
    return f"{task.work.name}, {task.contender}, {task.number + 1}"
