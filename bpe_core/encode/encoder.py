"""A model's encoder: its tables, and workers that remember pre-tokens of earlier texts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

import numpy as np

from bpe_core.encode.encoder_tables import tables_of
from bpe_core.encode.worker import MOST, Capacity, Ids, Worker
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import read_only, scan
from bpe_core.pretokenize.text_parts import Block, Parts, Text, shares
from bpe_core.runtime.threads import drain, number_of_threads

SHARE = 2**18  # bytes: fewer are not worth a thread, which learns all words for itself


class Encoder:
    """Encodes texts with one model; may be called from several threads at once.

    A call borrows workers and returns them with the pre-tokens that they have learned.
    """

    def __init__(self, model: BPEModel, *, most: Capacity = MOST, share: int = SHARE) -> None:
        self.tables = tables_of(model)
        self._pattern = model.pattern
        self._most, self._share = most, share
        self._idle: list[Worker] = []
        self._lock = Lock()

    def encode(
        self,
        block: Block,
        special_ids: Ids,
        threads: int | None = None,
        tell: Callable[[int], object] = lambda done: None,
    ) -> Ids:
        """The ids of ``block``; special token k of its parts has ``special_ids[k]``.

        ``tell`` is called with the bytes done, at least about ten times a second.
        """
        # Custom patterns are scanned in processes, over all of a block.
        most = 1 if is_custom(self._pattern) else number_of_threads(threads)
        text, parts = read_only(block.text), block.parts
        cut = shares(text, parts, self._pattern, max(1, min(most, len(text) // self._share)))
        with self._workers(len(cut)) as workers:
            works = []
            for k, (worker, share) in enumerate(zip(workers, cut, strict=True)):
                # The first share's array is allocated for all of them.
                size = parts.end - parts.start if k == 0 else share.end - share.start
                worker.begin(size, special_ids[share.special[share.special >= 0]])
                works.append(self._encode_share(worker, text, share))
            drain(works, tell)
            return joined([worker.end() for worker in workers])

    def _encode_share(
        self, worker: Worker, text: Text, share: Parts
    ) -> Generator[int, None, None]:
        if is_custom(self._pattern):
            for start, ends in scan(text, share, self._pattern):
                worker.take(text, start, ends)
                yield abs(int(ends[-1])) - start
        else:
            yield from worker.take_parts(text, share, self._pattern)

    @contextmanager
    def _workers(self, count: int) -> Iterator[list[Worker]]:
        """So many workers for this caller alone, the most recently used ones first."""
        assert self.tables is not None, "a model without tables is encoded in Python"
        with self._lock:
            taken = self._idle[:count]
            del self._idle[:count]
        taken += [Worker(self.tables, self._most) for _ in range(count - len(taken))]
        try:
            yield taken
        finally:
            with self._lock:
                self._idle = [*taken, *self._idle][: number_of_threads(None)]

    def forget(self) -> None:
        """Forget the pre-tokens of all earlier texts."""
        with self._lock:
            self._idle.clear()


def joined(arrays: Sequence[tuple[Ids, int]]) -> Ids:
    """The first ``count`` numbers of each array, in one array.

    subtle: the first array is resized in place, so nothing else may refer to it.
    """
    if not arrays:
        return np.empty(0, np.uint32)
    total = sum(count for _, count in arrays)
    (out, at), *others = arrays
    for ids, count in others:
        out[at : at + count] = ids[:count]
        at += count
    out.resize(total, refcheck=False)
    return out
