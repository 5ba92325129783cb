"""The first cut of a text: its n-grams, how likely each is, and where words may begin by them.

1. Windows     the bytes at every offset as a number, sorted once for n-grams of all sizes
2. values      log-probabilities of n-grams
3. states      words found by them, as a search over the states of every byte

The windows of the largest size contain those of all smaller sizes: windows that begin with the
same m bytes are adjacent. A share of a block is sorted and counted in runs, and runs are merged
as soon as they are of one size, so nothing but distinct windows outlives a block.

The value of an n-gram is the log-probability of its last byte after the others:
log(count) - log(count without the last byte), both computed by numpy, so sums of values equal
those of the package to the last bit. A single byte is compared with all bytes.

Every byte gets a state: how many bytes of its word precede it, the last state meaning that many
or more. State s is worth the log-probability of the byte after the s before it, so a byte that
is likely there stays with them. From any state a new word may begin (state 0), otherwise the
state rises by one. The best sequence of states is found as in `lattice.py`, forward and back.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.eight_bytes import random_keys
from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PathLost,
    PathRestarted,
    SearchEvent,
    StateChosen,
    StateScored,
)
from bpe_core.systems.bytepiece.bytepiece_texts import TextBlock
from bpe_core.systems.bytepiece.kernels.training import (
    Values,
    count_runs,
    empty_values,
    lay_values,
    merge_runs,
    pack_windows,
)

LONGEST_ORDER = 7  # bytes of a window that fit into a number
SIZE = np.uint64(0xFF)  # the byte with their number
BYTES = 256


class Windows(NamedTuple):
    """Distinct windows, ascending, with their counts; see `kernels/training.py`."""

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
        drain(works, phase.behind(done))
        done += block.size
    first, *others = counters
    for counter in others:
        first.runs += counter.runs
    total = first.total()
    phase.finished(done)
    return total


@dataclass(frozen=True, eq=False)  # no slots: its table is cached in it
class LanguageModel:
    """``grams[m - 1]`` are the n-grams of m bytes as numbers, ascending; ``values`` theirs.

    >>> model = language_model_of([b"abab"], order=2, min_count=1)
    >>> round(float(np.exp(model.value(b"ab"))), 3), model.value(b"aa")
    (1.0, -inf)
    """

    grams: tuple[NDArray[np.uint64], ...]
    values: tuple[NDArray[np.float64], ...]

    @property
    def order(self) -> int:
        """The size of the longest n-grams, and how many states a byte has."""
        return len(self.grams)

    def value(self, ngram: bytes) -> float:
        """The value; ``-inf`` if there is no such n-gram."""
        if not 0 < len(ngram) <= self.order:
            return -np.inf
        grams, gram = self.grams[len(ngram) - 1], np.uint64(int.from_bytes(ngram, "big"))
        at = int(np.searchsorted(grams, gram))
        if at == len(grams) or grams[at] != gram:
            return -np.inf
        return float(self.values[len(ngram) - 1][at])

    @cached_property
    def table(self) -> Values:
        """The same as a table for kernels."""
        table = empty_values(sum(map(len, self.grams[2:])), random_keys())
        for size, (grams, values) in enumerate(zip(self.grams, self.values, strict=True), 1):
            lowest_first = grams.byteswap() >> np.uint64(8 * (8 - size))
            lay_values(table, lowest_first, size, values)
        return table


def learn_language_model(windows: Windows, *, order: int, min_count: int) -> LanguageModel:
    """N-grams that occur ``min_count`` times, and every single byte, at least once each."""
    levels = [_single_bytes(windows)]
    levels += [windows.grams(size, min_count) for size in range(2, order + 1)]
    values = [np.log(levels[0][1]) - np.log(levels[0][1].sum())]
    for (shorter, before), (grams, counts) in pairwise(levels):
        beginnings = np.searchsorted(shorter, grams >> np.uint64(8))
        values.append(np.log(counts) - np.log(before)[beginnings])
    return LanguageModel(tuple(grams for grams, _ in levels), tuple(values))


def _single_bytes(windows: Windows) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """All single bytes; those that do not occur count once."""
    counts = np.ones(BYTES, np.int64)
    present, times = windows.grams(1, 1)
    counts[present] = times
    return np.arange(BYTES, dtype=np.uint64), counts


def language_model_of(
    texts: Iterable[bytes], *, order: int = 6, min_count: int = 2
) -> LanguageModel:
    """The model of a few short texts, without compiled code."""
    return learn_language_model(windows_of(texts, order), order=order, min_count=min_count)


class NGramValues(Protocol):
    """A language model of bytes, as the search needs it."""

    @property
    def order(self) -> int:
        """How many states there are: the bytes of the longest n-gram."""

    def value(self, ngram: bytes) -> float:
        """The log-probability of the last byte behind the others; ``-inf`` if never seen."""


def presegment_taught(
    values: NGramValues,
    data: bytes,
    *,
    ensure_unicode: bool = True,
    robust: bool = False,
    detail: bool = False,
) -> Generator[SearchEvent, None, list[bytes]]:
    """Return the words of ``data``; yields only with ``detail``.

    ``ensure_unicode``: no word begins within a character. Then a byte may be left without a
    state, as the third of a rare character. BytePiece loses its way there, and cuts all that
    follows into single bytes; with ``robust`` a word may begin at such a
    byte, and the search goes on.
    """
    # 1. Forward: the best score of every state, and the state before.
    scores = [0.0] + [-inf] * (values.order - 1)  # as if a word began before the text
    came_from: list[list[int]] = []
    for i in range(len(data)):
        was_lost = max(scores) == -inf
        steps = [
            step(scores, state, worth(values, data, i, state, ensure_unicode), first=i == 0)
            for state in range(values.order)
        ]
        if detail:
            for state, (value, score, before) in enumerate(steps):
                yield StateScored(i, state, value, score, before if i else None)
        if all(score == -inf for _, score, _ in steps):
            if robust:
                steps[0] = step(scores, 0, worth(values, data, i, 0, False), first=i == 0)
                if detail:
                    value, score, before = steps[0]
                    yield PathRestarted(i, value, score, before if i else None)
            elif detail and not was_lost:
                yield PathLost(i)
        scores = [score for _, score, _ in steps]
        came_from.append([before for _, _, before in steps])
    if detail:
        yield EndReached(len(data), max(scores))
    # 2. Backward: the state of each byte in the best sequence.
    starts = [len(data)]
    state = best_of(scores)
    for i in range(len(data) - 1, -1, -1):
        if detail:
            yield StateChosen(i, state)
        if state == 0:
            starts.append(i)
        state = came_from[i][state]
    return [data[start:end] for start, end in pairwise(starts[::-1])]


def worth(values: NGramValues, data: bytes, i: int, state: int, ensure_unicode: bool) -> float:
    """The value of byte ``i`` in ``state``; ``-inf`` where it cannot have it."""
    is_within = 0x80 <= data[i] < 0xC0  # not the first byte of its character
    if state > i or (state == 0 and ensure_unicode and is_within):
        return -inf
    return values.value(data[i - state : i + 1])


def step(
    scores: Sequence[float], state: int, value: float, *, first: bool
) -> tuple[float, float, int]:
    """Value and best score of ``state``, and the state before that gave it.

    subtle: the value is added before scores are compared, since rounding can make ties; of
    ties the lowest state wins, and where nothing is possible that is state 0.
    """
    last = len(scores) - 1
    ways = [
        score + value if state == 0 or min(before + 1, last) == state else -inf
        for before, score in enumerate(scores)
    ]
    if first:
        return value, value, 0
    before = best_of(ways)
    return value, ways[before], before


def best_of(scores: Sequence[float]) -> int:
    """The first of the highest.

    >>> best_of([-2.0, -1.0, -1.0])
    1
    """
    return scores.index(max(scores))
