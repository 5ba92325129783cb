"""One text that workers encode together, until each of them finds nothing left to take.

The first takes from the front, so its ids are in order already, in an array for those of the
whole text. The others take from the back, and theirs are copied behind.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import numpy as np

from bpe_core.encode.worker import Ids, Worker, entries_for
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import read_only, scan
from bpe_core.pretokenize.text_parts import Block, Parts, Untaken
from bpe_core.runtime.large_arrays import empty, joined
from bpe_core.runtime.progress import drain


class SharedText:
    """A text and the ids of its special tokens, for one call of ``encode``."""

    def __init__(self, block: Block, pattern: str, special_ids: Ids) -> None:
        """Special token k of the parts of ``block`` has ``special_ids[k]``."""
        self._text, self._parts = read_only(block.text), block.parts
        self._pattern, self._special_ids = pattern, special_ids
        self._behind: dict[int, Ids] = {}  # ids of a stretch, by where it starts in the text

    def encode(
        self, workers: Sequence[Worker], least: int, tell: Callable[[int], object]
    ) -> Ids:
        """The ids. ``least``: bytes worth a visit; ``tell`` gets the number of those done."""
        count, size = len(workers), self._parts.end - self._parts.start
        untaken = Untaken(self._text, self._parts, self._pattern, count, least)
        out, share = np.empty(entries_for(size), np.uint32), size // count
        first, *others = workers
        works = [self.from_front(first, untaken, out, share)]
        works += [self.from_back(worker, untaken, share) for worker in others]
        drain(works, tell)
        behind = [self._behind[start] for start in sorted(self._behind)]
        return joined(out, first.id_count, behind, threads=count)

    def from_front(
        self, worker: Worker, untaken: Untaken, out: Ids, share: int
    ) -> Generator[int, None, None]:
        """Encode stretch after stretch into ``out``; yields how many bytes more.

        ``share``: how many bytes the worker has to expect.
        """
        with worker.writing(out):
            worker.expect(share)
            while (stretch := untaken.first()) is not None:
                yield from self._encode(worker, stretch)

    def from_back(
        self, worker: Worker, untaken: Untaken, share: int
    ) -> Generator[int, None, None]:
        """Encode stretches into one array, made for a share, while they find room there."""
        stretch = untaken.last()
        while stretch is not None:
            size = stretch.end - stretch.start
            out = empty(entries_for(max(size, share)), np.uint32)
            with worker.writing(out):
                worker.expect(share)
                while stretch is not None and worker.has_room_for(stretch.end - stretch.start):
                    start = worker.id_count
                    yield from self._encode(worker, stretch)
                    self._behind[stretch.start] = out[start : worker.id_count]
                    stretch = untaken.last()

    def _encode(self, worker: Worker, stretch: Parts) -> Generator[int, None, None]:
        special = stretch.special[stretch.special >= 0]
        if len(special):
            worker.expect_specials(self._special_ids[special])
        if is_custom(self._pattern):
            for start, ends in scan(self._text, stretch, self._pattern):
                worker.take(self._text, start, ends)
                yield abs(int(ends[-1])) - start
        else:
            yield from worker.take_parts(self._text, stretch, self._pattern)
