"""Where a comparison stands: its events, folded."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bpe_lab.compare.events import (
    Absent,
    CompareEvent,
    Done,
    Encoded,
    Encoding,
    Learned,
    Measured,
    Outcome,
    Reached,
    RunEvent,
    TextSizes,
    Training,
)
from bpe_lab.compare.plan import ComparePlan, Task
from bpe_lab.measure.outcomes import Cut, Ended, Prepared, Started
from bpe_lab.measure.reasons import Reason

State: TypeAlias = Literal["waiting", "running", "done", "cut", "failed", "absent"]


@dataclass(slots=True)
class Entry:
    """One run of the table.

    ``training`` stands from the end of the training on, also where the run is cut or fails
    later; so does ``measured`` from the end of encoding on, whole when all is done.
    ``reached`` is the latest progress of a running one. ``reason`` says why it failed, or which
    library is missing; ``cut_at`` is in seconds.
    """

    state: State = "waiting"
    reached: Reached | None = None
    training: Training | None = None
    measured: Measured | None = None
    reason: Reason = field(default_factory=Reason)
    cut_at: float = 0.0

    def encoding(self, corpus: str) -> Encoding | None:
        """The held-out text of ``corpus``, if it was encoded."""
        encodings = self.measured.encodings if self.measured else ()
        return next((each for each in encodings if each.corpus == corpus), None)


@dataclass(slots=True)
class CompareStanding:
    """All entries, in the plan's order, and what the texts are."""

    plan: ComparePlan
    entries: dict[Task, Entry]
    texts: Mapping[str, TextSizes] = field(default_factory=dict)
    runs_done: int = 0
    prepared: bool = False
    ended: bool = False
    cancelled: bool = False
    others: float | None = None

    @classmethod
    def before(cls, plan: ComparePlan) -> CompareStanding:
        """Nothing has run."""
        return cls(plan, {task: Entry() for task in plan.tasks})

    def copied(self) -> CompareStanding:
        """One that later events do not change."""
        other = copy(self)
        other.entries = {task: copy(entry) for task, entry in self.entries.items()}
        return other

    @property
    def running(self) -> Task | None:
        """The run that is under way."""
        states = self.entries.items()
        return next((task for task, entry in states if entry.state == "running"), None)


def apply(standing: CompareStanding, event: CompareEvent) -> None:
    """Take an event into account."""
    if isinstance(event, Prepared):
        standing.texts, standing.prepared = event.texts, True
    elif isinstance(event, Absent):
        _absent(standing, event)
    elif isinstance(event, Ended):
        standing.ended, standing.cancelled = True, event.cancelled
        standing.others = event.others
        if standing.running:
            standing.entries[standing.running].state = "waiting"
    else:
        _of_run(standing, standing.entries[event.task], event)


def _absent(standing: CompareStanding, event: Absent) -> None:
    for task, entry in standing.entries.items():
        if task.system == event.system:
            entry.state, entry.reason = "absent", Reason(event.library)


def _of_run(standing: CompareStanding, entry: Entry, event: RunEvent) -> None:
    if isinstance(event, Started):
        entry.state = "running"
    elif isinstance(event, Reached):
        entry.reached = event
    elif isinstance(event, Learned):
        entry.training = event.training
    elif isinstance(event, Encoded):
        entry.measured = Measured(event.encodings)
    else:
        _over(entry, event)
        standing.runs_done += 1


def _over(entry: Entry, event: Outcome) -> None:
    if isinstance(event, Done):
        entry.state, entry.measured = "done", event.measured
    elif isinstance(event, Cut):
        entry.state, entry.cut_at = "cut", event.seconds
    else:
        entry.state, entry.reason = "failed", event.reason
