"""The frame of whatever is measured: what a plan may ask for, who runs when, what happens.

A race, a comparison and a benchmark have each a plan, tasks, and events of their own beside
these; their `session` is a folder that their processes read, and an end however it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Literal, TypeAlias, TypeVar

from bpe_core.errors import OptionError
from bpe_core.runtime.files import naming
from bpe_core.runtime.machine import temporary_folder
from bpe_lab.measure.guards import pickled
from bpe_lab.measure.machine import processor_time, taken_by_others, usable_cores
from bpe_lab.measure.reasons import Reason, StoppedError

MOST_REPEATS = 101
MOST_THREADS = 64
PLAN = "plan"  # the file of it in the folder that processes read

Runner = TypeVar("Runner")
Event = TypeVar("Event")
Plan = TypeVar("Plan")
Task = TypeVar("Task")
Text = TypeVar("Text")


def check_number(name: str, value: int, least: int, most: int) -> None:
    """Raise ``OptionError`` unless ``least`` <= ``value`` <= ``most``."""
    if not least <= value <= most:
        raise OptionError(name=name, value=value, rule=f"{least} to {most}")


def check_budget(seconds: float, most: float) -> None:
    """The same for the seconds of a run."""
    if not 0 < seconds <= most:
        rule = f"above 0, at most {most:.0f} seconds"
        raise OptionError(name="budget", value=seconds, rule=rule)


def all_threads() -> int:
    """As many as this process may use at the same time."""
    return max(1, round(usable_cores()))


def border(data: bytes, size: int) -> int:
    """The end of the last character that lies within the first ``size`` bytes.

    A size within the first character takes that character.

    >>> border("aé".encode(), 2), border("é".encode(), 1)
    (1, 2)
    """
    end = min(size, len(data))
    while 0 < end < len(data) and data[end] & 0xC0 == 0x80:  # within a character
        end -= 1
    while end == 0 or (end < len(data) and data[end] & 0xC0 == 0x80):
        end += 1
    return end


def turns(
    runners: Sequence[Runner], *, repeats: int, warm_ups: int = 0
) -> Iterator[tuple[int, Runner]]:
    """(number, runner) in turn, so that a slow minute of the machine hits all alike.

    The order turns round with every repeat: nobody always runs after the same one.

    >>> [f"{name}{number}" for number, name in turns("ab", repeats=2, warm_ups=1)]
    ['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1']
    """
    order = list(runners)
    for number in range(-warm_ups, repeats):
        yield from ((number, runner) for runner in order)
        order.reverse()


def session(
    plan: object,
    runs: Callable[[Path], Iterator[Event]],
    ended: Callable[[bool, float | None], Event],
) -> Generator[Event, None, None]:
    """The events of ``runs``, which read the folder that they get, then that of the end.

    The plan lies in the folder. ``ended`` takes whether they were stopped, and as many cores as
    other programs took on average meanwhile; nothing is left when it comes. An ``OSError`` of a
    full disk has the folder's name.
    """
    cancelled, before = False, processor_time()
    with temporary_folder() as folder, naming(folder):
        (folder / PLAN).write_bytes(pickled(plan))
        try:
            yield from runs(folder)
        except StoppedError:
            cancelled = True
    yield ended(cancelled, taken_by_others(before, processor_time()))


@dataclass(frozen=True, slots=True)
class Prepared(Generic[Text]):
    """All that runs need lies ready; what is to be known of the ``texts``, by name."""

    texts: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class Started(Generic[Task]):
    """A run begins."""

    task: Task


@dataclass(frozen=True, slots=True)
class Cut(Generic[Task]):
    """A run was ended after ``seconds``, its budget."""

    task: Task
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed(Generic[Task]):
    """A run came to nothing, for this ``reason``."""

    task: Task
    reason: Reason


@dataclass(frozen=True, slots=True)
class Ended:
    """All is over and nothing is left running; ``others`` took so many cores on average."""

    cancelled: bool
    others: float | None = field(default=None, compare=False)  # no two runs have the same


State: TypeAlias = Literal["waiting", "running", "done", "cut", "failed", "absent"]


@dataclass(slots=True, kw_only=True)
class Entry:
    """Where a run stands, or all runs of one contender.

    ``reason`` says why it failed, or which library is missing; ``cut_at`` is in seconds.
    """

    state: State = "waiting"
    reason: Reason = field(default_factory=Reason)
    cut_at: float = 0.0

    def note(self, event: Cut[Task] | Failed[Task]) -> None:
        """It ended without an answer."""
        if isinstance(event, Cut):
            self.state, self.cut_at = "cut", event.seconds
        else:
            self.state, self.reason = "failed", event.reason


@dataclass(slots=True, kw_only=True)
class AnyStanding(Generic[Plan]):
    """What is known of any plan under way; events are folded into what is added to it.

    ``others`` are the cores that other programs took meanwhile, as in `Ended`.
    """

    plan: Plan
    runs_done: int = 0
    ended: bool = False
    cancelled: bool = False
    others: float | None = None

    def end(self, event: Ended) -> None:
        """All is over."""
        self.ended, self.cancelled = True, event.cancelled
        self.others = event.others
