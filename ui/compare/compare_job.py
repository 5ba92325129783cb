"""What is compared, and the comparison in the background."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Generator, Hashable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Event
from typing import ClassVar
from weakref import finalize

import streamlit as st

from bpe_core.errors import InputError
from bpe_core.library import library_bytes
from bpe_core.registry import SYSTEMS
from bpe_core.runtime.machine import temporary_folder
from bpe_core.systems.system import TrainedSystem
from bpe_core.texts.corpus import sample
from bpe_lab.compare.comparison import (
    CompareEvent,
    ComparePlan,
    CompareStanding,
    CompareTask,
    apply,
)
from bpe_lab.compare.runs import CorpusParts, compare, load_system
from bpe_lab.measure.machine import machine
from bpe_lab.text import catalogue
from ui.page.text_inputs import MB, UploadedText
from ui.serving.jobs import session_races
from ui.serving.measurements import LatestMeasurements, Measurement, SessionMeasurement
from ui.serving.memory import Memory, need_of, training_memory

LIBRARY = {"library_1m": MB, "library_130k": 133_000, "library": None}
HELP = "help"
OURS = {"lab_en": "en", "lab_zh": "zh"}  # this lab's own texts, by language
STORIES = ("story_en", "story_zh")
UPLOADS = ("upload", "upload_2")
TABLE = "compare"  # its kind of job
MOST = 8  # comparisons that stay
MOST_LOADED = 24  # systems of one comparison in memory at the same time


@cache
def built_in(name: str) -> bytes:
    """A built-in text as UTF-8, made once for all readers; raises ``InputError("no_library")``.

    >>> "分词" in built_in("lab_zh").decode()
    True
    """
    if name in LIBRARY:
        return library_bytes(LIBRARY[name])
    if name == HELP:
        return _help().encode()
    return _ours(OURS[name]).encode() if name in OURS else sample(name).text.encode()


def _help() -> str:
    """What Python's ``help()`` has to say: English prose, as old as this Python."""
    try:
        from pydoc_data.topics import topics
    except ImportError as error:  # left out of some small installations
        raise InputError("no_library", folder="pydoc_data") from error
    return "\n\n".join(topics.values())


def _ours(language: str) -> str:
    """The sentences of the catalogue, without their placeholders, a line each."""
    texts = (re.sub(r"\{\w+(:[^}]*)?\}", "", text) for text in catalogue(language).values())
    return (
        "\n".join(text for text in texts if " " in text or "，" in text or "。" in text) + "\n"
    )


@dataclass(frozen=True, slots=True)
class Setup:
    """What is compared; ``uploads`` are the reader's files by the corpus' name."""

    plan: ComparePlan
    uploads: tuple[tuple[str, UploadedText], ...] = ()

    @property
    def key(self) -> Hashable:
        """Equal for comparisons that do the same; it holds no file, and may outlive them."""
        files = tuple((name, file.digest, file.replace) for name, file in self.uploads)
        return self.plan, files

    def sources(self) -> dict[str, CorpusParts]:
        """The texts; raises what reading them raises."""
        files = {name: file.text() for name, file in self.uploads}
        return {
            name: CorpusParts(files[name] if name in files else built_in(name))
            for name in self.plan.corpora
        }

    @property
    def files(self) -> dict[str, str]:
        """The names of the reader's files."""
        return {name: file.name for name, file in self.uploads}


def libraries_of(plan: ComparePlan) -> list[str]:
    """The packages that its systems need."""
    return sorted({SYSTEMS[name].library for name in plan.systems} - {""})


@dataclass(slots=True, eq=False, kw_only=True)
class Comparing(Measurement[CompareStanding]):
    """A comparison under way, or over.

    Trained systems lie in a folder that goes when nobody holds the comparison any more.
    """

    setup: Setup
    memory: Memory = field(default_factory=lambda: training_memory())
    folder: Path | None = None
    loaded: OrderedDict[CompareTask, TrainedSystem] = field(default_factory=OrderedDict)
    longest: ClassVar[float] = 900.0

    @classmethod
    def of(cls, setup: Setup) -> Comparing:
        """Before its start; systems that are not installed will not run."""
        planned = sum(SYSTEMS[task.system].is_installed for task in setup.plan.tasks)
        return cls(now=CompareStanding.before(setup.plan), planned=planned, setup=setup)

    @property
    def key(self) -> Hashable:
        """That of its set-up."""
        return self.setup.key

    @property
    def weight(self) -> int:
        """The reader's files; what was trained lies on the disk."""
        return sum(len(file.data) for _, file in self.setup.uploads)

    def events(self, stop: Event) -> Generator[CompareEvent, None, None]:
        """Those of the runs, one after the other."""
        plan = self.setup.plan
        self.facts = machine(["numba", *libraries_of(plan)])
        sources = self.setup.sources()
        self._make_folder()
        most = max(len(source.training) for source in sources.values())  # type: ignore[arg-type]
        with self.memory.reserved(need_of(most), stop):
            yield from compare(plan, sources, keep=self.folder, stop=stop)

    def fold(self, event: CompareEvent) -> None:
        """Note it in the standing."""
        apply(self.now, event)

    def copied(self) -> CompareStanding:
        """The standing with entries of its own."""
        return self.now.copied()

    def _make_folder(self) -> None:
        held = ExitStack()
        self.folder = held.enter_context(temporary_folder())
        finalize(self, held.close)

    def system(self, task: CompareTask) -> TrainedSystem:
        """What a run has trained, from its files; raises the errors of `bpe_core`."""
        assert self.folder is not None
        with self.lock:
            if task not in self.loaded:
                self.loaded[task] = load_system(self.folder, self.setup.plan, task)
            self.loaded.move_to_end(task)
            while len(self.loaded) > MOST_LOADED:
                self.loaded.popitem(last=False)
            return self.loaded[task]


@st.cache_resource
def latest_comparisons() -> LatestMeasurements[Comparing]:
    """Those of this server: a class needs one comparison, not two hundred."""
    return LatestMeasurements(most=MOST)


def session_table() -> SessionMeasurement[Comparing]:
    """The session's table. It is timed: it and races wait for each other."""
    return SessionMeasurement(TABLE, session_races(), latest_comparisons())
