"""What is compared, and how: checked once at the door."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import NamedTuple

from bpe_core.errors import OptionError
from bpe_core.registry import SYSTEMS, look_up
from bpe_lab.measure.limits import MOST_THREADS, all_threads, check_budget, check_number

MOST_CORPORA = 8
MOST_SIZES = 8
MOST_BUDGET = 7200.0  # seconds a system
SMALLEST, LARGEST = 257, 1_000_000  # tokens


class Task(NamedTuple):
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
    def tasks(self) -> tuple[Task, ...]:
        """All runs in their order: corpus by corpus, size by size, the systems in turn."""
        return tuple(
            Task(corpus, size, system)
            for corpus in self.corpora
            for size in self.vocab_sizes
            for system in self.systems
        )


def _check_names(name: str, values: tuple[object, ...], most: int) -> None:
    if not 1 <= len(values) <= most or len(set(values)) < len(values):
        listed = ", ".join(map(str, values))
        raise OptionError(name=name, value=listed, rule=f"1 to {most}, none twice")


def plan_to_json(plan: ComparePlan) -> str:
    """A plan for another process; `plan_from_json` gives an equal one.

    >>> plan = ComparePlan(corpora=("zh",), systems=("bpe", "bbpe"), threads=2)
    >>> plan_from_json(plan_to_json(plan)) == plan
    True
    """
    return json.dumps(asdict(plan))


def plan_from_json(text: str) -> ComparePlan:
    """The plan that `plan_to_json` wrote, checked as any other."""
    fields = json.loads(text)
    names = ("corpora", "systems", "vocab_sizes")
    return ComparePlan(**{**fields, **{name: tuple(fields[name]) for name in names}})
