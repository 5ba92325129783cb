"""What two trainers learn from every real text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from benchmarks.strangers.differential import Case
from benchmarks.strangers.texts import real_texts
from bpe_lab.measure.peers import Pair

Merges: TypeAlias = Callable[[str, str], list[Pair]]  # of a text, under a pattern


def merges_cases(pattern: str, theirs: Merges, ours: Merges) -> Iterator[Case]:
    """A case per text: the merges in their order."""
    for name, text in real_texts().items():
        yield Case(
            f"merges of {name}, {pattern}",
            partial(theirs, text, pattern),
            partial(ours, text, pattern),
        )
