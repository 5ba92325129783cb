"""The windows of texts as numbers: sorted, counted in runs, runs merged.

A window is up to seven bytes, as one number: the bytes from the highest on, zeros behind them,
and in the lowest byte how many there are. So numbers stand in the order of their bytes, and
those that begin with the same m bytes stand together, for every m.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.kernel_cache import kernel

BYTE, TOP = np.uint64(8), np.uint64(56)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@kernel
def pack_windows(
    data: NDArray[np.uint8],
    last: NDArray[np.bool_],
    start: int,
    stop: int,
    order: int,
    windows: NDArray[np.uint64],
) -> None:
    """The window of ``order`` bytes at every place from ``start`` on; a text ends at ``stop``.

    Windows end with their text.
    """
    kept = ALL << (BYTE * np.uint64(8 - order))
    window, size = np.uint64(0), 0
    for i in range(stop - 1, start - 1, -1):
        if last[i]:
            window, size = np.uint64(0), 0
        size = min(size + 1, order)
        window = (window >> BYTE | np.uint64(data[i]) << TOP) & kept
        windows[i - start] = window | np.uint64(size)


@kernel
def count_runs(windows: NDArray[np.uint64], counts: NDArray[np.int64]) -> int:
    """Count equal ones, which stand together; leaves one of each in front, gives how many."""
    found, i = 0, 0
    while i < len(windows):
        first, window = i, windows[i]
        while i < len(windows) and windows[i] == window:
            i += 1
        windows[found] = window
        counts[found] = i - first
        found += 1
    return found


@kernel
def merge_runs(
    a: NDArray[np.uint64],
    a_counts: NDArray[np.int64],
    b: NDArray[np.uint64],
    b_counts: NDArray[np.int64],
    distinct: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> int:
    """Two ascending lists of windows as one, counts of the same one added; gives its length."""
    i, j, found = 0, 0, 0
    while i < len(a) or j < len(b):
        from_a = j == len(b) or (i < len(a) and a[i] <= b[j])
        from_b = i == len(a) or (j < len(b) and b[j] <= a[i])
        distinct[found] = a[i] if from_a else b[j]
        counts[found] = 0
        if from_a:
            counts[found] += a_counts[i]
            i += 1
        if from_b:
            counts[found] += b_counts[j]
            j += 1
        found += 1
    return found
