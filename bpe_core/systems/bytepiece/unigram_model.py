"""What BytePiece learns: pieces and how often each was counted.

    piece            bytes with an id and a count         "的".encode(), id 4711, count 90210
    log-probability  log(count) - log(sum of all counts)  -3.8

Ids 0, 1 and 2 stand for padding, beginning and end, and for no bytes; the first piece has id 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from bpe_core.errors import OptionError
from bpe_core.runtime.arguments import as_integer, as_tuple, check_type

PAD, BOS, EOS, FIRST_ID = range(4)
MAX_TOTAL = 2**63 - 1  # of all counts


@dataclass(frozen=True)  # no slots: what follows from a model is cached in it
class UnigramModel:
    """Pieces in the order of their ids, from ``FIRST_ID`` on, and their counts, each over 0.

    All single bytes are pieces, so any text can be segmented; no piece is empty or there twice.
    Raises ``OptionError`` for others.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 8})
    >>> model.pieces[-1], model.ids[b"ab"], model.vocab_size
    (b'ab', 259, 260)
    """

    pieces: tuple[bytes, ...]
    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check both: compiled code that finds no piece for a byte reads beyond its arrays."""
        object.__setattr__(self, "pieces", _checked_pieces(self.pieces))
        object.__setattr__(self, "counts", _checked_counts(self.counts, len(self.pieces)))

    @classmethod
    def of_counts(cls, counts: Mapping[bytes, int]) -> UnigramModel:
        """Short pieces first, those of one length in the order of their bytes."""
        check_type("counts", counts, Mapping, "a mapping from pieces to their counts")
        _checked_pieces((*counts,))
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


def _checked_pieces(pieces: Iterable[bytes]) -> tuple[bytes, ...]:
    listed = as_tuple("pieces", pieces, "the pieces in the order of ids, each of them bytes")
    if not {*map(type, listed)} <= {bytes}:
        wrong = next(piece for piece in listed if type(piece) is not bytes)
        raise OptionError(name="pieces", value=wrong, rule="every one bytes")
    distinct = {*listed}
    if len(distinct) < len(listed):
        [(again, _)] = Counter(listed).most_common(1)
        raise OptionError(name="pieces", value=again, rule="none of them twice")
    if b"" in distinct:
        raise OptionError(name="pieces", value=b"", rule="every one has a byte or more")
    if not distinct.issuperset(SINGLE_BYTES):
        missing = next(byte for byte in SINGLE_BYTES if byte not in distinct)
        rule = f"all single bytes among them; {missing!r} is missing"
        raise OptionError(name="pieces", value=f"{len(listed)} pieces", rule=rule)
    return listed


def _checked_counts(counts: Iterable[int], pieces: int) -> tuple[int, ...]:
    rule = f"an integer of at least 1 for each of {pieces} pieces"
    listed = as_tuple("counts", counts, rule)
    if not {*map(type, listed)} <= {int}:
        listed = tuple(as_integer("counts", count) for count in listed)
    if len(listed) != pieces:
        raise OptionError(name="counts", value=f"{len(listed)} counts", rule=rule)
    if min(listed) < 1:
        raise OptionError(name="counts", value=min(listed), rule=rule)
    if sum(listed) > MAX_TOTAL:
        raise OptionError(
            name="counts", value=sum(listed), rule=f"at most {MAX_TOTAL} together"
        )
    return listed
