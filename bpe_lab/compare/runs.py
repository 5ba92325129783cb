"""The comparison under way: one run after the other, each in a fresh process."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from threading import Event

from bpe_core.registry import SYSTEMS
from bpe_lab.compare.events import Absent, CompareEvent
from bpe_lab.compare.lay_out import Source, lay_out
from bpe_lab.compare.one_run import run
from bpe_lab.compare.plan import ComparePlan, Task, plan_to_json
from bpe_lab.compare.prepare import PLAN, prepare
from bpe_lab.measure.outcomes import Ended, Prepared, Started
from bpe_lab.measure.session import session


def compare(
    plan: ComparePlan,
    sources: Mapping[str, Source],
    *,
    keep: Path | None = None,
    stop: Event | None = None,
) -> Generator[CompareEvent, None, None]:
    """Run ``plan`` over ``sources``, by the names that it has for them.

    With ``keep``, a folder, the trained systems are saved there (see `saved.load_system`).
    What goes wrong in a run is an event. Setting ``stop``, closing the generator and an error
    in its consumer end all processes.

    Raises ``EmptyTextError``, ``TextTooLargeError``, ``NotUTF8Error``, ``UnknownNameError``,
    ``OSError``.
    """
    stop = stop or Event()

    def runs(folder: Path) -> Iterator[CompareEvent]:
        texts = lay_out(folder, plan.corpora, sources)
        (folder / PLAN).write_text(plan_to_json(plan), "utf-8")
        prepare(folder, plan, stop)
        yield Prepared(texts)
        for name in plan.systems:
            if not SYSTEMS[name].is_installed:
                yield Absent(name, SYSTEMS[name].library)
        for task in planned(plan):
            yield Started(task)
            yield from run(folder, plan, task, keep, stop)

    return session(runs, Ended)


def planned(plan: ComparePlan) -> list[Task]:
    """The runs whose systems are installed."""
    return [task for task in plan.tasks if SYSTEMS[task.system].is_installed]
