"""The language model by which texts are cut into words: n-grams and log-probabilities.

The value of an n-gram is the log-probability of its last byte after the others:
log(count) - log(count without the last byte), both computed by numpy, so sums of values equal
those of the package to the last bit. A single byte is compared with all bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bpe_core.systems.bytepiece.ngram_counting import Windows, windows_of

if TYPE_CHECKING:
    from bpe_core.systems.bytepiece.kernels.ngram_values import Values

BYTES = 256


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
        from bpe_core.kernels.eight_bytes import random_keys
        from bpe_core.systems.bytepiece.kernels.ngram_values import empty_values, lay_values

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
