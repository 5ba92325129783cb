"""A comparison in the background: its events folded as they come, its systems kept to try."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from time import monotonic
from weakref import finalize

import streamlit as st

from bpe_core.compare import saved
from bpe_core.compare.lay_out import Source
from bpe_core.compare.plan import ComparePlan, Task
from bpe_core.compare.runs import compare
from bpe_core.compare.standing import CompareStanding, apply
from bpe_core.race.leftovers import own_folder
from bpe_core.race.machine import machine
from bpe_core.registry import SYSTEMS
from bpe_core.systems.system import TrainedSystem
from ui.compare.corpora import built_in
from ui.page.long_uploads import UploadedText
from ui.page.training_limits import Memory, need_of, training_memory

MOST_KEPT = 8
MOST_LOADED = 24  # systems of one comparison in memory at the same time
LONGEST = 900.0  # seconds; then a comparison ends, if others wait


@dataclass(frozen=True, slots=True)
class Setup:
    """What is compared; ``given`` are the reader's files by the corpus' name."""

    plan: ComparePlan
    given: tuple[tuple[str, UploadedText], ...] = ()

    @property
    def key(self) -> Hashable:
        """Equal for comparisons that do the same."""
        return self.plan, self.given

    def sources(self) -> dict[str, Source]:
        """The texts; raises what reading them raises."""
        files = {name: given.text() for name, given in self.given}
        return {
            name: Source(files[name] if name in files else built_in(name))
            for name in self.plan.corpora
        }

    @property
    def files(self) -> dict[str, str]:
        """The names of the reader's files."""
        return {name: given.name for name, given in self.given}


def libraries_of(plan: ComparePlan) -> list[str]:
    """The packages that its systems need."""
    return sorted({SYSTEMS[name].library for name in plan.systems} - {""})


@dataclass(slots=True, eq=False, weakref_slot=True)
class Comparing:
    """A comparison under way, or over. The thread that runs it writes, pages read copies.

    Trained systems lie in a folder that goes when nobody holds the comparison any more.
    """

    setup: Setup
    now: CompareStanding
    kept: KeptComparisons
    others_wait: Callable[[], bool] = lambda: False
    memory: Memory = field(default_factory=lambda: training_memory())
    gave_way: bool = False
    facts: dict[str, str] = field(default_factory=dict)
    folder: Path | None = None
    loaded: OrderedDict[Task, TrainedSystem] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(
        cls,
        setup: Setup,
        kept: KeptComparisons,
        others_wait: Callable[[], bool] = lambda: False,
    ) -> Comparing:
        """Before its start; a whole one will be ``kept``."""
        return cls(setup, CompareStanding.before(setup.plan), kept, others_wait)

    def run(self, stop: Event) -> None:
        """Run it to its end. A long one gives way where others wait."""
        plan = self.setup.plan
        self.facts = machine(["numba", *libraries_of(plan)])
        sources = self.setup.sources()
        self._make_folder()
        most = max(len(source.training) for source in sources.values())  # type: ignore[arg-type]
        until = monotonic() + LONGEST
        with self.memory.reserved(need_of(most), stop):
            for event in compare(plan, sources, keep=self.folder, stop=stop):
                with self.lock:
                    apply(self.now, event)
                if monotonic() > until and not stop.is_set() and self.others_wait():
                    self.gave_way = True
                    stop.set()
        if self.is_whole:
            self.kept.put(self)

    def _make_folder(self) -> None:
        held = ExitStack()
        self.folder = held.enter_context(own_folder())
        finalize(self, held.close)

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""
        return self.now.ended and not self.now.cancelled

    def standing(self) -> CompareStanding:
        """A copy that does not change any more."""
        with self.lock:
            return self.now.copied()

    def system(self, task: Task) -> TrainedSystem:
        """What a run has trained, from its files; raises the errors of `bpe_core`."""
        assert self.folder is not None
        with self.lock:
            if task not in self.loaded:
                self.loaded[task] = saved.kept(self.folder, self.setup.plan, task)
            self.loaded.move_to_end(task)
            while len(self.loaded) > MOST_LOADED:
                self.loaded.popitem(last=False)
            return self.loaded[task]


@dataclass(slots=True)
class KeptComparisons:
    """The comparisons ended last. Safe for threads."""

    most: int = MOST_KEPT
    kept: OrderedDict[Hashable, Comparing] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def put(self, comparing: Comparing) -> None:
        """Keep one, in place of an earlier one of the same set-up."""
        with self.lock:
            self.kept[comparing.setup.key] = comparing
            self.kept.move_to_end(comparing.setup.key)
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)

    def get(self, setup: Setup) -> Comparing | None:
        """The latest comparison of this set-up."""
        with self.lock:
            if setup.key in self.kept:
                self.kept.move_to_end(setup.key)
            return self.kept.get(setup.key)


@st.cache_resource
def kept_comparisons() -> KeptComparisons:
    """Those of this server: a class needs one comparison, not two hundred."""
    return KeptComparisons()
