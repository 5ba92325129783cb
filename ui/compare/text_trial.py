"""A reader's text through trained systems: pieces, the way back, what was changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_core.compare.breaking import verdict
from bpe_core.compare.events import Verdict
from bpe_core.compare.plan import Task
from bpe_core.errors import BPELabError
from bpe_core.systems.system import TrainedSystem
from ui.compare.compare_job import Comparing
from ui.scenes.compare.changes import Change, changes_of
from ui.scenes.compare.cuts import Row, row_of
from ui.serving.store import shared_store


@dataclass(frozen=True, slots=True)
class Tried:
    """What a system made of the text; ``row`` is None where it did not take it.

    ``state`` is that of its run: only ``done`` ones are tried. ``changes`` lead from the text
    to what came back.
    """

    system: str
    state: str
    row: Row | None = None
    verdict: Verdict = "refused"
    came_back: str = ""
    changes: tuple[Change, ...] = ()
    problem: BPELabError | None = None

    @property
    def tokens(self) -> int:
        """How many tokens the text became."""
        return len(self.row.parts) if self.row else 0


def tried(comparing: Comparing, corpus: str, size: int, text: str) -> list[Tried]:
    """Every system of the plan, in its order."""
    return list(_tried(comparing, corpus, size, text))


def _tried(comparing: Comparing, corpus: str, size: int, text: str) -> Iterator[Tried]:
    standing = comparing.standing()
    for system in standing.plan.systems:
        task = Task(corpus, size, system)
        state = standing.entries[task].state
        if state != "done":
            yield Tried(system, state)
            continue
        try:
            yield _once(comparing, task, text)
        except BPELabError as error:
            yield Tried(system, "refused", problem=error)
        except Exception:  # another library's refusal, or a fault of ours: told as such
            yield Tried(system, "refused")


def _once(comparing: Comparing, task: Task, text: str) -> Tried:
    """What one system made of the text, once for all readers: equal trainings cut equally."""
    key = ("tried", comparing.key, task, text)
    result: Tried = shared_store().get(
        key, lambda: there_and_back(task.system, comparing.system(task), text)
    )
    return result


def there_and_back(name: str, system: TrainedSystem, text: str) -> Tried:
    """The pieces over the text, and the text again."""
    came_back = system.decode(system.encode(text))
    return Tried(
        name,
        "done",
        row_of(name, text, system.segment(text), came_back),
        verdict(text, came_back),
        came_back,
        changes_of(text, came_back),
    )
