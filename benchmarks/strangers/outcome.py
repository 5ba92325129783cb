"""What every suite is: where it comes from, and what it came to or why it did not run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


class NotRunError(Exception):
    """A suite that could not begin: its package or its files are not to be had here."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """``passed`` and ``skipped`` of ``total``; ``failures`` tells of the first of the others.

    >>> Outcome(passed=3, total=5, skipped=1).text
    '3 of 5, 1 skipped'
    >>> Outcome(passed=0, total=0).failed
    True
    """

    passed: int
    total: int
    skipped: int = 0
    failures: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether anything failed; a suite without a test proves nothing."""
        return self.passed + self.skipped < self.total or not self.passed

    @property
    def text(self) -> str:
        """As it stands in the table."""
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} of {self.total}{skipped}"


@dataclass(frozen=True, slots=True)
class Effort:
    """How many fuzzed texts a suite takes, and the seed that they are drawn from."""

    texts: int = 1_000
    seed: int = 0


class Suite(Protocol):
    """One row of the table."""

    def source(self) -> str:
        """Where it comes from, and the version; raises ``NotRunError``."""

    def run(self, effort: Effort, own: Path | None = None) -> Outcome:
        """Run all of it; ``own`` is a folder of files that need not be fetched.

        Raises ``NotRunError`` where it cannot begin.
        """
