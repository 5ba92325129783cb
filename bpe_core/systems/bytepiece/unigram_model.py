"""What BytePiece learns: pieces and how often each was counted.

    piece            bytes with an id and a count         "的".encode(), id 4711, count 90210
    log-probability  log(count) - log(sum of all counts)  -3.8

Ids 0, 1 and 2 stand for padding, beginning and end, and for no bytes; the first piece has id 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

PAD, BOS, EOS, FIRST_ID = range(4)
MAX_TOTAL = 2**63 - 1  # of all counts


@dataclass(frozen=True)  # no slots: what follows from a model is cached in it
class UnigramModel:
    """Pieces in the order of their ids, from ``FIRST_ID`` on, and their counts, each over 0.

    All single bytes are pieces, so any text can be segmented.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 8})
    >>> model.pieces[-1], model.ids[b"ab"], model.vocab_size
    (b'ab', 259, 260)
    """

    pieces: tuple[bytes, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.pieces) != len(self.counts):
            raise ValueError(f"{len(self.pieces)} pieces with {len(self.counts)} counts")

    @classmethod
    def of_counts(cls, counts: Mapping[bytes, int]) -> UnigramModel:
        """Short pieces first, those of one length in the order of their bytes."""
        pieces = sorted(counts, key=lambda piece: (len(piece), piece))
        return cls(tuple(pieces), tuple(counts[piece] for piece in pieces))

    @property
    def vocab_size(self) -> int:
        """The number of ids, including the three that stand for no bytes."""
        return FIRST_ID + len(self.pieces)

    @cached_property
    def ids(self) -> Mapping[bytes, int]:
        """Piece -> id."""
        numbered = enumerate(self.pieces, FIRST_ID)
        return MappingProxyType({piece: number for number, piece in numbered})

    @cached_property
    def log_probabilities(self) -> tuple[float, ...]:
        """By piece, in the order of ids."""
        logs = np.log(np.array(self.counts, np.int64)) - np.log(sum(self.counts))
        return tuple(logs.tolist())

    @cached_property
    def longest(self) -> int:
        """The size of the longest piece, in bytes."""
        return max(map(len, self.pieces), default=0)

    def log_probability(self, piece: bytes) -> float:
        """Raises ``KeyError`` for bytes that are not a piece."""
        return self.log_probabilities[self.ids[piece] - FIRST_ID]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor: read-only mappings do not pickle."""
        return UnigramModel, (self.pieces, self.counts)


SINGLE_BYTES = tuple(bytes([value]) for value in range(256))
