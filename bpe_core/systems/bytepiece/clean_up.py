"""Which pieces are useless: those that others replace wherever they occur.

A piece ab is used only if p(ab) >= p(a) p(b), for every way to cut it. If the parts are
likelier, each text with ab is segmented differently, so ab can be removed and its count given
to the parts. That changes all probabilities, so rounds follow until no piece is removed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from math import inf
from typing import NamedTuple

from bpe_core.systems.bytepiece.bytepiece_events import (
    CleanUpEvent,
    PieceKept,
    PieceRemoved,
    PieceSplit,
)
from bpe_core.systems.bytepiece.lattice import arcs_from, drained, segment_taught
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel


class Parts(NamedTuple):
    """The log-probability of pieces in a row."""

    pieces: tuple[bytes, ...]
    log_probability: float


def clean_up_taught(
    counts: Mapping[bytes, int], *, detail: bool = False
) -> Generator[CleanUpEvent, None, dict[bytes, int]]:
    """One round: return the counts of the pieces that every piece is segmented into.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> counts = {**dict.fromkeys(SINGLE_BYTES, 1), b"a": 90, b"b": 90, b"ab": 2, b"ba": 70}
    >>> left = drained(clean_up_taught(counts))
    >>> b"ab" in left, left[b"a"], left[b"ba"]
    (False, 92, 70)
    """
    model = UnigramModel.of_counts(counts)
    totals: Counter[bytes] = Counter()
    for piece, count in counts.items():
        ids = drained(segment_taught(model, piece))
        parts = tuple(model.pieces[piece_id - FIRST_ID] for piece_id in ids)
        for part in parts:
            totals[part] += count
        if detail and len(parts) == 1:
            yield PieceKept(piece, count, model.log_probability(piece))
        elif detail:
            own, together = model.log_probability(piece), _worth(model, parts)
            yield PieceSplit(piece, count, own, parts, together)
    for piece in counts:
        if detail and piece not in totals:
            yield PieceRemoved(piece)
    return dict(totals)


def _worth(model: UnigramModel, parts: tuple[bytes, ...]) -> float:
    return sum(model.log_probability(part) for part in parts)


def shared_out(counts: Mapping[bytes, int], dropped: Mapping[bytes, int]) -> dict[bytes, int]:
    """``counts``, plus those of texts that are not pieces, given to the pieces in them.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> counts = shared_out({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9}, {b"abc": 2})
    >>> counts[b"ab"], counts[b"c"]
    (11, 3)
    """
    model = UnigramModel.of_counts(counts)
    totals = Counter(counts)
    for text, count in dropped.items():
        for piece_id in drained(segment_taught(model, text)):
            totals[model.pieces[piece_id - FIRST_ID]] += count
    return dict(totals)


def best_parts(model: UnigramModel, piece: bytes) -> Parts:
    """The likeliest way to make ``piece`` of other pieces; a single byte has none (``-inf``).

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 7, b"abc": 9})
    >>> best_parts(model, b"abc").pieces
    (b'ab', b'c')
    """
    ways = [Parts((), 0.0)] + [Parts((), -inf)] * len(piece)
    for start in range(len(piece)):
        for arc in arcs_from(model, piece, start):
            score = ways[start].log_probability + arc.log_probability
            is_itself = arc.end - start == len(piece)
            if not is_itself and score > ways[arc.end].log_probability:
                pieces = (*ways[start].pieces, piece[start : arc.end])
                ways[arc.end] = Parts(pieces, score)
    return ways[-1]
