"""Distinct pre-tokens with their counts as three flat arrays, for corpora of any size.

A dict of a million pre-tokens takes 150 MB and tenths of a second to go through; compiled code
reads and writes these arrays as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

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

    def checked(self) -> PreTokenTable:
        """A copy; raises ``OptionError`` for arrays that are no such table.

        subtle: masked arrays are arrays, too, and what reads them would not see the mask.
        """
        import numpy as np

        types = {"data": np.uint8, "ends": np.int64, "counts": np.int64}
        arrays: tuple[Any, ...] = self
        for array, (name, kind) in zip(arrays, types.items(), strict=True):
            is_plain = isinstance(array, np.ndarray) and not hasattr(array, "mask")
            if not is_plain or array.ndim != 1 or array.dtype != kind:
                described = type(array).__name__
                if isinstance(array, np.ndarray):
                    described += f" of {array.dtype} in {array.ndim} dimensions"
                rule = f"a numpy array of {kind.__name__} in one dimension"
                raise OptionError(name=name, value=described, rule=rule)
        table = PreTokenTable(
            *(np.array(array, kind) for array, kind in zip(arrays, types.values(), strict=True))
        )
        borders = np.concatenate(([0], table.ends))  # compared: a difference may overflow
        if len(table.ends) != len(table.counts):
            raise OptionError(name="counts", value=len(table.counts), rule="as many as ends")
        if borders[-1] != len(table.data) or (borders[1:] <= borders[:-1]).any():
            raise OptionError(name="ends", value=table.ends, rule="rising to the end of data")
        if (table.counts < 1).any():
            raise OptionError(name="counts", value=int(table.counts.min()), rule="at least 1")
        return table

    def as_counts(self) -> dict[bytes, int]:
        """The same as ``count_pre_tokens`` gives it; counts of equal rows are added up.

        Raises ``OptionError`` like ``checked``.

        >>> PreTokenTable.from_counts({b"to": 2, b" be": 1}).as_counts()
        {b'to': 2, b' be': 1}
        """
        table = self.checked()
        data = table.data.tobytes()
        borders = pairwise([0, *table.ends.tolist()])
        pre_tokens = (data[start:end] for start, end in borders)
        counts: dict[bytes, int] = {}
        for pre_token, count in zip(pre_tokens, table.counts.tolist(), strict=True):
            counts[pre_token] = counts.get(pre_token, 0) + count
        return counts
