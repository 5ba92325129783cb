"""Progress of long work, reported to the caller about ten times a second.

A callback runs in the caller's own thread. An exception that it raises ends the work and is
passed on: that is how a caller cancels.

    phase       done and total
    count       bytes of text whose pre-tokens are counted
    sum         buckets of shards' counts that are summed
    merge       merges made; the total is the most that is possible
    ngrams      BytePiece: bytes of text whose n-grams are counted
    pieces      BytePiece: bytes of text cut into words that are counted
    prune       BytePiece: bytes of pieces segmented, in all rounds
    encode      bytes of text encoded
    decode      ids decoded
    write       bytes written to a file
    download    bytes of a text received
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from bpe_core.runtime.arguments import check_function

INTERVAL = 0.1  # seconds between two calls within a phase


class Progress(NamedTuple):
    """``done`` of ``total`` units of a phase; ``total`` is None if it is not known yet."""

    phase: str
    done: int
    total: int | None


OnProgress = Callable[[Progress], object]


class Phase:
    """A running phase: reported at its beginning, ten times a second, and at its end.

    Every call reads the clock, so call it per block of work, not per item.

    >>> phase = Phase(print, "count", 20)
    Progress(phase='count', done=0, total=20)
    >>> phase.reached(10)  # not a tenth of a second later
    >>> phase.finished(20)
    Progress(phase='count', done=20, total=20)
    """

    __slots__ = ("name", "next_call", "on_progress", "total")

    def __init__(self, on_progress: OnProgress | None, name: str, total: int | None) -> None:
        check_function("on_progress", on_progress)
        self.on_progress = on_progress
        self.name = name
        self.total = total
        self.next_call = 0.0
        self.reached(0)

    def reached(self, done: int) -> None:
        """Report ``done`` if a tenth of a second has passed since the last report."""
        if self.on_progress is not None and monotonic() >= self.next_call:
            self.finished(done)
            self.next_call = monotonic() + INTERVAL

    def finished(self, done: int) -> None:
        """Report ``done`` in any case."""
        if self.on_progress is not None:
            self.on_progress(Progress(self.name, done, self.total))


def with_total(on_progress: OnProgress | None, total: int | None) -> OnProgress | None:
    """The same callback for work that does not know its total.

    >>> tell = with_total(print, 20)
    >>> tell(Progress("count", 5, None))
    Progress(phase='count', done=5, total=20)
    """
    check_function("on_progress", on_progress)
    if on_progress is None or total is None:
        return on_progress
    return lambda progress: on_progress(progress._replace(total=total))
