"""A comparison: its plan, what its runs measure, what happens in it, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.registry import SYSTEMS, look_up
from bpe_lab.measure.frame import (
    MOST_THREADS,
    AnyStanding,
    Cut,
    Ended,
    Entry,
    Failed,
    Prepared,
    Started,
    all_threads,
    check_budget,
    check_number,
)
from bpe_lab.measure.reasons import Reason

MOST_CORPORA = 8
MOST_SIZES = 8
MOST_BUDGET = 7200.0  # seconds a system
SMALLEST, LARGEST = 257, 1_000_000  # tokens


class CompareTask(NamedTuple):
    """One run: a system, the corpus it learns from and the tokens that it may have."""

    corpus: str
    vocab_size: int
    system: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePlan:
    """Which systems learn from which corpora, how many tokens, and when a run is cut.

    ``corpora`` are names for the texts that `compare` is given. Every run encodes the held-out
    text of every corpus: that of its own is the same source, the others are other sources.
    ``budget``, in seconds, is for a run from the first byte it learns from to the last check.

    Raises ``OptionError``, ``UnknownNameError``.
    """

    corpora: tuple[str, ...]
    systems: tuple[str, ...]
    vocab_sizes: tuple[int, ...] = (8000,)
    budget: float = 300.0
    threads: int = 0  # 0: as many as this process may use
    seed: int = 0

    def __post_init__(self) -> None:
        if not self.threads:
            object.__setattr__(self, "threads", all_threads())
        _check_names("corpora", self.corpora, MOST_CORPORA)
        for name in self.systems:
            look_up("system", SYSTEMS, name)
        _check_names("systems", self.systems, len(SYSTEMS))
        _check_names("vocab_sizes", self.vocab_sizes, MOST_SIZES)
        for size in self.vocab_sizes:
            check_number("vocab_size", size, SMALLEST, LARGEST)
        check_budget(self.budget, MOST_BUDGET)
        check_number("threads", self.threads, 1, MOST_THREADS)

    @property
    def tasks(self) -> tuple[CompareTask, ...]:
        """All runs in their order: corpus by corpus, size by size, the systems in turn."""
        return tuple(
            CompareTask(corpus, size, system)
            for corpus in self.corpora
            for size in self.vocab_sizes
            for system in self.systems
        )


def _check_names(name: str, values: tuple[object, ...], most: int) -> None:
    if not 1 <= len(values) <= most or len(set(values)) < len(values):
        listed = ", ".join(map(str, values))
        raise OptionError(name=name, value=listed, rule=f"1 to {most}, none twice")


def plan_from_record(fields: Mapping[str, Any]) -> ComparePlan:
    """The plan that a record holds, checked as any other.

    >>> from dataclasses import asdict
    >>> plan = ComparePlan(corpora=("zh",), systems=("bpe", "bbpe"), threads=2)
    >>> plan_from_record({**asdict(plan), "corpora": ["zh"]}) == plan
    True
    """
    names = ("corpora", "systems", "vocab_sizes")
    return ComparePlan(**{**fields, **{name: tuple(fields[name]) for name in names}})


# --- What a run measures

# What decoding gave: the text; its composed form (Unicode NFC); something else; nothing, since
# the system raised an error.
Verdict: TypeAlias = Literal["same", "nfc", "other", "refused"]
# What a run is doing; while it trains, also the phases of `bpe_core.runtime.progress`.
STEPS = ("train", "encode", "check", "exchange")


class TextSizes(NamedTuple):
    """Bytes of a corpus: what is learned from, and what is held out."""

    training: int
    held_out: int


class Training(NamedTuple):
    """What learning took. ``vocab_size`` may be less than was asked for.

    ``before_bytes`` is what the process had in memory when the clock started, with libraries
    and compiled code; ``peak_bytes`` the most it had until the clock stopped. 0: not known.
    """

    seconds: float
    peak_bytes: int
    before_bytes: int
    vocab_size: int

    @property
    def own_bytes(self) -> int:
        """How far memory rose: what learning itself took."""
        return max(0, self.peak_bytes - self.before_bytes)


class HeldOutEncoding(NamedTuple):
    """The held-out text of ``corpus``, encoded once by the fresh system.

    ``size`` is in bytes; ``distinct`` tokens of the vocabulary were used. ``returned`` says
    what decoding gave; it is not timed.
    """

    corpus: str
    size: int
    tokens: int
    distinct: int
    seconds: float
    returned: Verdict

    @property
    def bytes_per_token(self) -> float:
        """The article's measure of compression."""
        return self.size / max(1, self.tokens)

    @property
    def came_back(self) -> bool:
        """Whether decoding gave the text, composed or not; else tokens hold less than it."""
        return self.returned in ("same", "nfc")

    @property
    def bytes_per_second(self) -> float:
        """How fast it was encoded."""
        return self.size / max(1e-9, self.seconds)


class Check(NamedTuple):
    """A text of `texts.BREAKING`, by name, encoded and decoded; ``came_back`` is cut at 200."""

    name: str
    verdict: Verdict
    came_back: str


class Language(NamedTuple):
    """The same sentences in one language (`texts.sentences`), and their tokens."""

    name: str
    size: int
    characters: int
    tokens: int

    @property
    def bytes_per_token(self) -> float:
        """What a token stands for on average."""
        return self.size / max(1, self.tokens)


class Exchange(NamedTuple):
    """Tokens of a text, and with its characters' roles exchanged (see `texts.exchanged`).

    Trained anew each time, from ``size`` bytes.
    """

    size: int
    before: int
    after: int

    @property
    def ratio(self) -> float:
        """1: the system only counts. Above: it leans on what characters are."""
        return self.after / max(1, self.before)


class Measured(NamedTuple):
    """All that a run has measured.

    ``exchange`` is None where the system cannot learn from so small a text.
    """

    encodings: tuple[HeldOutEncoding, ...]
    checks: tuple[Check, ...] = ()
    languages: tuple[Language, ...] = ()
    exchange: Exchange | None = None
    file_bytes: int = 0
    version: str = ""


# --- What happens


@dataclass(frozen=True, slots=True)
class Absent:
    """The library that a system needs is not installed: none of its runs begins."""

    system: str
    library: str


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a run is in a phase; ``total`` is None where nobody knows it."""

    task: CompareTask
    phase: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Trained:
    """The training is over; encoding and checks follow."""

    task: CompareTask
    training: Training


@dataclass(frozen=True, slots=True)
class Encoded:
    """All held-out texts are encoded; checks follow."""

    task: CompareTask
    encodings: tuple[HeldOutEncoding, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A run has come to its end."""

    task: CompareTask
    measured: Measured


Outcome: TypeAlias = Done | Cut[CompareTask] | Failed[CompareTask]
RunEvent: TypeAlias = Started[CompareTask] | Reached | Trained | Encoded | Outcome
CompareEvent: TypeAlias = Prepared[TextSizes] | Absent | RunEvent | Ended


# --- Where it stands


@dataclass(slots=True, kw_only=True)
class CompareEntry(Entry):
    """One run of the table.

    ``training`` stands from the end of the training on, also where the run is cut or fails
    later; so does ``measured`` from the end of encoding on, whole when all is done.
    ``reached`` is the latest progress of a running one.
    """

    reached: Reached | None = None
    training: Training | None = None
    measured: Measured | None = None

    def encoding(self, corpus: str) -> HeldOutEncoding | None:
        """The held-out text of ``corpus``, if it was encoded."""
        encodings = self.measured.encodings if self.measured else ()
        return next((each for each in encodings if each.corpus == corpus), None)


@dataclass(slots=True, kw_only=True)
class CompareStanding(AnyStanding[ComparePlan]):
    """All entries, in the plan's order, and what the texts are."""

    texts: Mapping[str, TextSizes] = field(default_factory=dict)
    entries: dict[CompareTask, CompareEntry]

    @classmethod
    def before(cls, plan: ComparePlan) -> CompareStanding:
        """Nothing has run."""
        return cls(plan=plan, entries={task: CompareEntry() for task in plan.tasks})

    def copied(self) -> CompareStanding:
        """One that later events do not change."""
        other = copy(self)
        other.entries = {task: copy(entry) for task, entry in self.entries.items()}
        return other

    @property
    def running(self) -> CompareTask | None:
        """The run that is under way."""
        states = self.entries.items()
        return next((task for task, entry in states if entry.state == "running"), None)


def apply(standing: CompareStanding, event: CompareEvent) -> None:
    """Take an event into account."""
    if isinstance(event, Prepared):
        standing.texts = event.texts
    elif isinstance(event, Ended):
        standing.end(event)
        if standing.running:
            standing.entries[standing.running].state = "waiting"
    elif isinstance(event, Absent):
        for task, entry in standing.entries.items():
            if task.system == event.system:
                entry.state, entry.reason = "absent", Reason(event.library)
    else:
        _of_run(standing, standing.entries[event.task], event)


def _of_run(standing: CompareStanding, entry: CompareEntry, event: RunEvent) -> None:
    if isinstance(event, Started):
        entry.state = "running"
    elif isinstance(event, Reached):
        entry.reached = event
    elif isinstance(event, Trained):
        entry.training = event.training
    elif isinstance(event, Encoded):
        entry.measured = Measured(event.encodings)
    else:
        standing.runs_done += 1
        if isinstance(event, Done):
            entry.state, entry.measured = "done", event.measured
        else:
            entry.note(event)
