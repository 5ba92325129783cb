"""Count n-grams: the window of bytes at every offset as a number, sorted once for all sizes.

The windows of the largest size contain those of all smaller sizes: windows that begin with the
same m bytes are adjacent. A share of a block is sorted and counted in runs, and runs are merged
as soon as they are of one size, so nothing but distinct windows outlives a block.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads
from bpe_core.systems.bytepiece.training_blocks import TextBlock

LONGEST_ORDER = 7  # bytes of a window that fit into a number
SIZE = np.uint64(0xFF)  # the byte with their number


class Windows(NamedTuple):
    """Distinct windows, ascending, with their counts; see `kernels/ngram_windows.py`."""

    distinct: NDArray[np.uint64]
    counts: NDArray[np.int64]

    def grams(self, size: int, least: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The n-grams of ``size`` bytes that occur ``least`` times, and their counts.

        Each is a number of ``size`` bytes, the first one highest.
        """
        whole = self.distinct & SIZE >= np.uint64(size)
        grams = self.distinct[whole]
        grams >>= np.uint64(8 * (8 - size))
        is_first = np.ones(len(grams), np.bool_)
        np.not_equal(grams[1:], grams[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        counts = np.add.reduceat(self.counts[whole], starts) if len(starts) else starts
        frequent = counts >= least
        return grams[starts[frequent]], counts[frequent]


def windows_of(texts: Iterable[bytes], order: int) -> Windows:
    """The windows of a few short texts, without compiled code.

    >>> [hex(window) for window in windows_of([b"abc"], 2).distinct]
    ['0x6162000000000002', '0x6263000000000002', '0x6300000000000001']
    """
    windows = [text[i : i + order] for text in texts for i in range(len(text))]
    numbers = [int.from_bytes(w.ljust(7, b"\0") + bytes([len(w)]), "big") for w in windows]
    return Windows(*np.unique(np.array(numbers, np.uint64), return_counts=True))


class WindowCounter:
    """Counts the windows of parts of blocks, in one thread."""

    def __init__(self, order: int) -> None:
        self.order = order
        self.runs: list[Windows] = []  # each less than half as long as the one before

    def count(self, block: TextBlock, start: int, stop: int) -> Generator[int, None, None]:
        """Count those from ``start`` on, where a text ends at ``stop``; yields bytes done."""
        from bpe_core.systems.bytepiece.kernels.ngram_windows import count_runs, pack_windows

        windows = np.empty(stop - start, np.uint64)
        pack_windows(block.data, block.last, start, stop, self.order, windows)
        yield 0
        windows.sort()
        counts = np.empty(len(windows), np.int64)
        distinct = count_runs(windows, counts)
        yield 0
        run = Windows(windows[:distinct].copy(), counts[:distinct].copy())
        del windows, counts
        self.add(run)
        yield stop - start

    def add(self, run: Windows) -> None:
        """Add a run, merged with those that are not much longer."""
        while self.runs and len(self.runs[-1].distinct) < 2 * len(run.distinct):
            run = merged(self.runs.pop(), run)
        self.runs.append(run)

    def total(self) -> Windows:
        """All runs as one; empties the counter."""
        run = Windows(np.empty(0, np.uint64), np.empty(0, np.int64))
        while self.runs:
            run = merged(self.runs.pop(), run)
        return run


def merged(a: Windows, b: Windows) -> Windows:
    """Both lists as one."""
    from bpe_core.systems.bytepiece.kernels.ngram_windows import merge_runs

    distinct = np.empty(len(a.distinct) + len(b.distinct), np.uint64)
    counts = np.empty(len(distinct), np.int64)
    size = merge_runs(*a, *b, distinct, counts)
    return Windows(distinct[:size], counts[:size])


def count_windows(
    blocks: Iterable[TextBlock],
    *,
    order: int = 6,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Windows:
    """The windows of up to ``order`` bytes in ``blocks``: one begins at each byte of a text.

    ``on_progress`` gets the phase ``ngrams``. Memory: 24 bytes per byte of one block, and up
    to 32 per distinct window.
    """
    most = number_of_threads(threads)
    counters = [WindowCounter(order) for _ in range(most)]
    phase, done = Phase(on_progress, "ngrams", None), 0
    for block in blocks:
        shares = block.shares(most)
        works = [c.count(block, *share) for c, share in zip(counters, shares, strict=False)]
        drain(works, partial(_tell, phase, done))
        done += block.size
    first, *others = counters
    for counter in others:
        first.runs += counter.runs
    total = first.total()
    phase.finished(done)
    return total


def _tell(phase: Phase, before: int, done: int) -> None:
    phase.reached(before + done)
