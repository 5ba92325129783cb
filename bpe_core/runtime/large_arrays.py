"""Arrays of megabytes, laid where the system can give memory by 2 MB instead of by 4 KB.

Each page is cleared by the system when it is first written to, and asking costs more than
clearing: a table of 4 MB in pages of 4 KB took 1.5 to 4 µs for each of 1,024. numpy asks Linux
for large pages in what it allocates from 4 MB on; they begin at multiples of their size.
Elsewhere these are arrays like any other.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

IS_LINUX = sys.platform == "linux"
LARGE_PAGE = 2**21  # bytes
WORTH = 2 * LARGE_PAGE  # bytes: smaller arrays would hold memory that they do not use

Number = TypeVar("Number", bound=np.generic)


def empty(length: int, kind: type[Number]) -> NDArray[Number]:
    """An array of ``length`` numbers that may hold anything."""
    size = length * np.dtype(kind).itemsize
    if size < WORTH or not IS_LINUX:
        return np.empty(length, kind)
    memory = np.empty(size + LARGE_PAGE, np.uint8)
    skipped = -memory.ctypes.data % LARGE_PAGE
    return memory[skipped : skipped + size].view(kind)


def zeros(length: int, kind: type[Number]) -> NDArray[Number]:
    """An array of ``length`` zeros."""
    if length * np.dtype(kind).itemsize < WORTH or not IS_LINUX:
        return np.zeros(length, kind)  # which the system has cleared already
    array = empty(length, kind)
    array[:] = 0
    return array


def joined(
    out: NDArray[Number], count: int, others: Sequence[NDArray[Number]], *, threads: int = 1
) -> NDArray[Number]:
    """The first ``count`` numbers of ``out``, then those of ``others``, as one array.

    ``out`` has space for all of them and owns its memory, and ``threads`` copy. subtle: it is
    resized in place, so no view of it may be used afterwards. Raises ``ValueError`` where there
    is less space.

    >>> joined(np.array([1, 2, 0, 0, 0]), 2, [np.array([3]), np.array([4])])
    array([1, 2, 3, 4])
    """
    if count + sum(map(len, others)) > len(out):
        raise ValueError(f"{len(out)} entries are too few")
    sections = []
    for numbers in others:
        sections.append(out[count : count + len(numbers)])
        count += len(numbers)
    if others:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(np.copyto, sections, others))
    del sections
    out.resize(count, refcheck=False)
    return out
