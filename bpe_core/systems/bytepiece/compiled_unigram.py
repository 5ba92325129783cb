"""A Unigram model as flat tables, for many texts at once: the results of `lattice.py`, fast.

Texts are end to end in one array of bytes; text k is ``data[offsets[k]:offsets[k + 1]]``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.runtime.large_arrays import joined
from bpe_core.runtime.progress import drain, number_of_threads
from bpe_core.systems.bytepiece.kernels.unigram import (
    Scratch,
    count_parts,
    sample_texts,
    scratch_for,
    segment_texts,
    trie_of,
)
from bpe_core.systems.bytepiece.unigram_model import UnigramModel

Bytes: TypeAlias = NDArray[np.uint8]
Offsets: TypeAlias = NDArray[np.int64]
Counts: TypeAlias = NDArray[np.int64]
Ids: TypeAlias = NDArray[np.uint32]
Tell: TypeAlias = Callable[[int], object]

SHARE = 2**16  # bytes: fewer are not worth a thread
BATCH = 2**18  # bytes between two points at which work can be cancelled


class CompiledUnigram:
    """Piece k is ``data[offsets[k]:offsets[k + 1]]``, has ``counts[k]`` and the id k + 3.

    A piece with count 0 is out of use. All pieces differ, and all single bytes are in use. May
    be called from several threads at once.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> CompiledUnigram.of(model).segment_many(*laid([b"aab", b"b"])).tolist()
    [100, 259, 101]
    """

    def __init__(self, data: Bytes, offsets: Offsets, counts: Counts) -> None:
        self._trie = trie_of(data, offsets)
        self._log_probabilities = logs_of(counts)

    @classmethod
    def of(cls, model: UnigramModel) -> CompiledUnigram:
        return cls(*laid(model.pieces), np.array(model.counts, np.int64))

    def with_counts(self, counts: Counts) -> CompiledUnigram:
        """The same pieces with other counts; shares its tables with this one."""
        other = CompiledUnigram.__new__(CompiledUnigram)
        other._trie = self._trie
        other._log_probabilities = logs_of(counts)
        return other

    @property
    def sizes(self) -> NDArray[np.int32]:
        """How many bytes each piece has."""
        return self._trie.sizes

    def segment_many(
        self,
        data: Bytes,
        offsets: Offsets,
        *,
        threads: int | None = None,
        tell: Tell = lambda done: None,
    ) -> Ids:
        """The ids of all texts, one text behind the other.

        ``tell`` is called with the bytes done, at least about ten times a second.
        """
        worth = self._worth()
        shares = shares_of(offsets, threads)
        results: list[tuple[Ids, int]] = [(np.empty(0, np.uint32), 0)] * len(shares)

        def segment(k: int) -> Generator[int, None, None]:
            # The first share's array is allocated for all of them.
            share, whole = shares[k], offsets if k == 0 else shares[k]
            out, count = np.empty(int(whole[-1] - whole[0]), np.uint32), 0
            scratch = self._scratch(share)
            for batch in batches(share):
                count = segment_texts(self._trie, worth, scratch, data, batch, out, count)
                results[k] = out, count
                yield int(batch[-1] - batch[0])

        drain([segment(k) for k in range(len(shares))], tell)
        (out, id_count), *others = results
        rest = [ids[:count] for ids, count in others]
        return joined(out, id_count, rest, threads=len(shares))

    def count_parts(
        self,
        data: Bytes,
        offsets: Offsets,
        weights: Counts,
        *,
        threads: int | None = None,
        tell: Tell = lambda done: None,
    ) -> Counts:
        """How often each piece occurs in the texts; text k counts ``weights[k]`` times.

        Texts with weight 0 are skipped. ``tell`` is called with the bytes done.
        """
        worth = self._worth()
        shares = shares_of(offsets, threads)
        counts = np.zeros((len(shares), len(self.sizes)), np.int64)

        def count(k: int) -> Generator[int, None, None]:
            scratch = self._scratch(shares[k])
            first = int(np.searchsorted(offsets, shares[k][0]))
            for batch in batches(shares[k]):
                weighed = weights[first : first + len(batch) - 1]
                count_parts(self._trie, worth, scratch, data, batch, weighed, counts[k])
                first += len(weighed)
                yield int(batch[-1] - batch[0])

        drain([count(k) for k in range(len(shares))], tell)
        total: Counts = counts.sum(axis=0)
        return total

    def sample_many(
        self,
        data: Bytes,
        offsets: Offsets,
        alpha: float,
        random: np.random.Generator,
        *,
        tell: Tell = lambda done: None,
    ) -> Ids:
        """Like ``segment_many``, at random: by probability to the power alpha.

        ``random`` yields one number per byte, in the order of the texts.
        """
        worth, scratch = self._worth(alpha), self._scratch(offsets)
        out, id_count, done = np.empty(int(offsets[-1] - offsets[0]), np.uint32), 0, 0
        for batch in batches(offsets):
            size = int(batch[-1] - batch[0])
            texts = (data[batch[0] : batch[-1]], batch - batch[0], random.random(size))
            id_count = sample_texts(self._trie, worth, scratch, *texts, out, id_count)
            done += size
            tell(done)
        return joined(out, id_count, [])

    def _worth(self, alpha: float = 1.0) -> NDArray[np.float64]:
        """Log-probabilities by node; node 0 is not a piece."""
        in_use = self._log_probabilities > -np.inf
        logs = np.full(1 + len(in_use), -np.inf)
        logs[1:][in_use] = alpha * self._log_probabilities[in_use]
        return logs

    def _scratch(self, offsets: Offsets) -> Scratch:
        return scratch_for(self._trie.longest, int(np.diff(offsets).max(initial=0)))


def laid(texts: list[bytes] | tuple[bytes, ...]) -> tuple[Bytes, Offsets]:
    """Texts end to end in one array, and where each begins, with the end of the last."""
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    return np.frombuffer(b"".join(texts), np.uint8), np.concatenate([[0], ends])


def logs_of(counts: Counts) -> NDArray[np.float64]:
    """Log-probabilities as in `unigram_model.py`; ``-inf`` for count 0."""
    with np.errstate(divide="ignore"):
        logs: NDArray[np.float64] = np.log(counts) - np.log(counts.sum())
    return logs


def shares_of(offsets: Offsets, threads: int | None) -> list[Offsets]:
    """The texts in shares for threads, in order, of about equal bytes.

    >>> shares_of(np.array([0, 70_000, 70_001, 140_000]), 2)
    [array([    0, 70000]), array([ 70000,  70001, 140000])]
    """
    size = int(offsets[-1] - offsets[0])
    return _cut(offsets, max(1, min(number_of_threads(threads), size // SHARE)))


def batches(offsets: Offsets) -> Iterator[Offsets]:
    """Texts of some ``BATCH`` bytes together, or a longer one alone."""
    yield from _cut(offsets, 1 + int(offsets[-1] - offsets[0]) // BATCH)


def _cut(offsets: Offsets, count: int) -> list[Offsets]:
    """Into at most so many parts, none empty, except for one if there are no texts."""
    first, size = int(offsets[0]), int(offsets[-1] - offsets[0])
    wanted = [first + size * k // count for k in range(1, count)]
    inner = np.searchsorted(offsets, wanted).tolist()
    borders = sorted({0, *inner, len(offsets) - 1})
    return [offsets[a : b + 1] for a, b in pairwise(borders)] or [offsets]
