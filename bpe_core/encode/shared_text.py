"""One text that workers encode together, until each of them finds nothing left to take.

The first takes from the front, so its ids are in order already, in an array for those of the
whole text. The others take from the back, and theirs are copied behind.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import numpy as np

from bpe_core.encode.worker import Ids, Worker
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import read_only, scan
from bpe_core.pretokenize.text_parts import Block, Parts
from bpe_core.pretokenize.untaken import Untaken
from bpe_core.runtime.large_arrays import empty, joined
from bpe_core.runtime.threads import drain


class SharedText:
    """A text, the ids of its special tokens, and where ids go that workers have made."""

    def __init__(self, block: Block, pattern: str, special_ids: Ids) -> None:
        """Special token k of the parts of ``block`` has ``special_ids[k]``."""
        self._text, self._parts = read_only(block.text), block.parts
        self._pattern, self._special_ids = pattern, special_ids
        self._behind: dict[int, Ids] = {}  # ids of a stretch, by where it starts in the text

    def encode(
        self, workers: Sequence[Worker], least: int, tell: Callable[[int], object]
    ) -> Ids:
        """The ids. ``least``: bytes worth a visit; ``tell`` gets the number of those done."""
        from bpe_core.kernels.encode.encode_batch import SPARE

        count, size = len(workers), self._parts.end - self._parts.start
        for worker in workers:
            worker.expect(size // count)
        untaken = Untaken(self._text, self._parts, self._pattern, count, least)
        out = np.empty(size + SPARE, np.uint32)
        first, *others = workers
        first.begin(out)
        works = [self._from_front(first, untaken)]
        works += [self._from_back(worker, untaken, size // count) for worker in others]
        try:
            drain(works, tell)
        finally:
            for worker in workers:
                worker.end()
        behind = [self._behind[start] for start in sorted(self._behind)]
        return joined(out, first.id_count, behind, threads=count)

    def _from_front(self, worker: Worker, untaken: Untaken) -> Generator[int, None, None]:
        while (stretch := untaken.first()) is not None:
            yield from self._encode(worker, stretch)

    def _from_back(
        self, worker: Worker, untaken: Untaken, share: int
    ) -> Generator[int, None, None]:
        """Into one array, made for a fair share, while stretches find room there."""
        from bpe_core.kernels.encode.encode_batch import SPARE

        out = empty(share + SPARE, np.uint32)
        worker.begin(out)
        while (stretch := untaken.last()) is not None:
            size = stretch.end - stretch.start + SPARE
            if worker.id_count + size > len(out):
                out = empty(size, np.uint32)
                worker.begin(out)
            start = worker.id_count
            yield from self._encode(worker, stretch)
            self._behind[stretch.start] = out[start : worker.id_count]

    def _encode(self, worker: Worker, stretch: Parts) -> Generator[int, None, None]:
        if len(self._special_ids):
            special = stretch.special[stretch.special >= 0]
            worker.expect_specials(self._special_ids[special])
        if is_custom(self._pattern):
            for start, ends in scan(self._text, stretch, self._pattern):
                worker.take(self._text, start, ends)
                yield abs(int(ends[-1])) - start
        else:
            yield from worker.take_parts(self._text, stretch, self._pattern)
