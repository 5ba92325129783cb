"""Work in threads, with progress and cancelling, for kernels that release the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import closing
from threading import Event
from typing import TypeAlias

from bpe_core.runtime.arguments import as_integer
from bpe_core.runtime.progress import INTERVAL

Work: TypeAlias = Generator[int, None, None]


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
