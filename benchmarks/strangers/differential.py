"""The same question to another package and to ours: the answers must be equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks.strangers.outcome import Effort, NotRunError, Outcome

MOST_TOLD = 5  # failures; one fault shows in hundreds of cases
LONGEST = 60  # characters of a value in a failure


class Case(NamedTuple):
    """One question: what it was, and how each of the two answers it."""

    name: str
    theirs: Callable[[], object]
    ours: Callable[[], object]


Cases: TypeAlias = Callable[[Effort], Iterable[Case]]


@dataclass(frozen=True, slots=True)
class PackageSuite:
    """A package that is installed, asked the questions of ``cases``."""

    package: str
    cases: Cases

    def source(self) -> str:
        return installed(self.package)

    def run(self, effort: Effort, own: Path | None = None) -> Outcome:
        return tally(self.cases(effort))


def installed(package: str) -> str:
    """The package and its version; raises ``NotRunError`` where it is not installed."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError as error:
        raise NotRunError(f"not installed: {package}") from error


def tally(cases: Iterable[Case]) -> Outcome:
    """Ask all questions; an exception on either side is a failure as well.

    >>> tally([Case("sum", lambda: 3, lambda: 1 + 2), Case("sum", lambda: 3, lambda: 4)])
    Outcome(passed=1, total=2, skipped=0, failures=('sum: theirs 3, ours 4',))
    """
    failures: list[str] = []
    total = 0
    for case in cases:
        total += 1
        failures += difference(case)
    return Outcome(total - len(failures), total, failures=tuple(failures[:MOST_TOLD]))


def difference(case: Case) -> Iterator[str]:
    """How the two answers differ, nothing where they are equal."""
    try:
        theirs, ours = case.theirs(), case.ours()
    except Exception as error:  # any library's; each is told
        yield f"{case.name}: {type(error).__name__}: {error}"[: 4 * LONGEST]
        return
    if theirs != ours:
        yield f"{case.name}: {first_difference(theirs, ours)}"


def first_difference(theirs: object, ours: object) -> str:
    """Where two values part; lists and texts from their first difference on.

    >>> first_difference([1, 2, 3], [1, 5])
    'at 1 theirs [2, 3], ours [5]'
    """
    if isinstance(theirs, list | str | bytes) and isinstance(ours, type(theirs)):
        pairs = enumerate(zip_longest(theirs, ours))
        at = next(k for k, (one, other) in pairs if one != other)
        return f"at {at} theirs {short(theirs[at:])}, ours {short(ours[at:])}"
    return f"theirs {short(theirs)}, ours {short(ours)}"


def short(value: object) -> str:
    """``repr`` of a value, cut."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
