"""A reader's text through trained systems: pieces, the way back, what was changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial

from bpe_core.errors import BPELabError
from bpe_core.systems.system import TrainedSystem
from bpe_lab.compare.breaking import verdict
from bpe_lab.compare.events import Verdict
from bpe_lab.compare.plan import Task
from bpe_lab.scenes.compare import Change, Row, changes_of, row_of
from ui.compare.compare_job import Comparing
from ui.compare.ready_systems import ready_system
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


def tried_ready(systems: Sequence[str], text: str) -> list[Tried]:
    """Those that come along trained."""
    return [_once(name, partial(ready_system, name), "ready", text) for name in systems]


def tried(comparing: Comparing, corpus: str, size: int, text: str) -> list[Tried]:
    """Every system of the plan, in its order."""
    standing = comparing.standing()

    def of(system: str) -> Tried:
        task = Task(corpus, size, system)
        state = standing.entries[task].state
        if state != "done":
            return Tried(system, state)
        load = partial(comparing.system, task)
        return _once(system, load, (comparing.key, task), text)

    return [of(system) for system in standing.plan.systems]


def _once(name: str, load: Callable[[], TrainedSystem], trained: Hashable, text: str) -> Tried:
    """What one system makes of the text, once for all readers: equal trainings cut equally."""
    try:
        result: Tried = shared_store().get(
            ("tried", name, trained, text), lambda: there_and_back(name, load(), text)
        )
    except BPELabError as error:
        return Tried(name, "refused", problem=error)
    except Exception:  # another library's refusal, or a fault of ours: told as such
        return Tried(name, "refused")
    return result


def there_and_back(name: str, system: TrainedSystem, text: str) -> Tried:
    """The pieces over the text, and the text again."""
    came_back = system.decode(system.encode_short(text))
    return Tried(
        name,
        "done",
        row_of(name, text, system.segment(text), came_back),
        verdict(text, came_back),
        came_back,
        changes_of(text, came_back),
    )
