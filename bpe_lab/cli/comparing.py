"""A comparison under way at a terminal: its progress on stderr, and its end."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.cli.compare_words import PHASES, title_of
from bpe_lab.cli.measuring import fold_all
from bpe_lab.cli.stopping import Stop
from bpe_lab.cli.units import duration
from bpe_lab.compare.comparison import (
    CompareEvent,
    ComparePlan,
    CompareStanding,
    Done,
    Reached,
    Trained,
    apply,
)
from bpe_lab.compare.runs import CorpusParts, compare, planned
from bpe_lab.measure.frame import Cut, Failed, Started


def run_comparison(
    plan: ComparePlan, sources: Mapping[str, CorpusParts], stop: Stop
) -> CompareStanding:
    """Run it to the end: a bar on stderr where that is a terminal, else lines."""
    return fold_all(
        CompareStanding.before(plan),
        compare(plan, sources, stop=stop.event),
        apply,
        stop,
        first="preparing",
        total=len(planned(plan)),
        doing=doing,
        line=line_of,
    )


def doing(event: CompareEvent) -> str | None:
    """The text beside the bar; None leaves the one before.

    >>> from bpe_lab.compare.plan import Task
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
    if isinstance(event, Trained):
        return f"{title_of(event.task)}: learned in {duration(event.training.seconds)}"
    if isinstance(event, Done):
        return f"{title_of(event.task)}: done"
    if isinstance(event, Cut):
        return f"{title_of(event.task)}: cut at {duration(event.seconds)}"
    if isinstance(event, Failed):
        return f"{title_of(event.task)}: failed: {event.reason}"
    return None
