"""A comparison under way at a terminal: its progress on stderr, and its end."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from bpe_core.cli.bench_words import duration
from bpe_core.cli.compare_words import PHASES, title_of
from bpe_core.cli.runs_bar import runs_bar
from bpe_core.cli.stopping import Stop
from bpe_core.compare.events import CompareEvent, Done, Learned, Reached
from bpe_core.compare.lay_out import Source
from bpe_core.compare.plan import ComparePlan
from bpe_core.compare.runs import compare, planned
from bpe_core.compare.standing import CompareStanding, apply
from bpe_core.measure.outcomes import Cut, Failed, Started


def run_comparison(
    plan: ComparePlan, sources: Mapping[str, Source], stop: Stop
) -> CompareStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else lines."""
    standing = CompareStanding.before(plan)
    console = Console(stderr=True)
    stop.heeded = True
    try:
        with runs_bar(console) as bar:
            runs = bar.add_task("preparing", total=len(planned(plan)))
            for event in compare(plan, sources, stop=stop.event):
                apply(standing, event)
                bar.update(runs, completed=standing.runs_done, description=doing(event))
                line = None if console.is_terminal else line_of(event)
                if line:
                    console.print(line, markup=False, highlight=False, soft_wrap=True)
    finally:
        stop.heeded = False
    return standing


def doing(event: CompareEvent) -> str | None:
    """What is said beside the bar; None: what was said before.

    >>> from bpe_core.compare.plan import Task
    >>> doing(Reached(Task("zh", 8000, "bbpe"), "merge", 3000, 8000))
    'zh 8,000, BBPE: merging 38 %'
    """
    if isinstance(event, Started):
        return title_of(event.task)
    if isinstance(event, Reached):
        part = f" {event.done / event.total:.0%}".replace("%", " %") if event.total else ""
        return f"{title_of(event.task)}: {PHASES.get(event.phase, event.phase)}{part}"
    return None


def line_of(event: CompareEvent) -> str | None:
    """What is worth a line of its own where no bar is drawn."""
    if isinstance(event, Learned):
        return f"{title_of(event.task)}: learned in {duration(event.training.seconds)}"
    if isinstance(event, Done):
        return f"{title_of(event.task)}: done"
    if isinstance(event, Cut):
        return f"{title_of(event.task)}: cut at {duration(event.seconds)}"
    if isinstance(event, Failed):
        return f"{title_of(event.task)}: failed: {event.reason}"
    return None
