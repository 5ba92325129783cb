"""The windows of texts as numbers: sorted, counted in runs, runs merged.

A window is up to seven bytes, as one number: the bytes from the highest on, zeros behind them,
and in the lowest byte how many there are. So numbers stand in the order of their bytes, and
those that begin with the same m bytes stand together, for every m.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import kernel

BYTE, TOP = np.uint64(8), np.uint64(56)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@kernel
def pack_windows(
    data: NDArray[np.uint8],  # in
    last: NDArray[np.bool_],  # in: by byte, whether a text ends with it
    start: int,  # in
    stop: int,  # in
    order: int,  # in
    windows: NDArray[np.uint64],  # out: one per byte
) -> None:
    """The window of ``order`` bytes at every offset from ``start`` on; a text ends at ``stop``.

    Windows end with their text.
    """
    mask = ALL << (BYTE * np.uint64(8 - order))
    window, size = np.uint64(0), 0
    for i in range(stop - 1, start - 1, -1):
        if last[i]:
            window, size = np.uint64(0), 0
        size = min(size + 1, order)
        window = (window >> BYTE | np.uint64(data[i]) << TOP) & mask
        windows[i - start] = window | np.uint64(size)


@kernel
def count_runs(
    windows: NDArray[np.uint64],  # in: sorted; out: the distinct ones, in front
    counts: NDArray[np.int64],  # out
) -> int:
    """Count equal windows, which are adjacent; keeps one of each in front, returns how many."""
    distinct, i = 0, 0
    while i < len(windows):
        first, window = i, windows[i]
        while i < len(windows) and windows[i] == window:
            i += 1
        windows[distinct] = window
        counts[distinct] = i - first
        distinct += 1
    return distinct


@kernel
def merge_runs(
    a: NDArray[np.uint64],  # in
    a_counts: NDArray[np.int64],  # in
    b: NDArray[np.uint64],  # in
    b_counts: NDArray[np.int64],  # in
    distinct: NDArray[np.uint64],  # out
    counts: NDArray[np.int64],  # out
) -> int:
    """Merge two ascending lists of windows, adding counts of equal ones; returns the length."""
    i, j, size = 0, 0, 0
    while i < len(a) or j < len(b):
        from_a = j == len(b) or (i < len(a) and a[i] <= b[j])
        from_b = i == len(a) or (j < len(b) and b[j] <= a[i])
        distinct[size] = a[i] if from_a else b[j]
        counts[size] = 0
        if from_a:
            counts[size] += a_counts[i]
            i += 1
        if from_b:
            counts[size] += b_counts[j]
            j += 1
        size += 1
    return size
