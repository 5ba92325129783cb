"""Count the pre-tokens of texts of any size: compiled, in threads, with bounded memory.

Every thread has a hash table of its own for all blocks and takes one share of each block, so no
thread waits for another within a block. At the end the tables are merged, in the order in which
pre-tokens first occur, like `pre_tokens.count_pre_tokens`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError
from bpe_core.kernels.count import add_rows, count_batch, empty_distinct, with_capacity
from bpe_core.kernels.eight_bytes import random_keys
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.pretokenize.scan import Batch, read_only, scan
from bpe_core.pretokenize.text_parts import Block, Parts, Text, counted_from_item, shares
from bpe_core.runtime.progress import OnProgress, Phase, drain, number_of_threads

SMALL = 2**18  # bytes; a thread for a smaller share costs more than it saves
FIRST_CAPACITY = 2**25  # bytes: the largest text to allocate for in advance
MOST_BYTES = 2**32  # in the pool, so that 32 bits can number the rows
SLICE = 2**16  # rows added between two calls of `tell`


def count_table(
    blocks: Iterable[Block],
    *,
    pattern: str = "gpt2",
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> PreTokenTable:
    """How often each distinct pre-token occurs in ``blocks``, special tokens left out.

    ``threads``: the most to use; by default one per processor. A small block takes fewer.
    ``on_progress`` gets the phase ``count``; an exception that it raises ends the work and is
    passed on.

    Memory: a block, and for each distinct pre-token its bytes and some 48 to 64 more, in each
    thread that meets it and, with more than one block, once more at the end. Raises
    ``UnknownNameError`` for a pattern that ``scan`` does not know, ``OptionError`` for less
    than one thread, ``InputError("text_too_large")`` for more than 4 GiB of distinct
    pre-tokens, and what ``blocks`` and ``scan`` raise.

    >>> import numpy as np
    >>> from bpe_core.pretokenize.text_parts import Block, parts_of
    >>> text = np.frombuffer(b"to be or not to be", np.uint8)
    >>> count_table([Block(text, parts_of(text))]).as_counts()
    {b'to': 1, b' be': 2, b' or': 1, b' not': 1, b' to': 1}
    """
    # One thread: a custom pattern has no safe cut, and its time limit is that of a text.
    most = 1 if is_custom(pattern) else number_of_threads(threads)
    keys = random_keys()
    counters: list[PreTokenCounter] = []
    stretches: list[Stretch] = []
    phase, done = Phase(on_progress, "count", None), 0
    for text, parts, items in blocks:
        text, size = read_only(text), parts.end - parts.start
        cut = shares(text, parts, pattern, max(1, min(most, size // SMALL)))
        while len(counters) < len(cut):
            counters.append(PreTokenCounter(keys, size))
        before = [counter.rows for counter in counters]
        works = [c.count(text, share, pattern) for c, share in zip(counters, cut, strict=False)]
        with counted_from_item(items):
            drain(works, phase.behind(done))
        stretches += [Stretch(c, row, c.rows) for c, row in zip(counters, before, strict=True)]
        done += size
    counted = joined(stretches, lambda: phase.reached(done)) if stretches else None
    phase.finished(done)
    return PreTokenTable.from_counts({}) if counted is None else counted.as_table()


class PreTokenCounter:
    """Counts the pre-tokens of texts, one text after the other.

    Counters whose rows will be added to each other need the same ``keys``.
    """

    def __init__(self, keys: NDArray[np.uint64], size: int) -> None:
        self.table = empty_distinct(keys, min(size, FIRST_CAPACITY))

    @property
    def rows(self) -> int:
        """How many distinct pre-tokens there are."""
        return int(self.table.filled["rows"][0])

    def count(self, text: Text, parts: Parts, pattern: str) -> Generator[int, None, None]:
        """Count the pre-tokens of ``parts``, special tokens left out; yields bytes done."""
        return self.count_batches(text, scan(text, parts, pattern))

    def count_batches(self, text: Text, batches: Iterable[Batch]) -> Generator[int, None, None]:
        """The same for batches of pre-tokens, or of whatever else a text is cut into."""
        for start, ends in batches:
            done = 0
            while (done := count_batch(self.table, text, start, ends, done)) < len(ends):
                self._make_room()
            yield abs(int(ends[-1])) - start

    def add(self, other: PreTokenCounter, row: int, last: int) -> None:
        """Add the rows from ``row`` up to ``last`` of another counter."""
        pool = other.table.pool.view()
        pool.flags.writeable = False
        while (row := add_rows(self.table, other.table.rows, pool, row, last)) < last:
            self._make_room()

    def reserve(self, rows: int, size: int) -> None:
        """Allocate so many more rows and bytes at once."""
        now = self.table.filled[0]
        self._have_room(int(now["rows"]) + rows, int(now["bytes"]) + size)

    def _make_room(self) -> None:
        """Enlarge the table as a kernel requested."""
        now = self.table.filled[0]
        self._have_room(int(now["rows_needed"]), int(now["bytes_needed"]))

    def _have_room(self, rows: int, size: int) -> None:
        if size > MOST_BYTES:
            raise InputError("text_too_large", size=size, limit=MOST_BYTES)
        self.table = with_capacity(self.table, rows, size)

    def as_table(self) -> PreTokenTable:
        """What is counted so far; copied if the pool is mostly empty."""
        pool, size = self.table.pool, int(self.table.filled["bytes"][0])
        data = pool[:size] if 2 * size > len(pool) else pool[:size].copy()
        data.flags.writeable = False
        rows = self.table.rows[: self.rows]
        return PreTokenTable(data, rows["end"].copy(), rows["count"].copy())


class Stretch(NamedTuple):
    """The rows from ``first`` up to ``last`` of a counter: what a share of a block added."""

    counter: PreTokenCounter
    first: int
    last: int

    @property
    def size(self) -> int:
        """How many bytes its pre-tokens have."""
        ends = self.counter.table.rows["end"]
        before = int(ends[self.first - 1]) if self.first else 0
        return int(ends[self.last - 1]) - before if self.first < self.last else 0


def joined(stretches: Sequence[Stretch], tell: Callable[[], object]) -> PreTokenCounter:
    """One counter for all rows, given stretches in the order of the text.

    A counter has its rows in the order of the text, and the first share in which a pre-token
    occurs is the one that added it, so adding stretch after stretch adds all pre-tokens in
    the order of first occurrence. If the first counter has no stretch behind those of others,
    as is always so with one block, the others are added to it.
    """
    target, own = stretches[0].counter, 0
    while own < len(stretches) and stretches[own].counter is target:
        own += 1
    rest = stretches[own:]
    if any(stretch.counter is target for stretch in rest):
        target, rest = PreTokenCounter(target.table.keys, 0), stretches
    target.reserve(sum(s.last - s.first for s in rest), sum(s.size for s in rest))
    for counter, first, last in rest:
        for row in range(first, last, SLICE):
            target.add(counter, row, min(row + SLICE, last))
            tell()
    return target
