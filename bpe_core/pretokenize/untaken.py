"""What of a text no thread has taken yet: each comes back for more until nothing is left.

Equal shares, one per thread, end at different times: other programs, other words. So stretches
are taken as threads get to them, from the two ends of the text, and become smaller towards the
end. Whoever takes from the front alone gets a beginning without gaps.
"""

from __future__ import annotations

from threading import Lock

import numpy as np

from bpe_core.pretokenize.safe_cuts import last_cut
from bpe_core.pretokenize.text_parts import ORDINARY, Parts, Text, border_from, stretch


class Untaken:
    """The middle of a text that is left; threads may take from it at the same time.

    All stretches together have the pre-tokens of the whole, and none is empty. What has no safe
    cut within comes in one.
    """

    def __init__(self, text: Text, parts: Parts, pattern: str, takers: int, least: int) -> None:
        """``takers``: how many threads; ``least``: bytes that are worth a visit."""
        self._text, self._parts, self._pattern = text, parts, pattern
        self._takers, self._least = takers, least
        self._start, self._end = parts.start, parts.end
        self._lock = Lock()

    def first(self) -> Parts | None:
        """The next stretch from the front, or None."""
        with self._lock:
            start = self._start
            self._start = self._cut_from(start + self._size())
            return self._between(start, self._start)

    def last(self) -> Parts | None:
        """The next stretch from the back, or None."""
        with self._lock:
            end, aim = self._end, self._end - self._size()
            border = self._cut_from(aim)
            self._end = border if border < end else self._cut_before(aim)
            return self._between(self._end, end)

    def _size(self) -> int:
        """Of the next stretch: half of what is left for each thread, or everything."""
        rest = self._end - self._start
        return rest if self._takers == 1 else max(self._least, rest // (2 * self._takers))

    def _cut_from(self, aim: int) -> int:
        """The first offset from ``aim`` on where what is left may be cut."""
        if not self._start < aim < self._end:
            return self._start if aim <= self._start else self._end
        return min(border_from(self._text, self._parts, self._pattern, aim), self._end)

    def _cut_before(self, aim: int) -> int:
        """The last offset up to ``aim`` where what is left may be cut; else its start."""
        if aim <= self._start:
            return self._start
        k = int(np.searchsorted(self._parts.ends, aim, "right"))
        start = max(int(self._parts.ends[k - 1]) if k else 0, self._start)
        if self._parts.special[k] != ORDINARY:
            return start
        return last_cut(self._text, self._pattern, start, aim)

    def _between(self, start: int, end: int) -> Parts | None:
        return stretch(self._parts, start, end) if start < end else None
