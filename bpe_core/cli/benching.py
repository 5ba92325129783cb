"""A benchmark under way at a terminal: its progress on stderr, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from bpe_core.bench.events import BenchEvent, Done, Outcome
from bpe_core.bench.runs import bench, planned_runs
from bpe_core.bench.standing import BenchStanding, apply
from bpe_core.bench.works import BenchPlan
from bpe_core.cli.bench_words import duration
from bpe_core.cli.runs_bar import runs_bar
from bpe_core.cli.stopping import Stop
from bpe_core.measure.outcomes import Cut, Failed, Started
from bpe_core.model import BPEModel


def run_bench(
    plan: BenchPlan, texts: Mapping[str, Path | bytes], model: BPEModel | None, stop: Stop
) -> BenchStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else a line a run."""
    standing = BenchStanding.before(plan)
    console = Console(stderr=True)
    stop.heeded = True
    try:
        with runs_bar(console) as bar:
            runs = bar.add_task("preparing", total=planned_runs(plan))
            for event in bench(plan, texts, model=model, stop=stop.event):
                apply(standing, event)
                bar.update(runs, completed=standing.runs_done, description=_doing(event))
                if isinstance(event, Done | Cut | Failed) and not console.is_terminal:
                    console.print(_line(event), markup=False, highlight=False, soft_wrap=True)
    finally:
        stop.heeded = False
    return standing


def _doing(event: BenchEvent) -> str | None:
    """What is said beside the bar; None: what was said before."""
    if not isinstance(event, Started):
        return None
    task = event.task
    return f"{task.work.name}, {task.contender}, {task.number + 1}"


def _line(event: Outcome) -> str:
    """A run in a line."""
    task = event.task
    if isinstance(event, Done):
        ended = ", ".join(map(duration, event.seconds))
    elif isinstance(event, Cut):
        ended = f"cut at {duration(event.seconds)}"
    else:
        ended = f"failed: {event.reason}"
    return f"{task.work.name}, {task.contender}, {task.number + 1}: {ended}"
