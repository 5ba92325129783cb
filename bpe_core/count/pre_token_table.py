"""Distinct pre-tokens with their counts as three flat arrays, for corpora of any size.

A dict of a million pre-tokens takes 150 MB and tenths of a second to go through; compiled code
reads and writes these arrays as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bpe_core.errors import OptionError
from bpe_core.pretokenize.pre_tokens import checked_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_COUNT = 2**63 - 1


class PreTokenTable(NamedTuple):
    """Distinct pre-tokens end to end in ``data``, in the order of first occurrence.

    Row k is ``data[ends[k - 1]:ends[k]]`` (from 0 for the first one), at least one byte, and
    occurs ``counts[k]`` times.
    """

    data: NDArray[np.uint8]
    ends: NDArray[np.int64]
    counts: NDArray[np.int64]

    @classmethod
    def from_counts(cls, counts: Mapping[bytes, int]) -> PreTokenTable:
        """The table of ``counts``, in their order.

        Raises ``OptionError`` for what are no counts, and for one that 64 bits cannot hold.

        >>> table = PreTokenTable.from_counts({b"to": 2, b" be": 1})
        >>> table.data.tobytes(), table.ends.tolist(), table.counts.tolist()
        (b'to be', [2, 5], [2, 1])
        """
        return cls.of_checked(checked_counts(counts))

    @classmethod
    def of_checked(cls, counts: Mapping[bytes, int]) -> PreTokenTable:
        """The same of ``checked_counts``."""
        import numpy as np

        for data, count in counts.items():
            if count > MAX_COUNT:
                rule = "an integer of at most 9223372036854775807"
                raise OptionError(name=f"count of {data!r}", value=count, rule=rule)
        return cls(
            data=np.frombuffer(b"".join(counts), np.uint8),
            ends=np.cumsum(np.fromiter(map(len, counts), np.int64, len(counts))),
            counts=np.fromiter(counts.values(), np.int64, len(counts)),
        )

    def as_counts(self) -> dict[bytes, int]:
        """The same as ``count_pre_tokens`` gives it; counts of equal rows are added up.

        >>> PreTokenTable.from_counts({b"to": 2, b" be": 1}).as_counts()
        {b'to': 2, b' be': 1}
        """
        data = self.data.tobytes()
        borders = pairwise([0, *self.ends.tolist()])
        pre_tokens = (data[start:end] for start, end in borders)
        counts: dict[bytes, int] = {}
        for pre_token, count in zip(pre_tokens, self.counts.tolist(), strict=True):
            counts[pre_token] = counts.get(pre_token, 0) + count
        return counts
