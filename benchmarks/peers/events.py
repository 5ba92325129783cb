"""What happens in a benchmark, as it happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from benchmarks.peers.trails import Trail
from benchmarks.peers.works import Task, Work
from bpe_lab.measure.outcomes import Cut, Ended, Failed, Prepared, Started


@dataclass(frozen=True, slots=True)
class Absent:
    """A library is not installed."""

    work: Work
    contender: str
    library: str


@dataclass(frozen=True, slots=True)
class Done:
    """A run has ended: ``seconds`` of each pass, the first one fresh, and its ``trails``.

    ``peak_bytes`` is the most memory that its process has had, interpreter and input
    included; 0: not known. ``trails`` are what it made, by what can be compared (see
    ``calls``).
    """

    task: Task
    seconds: tuple[float, ...]
    peak_bytes: int = 0
    version: str = ""
    trails: Mapping[str, Trail] = field(default_factory=dict)


Outcome: TypeAlias = Done | Cut[Task] | Failed[Task]
BenchEvent: TypeAlias = Prepared[Trail] | Absent | Started[Task] | Outcome | Ended
