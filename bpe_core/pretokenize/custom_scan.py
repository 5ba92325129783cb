"""The scanner for patterns written by users: `regex`, in several processes for long texts."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from bpe_core.pretokenize.custom_processes import cut_in_processes
from bpe_core.pretokenize.custom_tasks import Budget, run
from bpe_core.pretokenize.text_parts import Parts, Text
from bpe_core.runtime.threads import number_of_threads

TASK = 2**18  # bytes; a tenth of a second for most patterns
LARGE = 2**22  # bytes; below, processes take longer to start than they save

Ends = NDArray[np.int64]


def scan_custom(
    text: Text,
    parts: Parts,
    pattern: str,
    *,
    most: int,
    size: int,
    processes: int | None = None,
) -> Generator[tuple[int, Ends], None, None]:
    """Start and ends of batches, as ``scan`` has them, by a custom pattern or a chain of them.

    Texts are spread over ``processes`` by whole parts: a long text with no special token in it
    and no other text beside it is one part. The time that a pattern may take and its errors
    are those of ``pre_tokenize``, bytes counted from the start of ``text``. The processes have
    ended when this generator has.
    """
    budget = Budget()
    tasks = budget.tasks(text, parts, pattern, TASK)
    count = processes or number_of_threads(None)
    if count < 2 or parts.end - parts.start < LARGE or len(parts.ends) < 2:
        cutting = (run(task) for task in tasks)
    else:
        cutting = cut_in_processes(tasks, count)
    with closing(cutting) as cuts:
        for start, ends, used in cuts:
            budget.seconds -= used
            yield from batches(start, ends, most, size)


def batches(start: int, ends: Ends, most: int, size: int) -> Iterator[tuple[int, Ends]]:
    """``ends`` in batches of at most ``most`` pre-tokens and ``size`` bytes, if none is longer.

    >>> [(start, ends.tolist()) for start, ends in batches(0, np.array([3, -5, 9]), 2, 4)]
    [(0, [3]), (3, [-5]), (5, [9])]
    """
    offsets = np.abs(ends)
    first = 0
    while first < len(ends):
        last = int(np.searchsorted(offsets, start + size, "right"))
        last = min(max(last, first + 1), first + most)
        yield start, ends[first:last]
        start, first = int(offsets[last - 1]), last
