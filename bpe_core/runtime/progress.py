"""Long work: progress reported to the caller about ten times a second, also from threads.

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

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import closing
from threading import Event
from time import monotonic
from typing import NamedTuple, TypeAlias

from bpe_core.runtime.arguments import as_integer, check_function

INTERVAL = 0.1  # seconds between two calls within a phase

Work: TypeAlias = Generator[int, None, None]


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

    def behind(self, before: int) -> Callable[[int], None]:
        """``reached`` for who counts from 0 what is done behind the first ``before``."""
        return lambda done: self.reached(before + done)

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


def number_of_threads(asked: int | None) -> int:
    """``asked``, or one for each processor that this process may use.

    >>> number_of_threads(3)
    3
    >>> number_of_threads(0)
    Traceback (most recent call last):
    bpe_core.errors.OptionError: threads=0: an integer of at least 1
    """
    if asked is None:
        has_mask = hasattr(os, "sched_getaffinity")
        return len(os.sched_getaffinity(0)) if has_mask else os.cpu_count() or 1
    return as_integer("threads", asked, least=1)


def drain(works: Sequence[Work], tell: Callable[[int], object]) -> None:
    """Exhaust each of ``works`` in a thread of its own; a single one in this thread.

    A work is a generator that yields, often enough, how much more is done: there it can be
    ended. ``tell`` is called with the sum, in this thread, at least ten times a second. What
    it or a work raises is passed on as soon as all threads have ended; an interrupt meanwhile,
    at once.

    >>> drain([(size for size in (2, 3))], print)
    2
    5
    """
    if len(works) == 1:
        done = 0
        with closing(works[0]) as work:
            for size in work:
                done += size
                tell(done)
        return
    ended, sizes = Event(), [0] * len(works)

    def exhaust(k: int) -> None:
        with closing(works[k]) as work:
            for size in work:
                sizes[k] += size
                if ended.is_set():
                    return

    with ThreadPoolExecutor(len(works) or 1) as pool:
        try:
            waiting = {pool.submit(exhaust, k) for k in range(len(works))}
            while waiting:
                finished, waiting = wait(waiting, INTERVAL, FIRST_EXCEPTION)
                for future in finished:
                    future.result()
                tell(sum(sizes))
        finally:
            ended.set()
