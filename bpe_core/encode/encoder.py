"""A model's encoder: its tables, and workers that remember pre-tokens of earlier texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from bpe_core.encode.encoder_tables import tables_of
from bpe_core.encode.shared_text import SharedText
from bpe_core.encode.worker import MOST, Capacity, Ids, Worker
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.text_parts import Block
from bpe_core.runtime.progress import number_of_threads

# Bytes: fewer are not worth a thread, which learns all words for itself, nor a visit for more.
SHARE = 2**18


class Encoder:
    """Encodes texts with one model; may be called from several threads at once.

    A call borrows workers and returns them with the pre-tokens that they have learned; one that
    fails or is cancelled returns none.
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
        shared = SharedText(block, self._pattern, special_ids)
        with self._workers(max(1, min(most, len(block.text) // self._share))) as workers:
            return shared.encode(workers, self._share, tell)

    @contextmanager
    def _workers(self, count: int) -> Iterator[list[Worker]]:
        """So many workers for this caller alone, the most recently used ones first."""
        assert self.tables is not None, "a model without tables is encoded in Python"
        with self._lock:
            taken = self._idle[:count]
            del self._idle[:count]
        taken += [Worker(self.tables, self._most) for _ in range(count - len(taken))]
        yield taken
        # subtle: not after an error. Whoever interrupts twice may leave a thread at work.
        with self._lock:
            self._idle = [*taken, *self._idle][: number_of_threads(None)]

    def forget(self) -> None:
        """Forget the pre-tokens of all earlier texts."""
        with self._lock:
            self._idle.clear()
