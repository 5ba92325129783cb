"""A model's encoder: its tables, and workers that know the pre-tokens of texts before."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

import numpy as np

from bpe_core.encode.encoder_tables import tables_of
from bpe_core.encode.worker import MOST, Ids, Room, Worker
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import read_only, scan
from bpe_core.pretokenize.text_parts import Block, Parts, Text, shares
from bpe_core.runtime.threads import number_of_threads, work_off

SHARE = 2**17  # bytes that are worth a thread


class Encoder:
    """Encodes the texts of one model; may be called from several threads at once.

    A call takes workers for itself alone and gives them back with what they know.
    """

    def __init__(self, model: BPEModel, *, most: Room = MOST, share: int = SHARE) -> None:
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

        ``tell`` gets the bytes done, about ten times a second or more often.
        """
        # Custom patterns are scanned in processes, over all of a block.
        most = 1 if is_custom(self._pattern) else number_of_threads(threads)
        text, parts = read_only(block.text), block.parts
        cut = shares(text, parts, self._pattern, max(1, min(most, len(text) // self._share)))
        with self._workers(len(cut)) as workers:
            works = []
            for k, (worker, share) in enumerate(zip(workers, cut, strict=True)):
                # The first one's array becomes that of all, if it is large enough.
                size = parts.end - parts.start if k == 0 else share.end - share.start
                worker.begin(size, special_ids[share.special[share.special >= 0]])
                works.append(self._encode_share(worker, text, share))
            work_off(works, tell)
            return joined([worker.end() for worker in workers])

    def _encode_share(
        self, worker: Worker, text: Text, share: Parts
    ) -> Generator[int, None, None]:
        for start, ends in scan(text, share, self._pattern):
            worker.take(text, start, ends)
            yield abs(int(ends[-1])) - start

    @contextmanager
    def _workers(self, count: int) -> Iterator[list[Worker]]:
        """So many workers for this caller alone; those that were used last come first."""
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
        """Know no pre-token of the texts before."""
        with self._lock:
            self._idle.clear()


def joined(arrays: Sequence[tuple[Ids, int]]) -> Ids:
    """The first numbers of each array, as many as are told, in one array.

    subtle: the first array is made shorter in place, so nothing else may look at it.
    """
    if not arrays:
        return np.empty(0, np.uint32)
    total = sum(made for _, made in arrays)
    (out, at), *others = arrays
    for ids, made in others:
        out[at : at + made] = ids[:made]
        at += made
    out.resize(total, refcheck=False)
    return out
