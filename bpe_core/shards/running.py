"""Tasks on an engine: those alone whose work is not done yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol, TypeVar

from bpe_core.errors import BPELabError, OptionError
from bpe_core.runtime.arguments import as_integer, as_tuple
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads
from bpe_core.shards.engines import Engine


class Task(Protocol):
    """Work that leaves files behind, whole or not at all."""

    @property
    def name(self) -> str:
        """What an error is named after."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether its files are there, from an earlier run."""
        ...

    def run(self, tell: OnProgress | None) -> None:
        """Do it; ``tell`` may raise, which ends it."""
        ...


AnyTask = TypeVar("AnyTask", bound=Task)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as a value with its notes, which would get lost between processes."""

    error: Exception
    notes: tuple[str, ...]


def run_task(task: Task, tell: OnProgress | None = None) -> Failure | None:
    """Run a task; what is wrong with its input comes back, anything else is raised."""
    try:
        task.run(tell)
    except (BPELabError, OSError) as error:
        return Failure(error, tuple(getattr(error, "__notes__", ())))
    return None


def run_all(
    engine: Engine, tasks: Sequence[AnyTask], phase: Phase, size: Callable[[AnyTask], int]
) -> None:
    """Run those that are not done yet; raises what the first one that fails raises."""
    waiting = [task for task in tasks if not task.is_done]
    done = sum(map(size, tasks)) - sum(map(size, waiting))
    phase.finished(done)
    if not waiting:
        return
    with closing(engine(run_task, waiting)) as finished:
        for index, failure in finished:
            if failure is not None:
                _raise(failure, waiting[index].name)
            done += size(waiting[index])
            phase.finished(done)


def _raise(failure: Failure, name: str) -> None:
    error = failure.error
    error.__notes__ = [name] if name not in str(error) else []
    for note in failure.notes:
        error.add_note(note)
    raise error


def part_of(tasks: Sequence[AnyTask], part: tuple[int, int] | None) -> Sequence[AnyTask]:
    """Every ``N``-th from the ``I``-th on, for ``(I, N)``; all without a part.

    Raises ``OptionError``.
    """
    if part is None:
        return tasks
    rule = "two integers, from 1/N to N/N"
    numbers = [as_integer("part", number) for number in as_tuple("part", part, rule)]
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1]:
        raise OptionError(name="part", value="/".join(map(str, numbers)), rule=rule)
    number, of = numbers
    return tasks[number - 1 :: of]


def threads_of_each(tasks: Sequence[Task], threads: int | None) -> int:
    """The threads that are left to each task, if few have to be run."""
    waiting = sum(not task.is_done for task in tasks)
    return max(1, number_of_threads(threads) // max(1, waiting))


def key_of(values: object) -> str:
    """A name for the work that depends on ``values`` alone.

    >>> key_of(["a", 1]) == key_of(["a", 1]), len(key_of(["a", 2]))
    (True, 32)
    """
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]
