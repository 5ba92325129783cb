"""The likeliest segmentation of a text into pieces, as the lecture would do it by hand.

The bytes of a text are places in a row, and every piece that stands there is an arc from its
start to its end, worth its log-probability. Going forward, each place keeps the arc with which
the best way so far ends there; going back along these arcs gives the pieces.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import inf
from typing import Any, NamedTuple, TypeVar

from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PieceChosen,
    PieceFound,
    PositionReached,
    SearchEvent,
)
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel

Result = TypeVar("Result")


class Arc(NamedTuple):
    """A piece of a text, ``data[start:end]``."""

    start: int
    end: int
    piece_id: int
    log_probability: float


def segment_taught(
    model: UnigramModel, data: bytes, *, detail: bool = False
) -> Generator[SearchEvent, None, list[int]]:
    """Return the ids of the likeliest pieces; yields only with ``detail``.

    subtle: arcs are met by their start, so those with the same end come longest first; of equal
    ways to a place the first one stays, which is the one whose last piece is the longest.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9, b"bc": 8})
    >>> [model.pieces[piece_id - 3] for piece_id in drained(segment_taught(model, b"abc"))]
    [b'ab', b'c']
    """
    # 1. Forward: the best score of every place, and the arc that gave it.
    scores = [0.0] + [-inf] * len(data)
    kept: list[Arc | None] = [None] * (len(data) + 1)
    for start in range(len(data)):
        if detail:
            yield PositionReached(start, scores[start])
        for arc in arcs_from(model, data, start):
            score, previous = scores[start] + arc.log_probability, scores[arc.end]
            taken = score > previous
            if taken:
                scores[arc.end], kept[arc.end] = score, arc
            if detail:
                yield PieceFound(*arc, score, previous, taken)
    if detail:
        yield EndReached(len(data), scores[-1])
    # 2. Backward: the arcs that were kept, from the end on.
    return (yield from walk_back(kept, detail=detail))


def arcs_from(model: UnigramModel, data: bytes, start: int) -> Iterator[Arc]:
    """Every piece that begins at byte ``start``, shortest first."""
    for end in range(start + 1, min(start + model.longest, len(data)) + 1):
        piece_id = model.ids.get(data[start:end])
        if piece_id is not None:
            yield Arc(start, end, piece_id, model.log_probabilities[piece_id - FIRST_ID])


def walk_back(
    kept: list[Arc | None], *, detail: bool = False
) -> Generator[SearchEvent, None, list[int]]:
    """The ids along the arcs kept, from the last place to the first; returned in text order."""
    ids: list[int] = []
    place = len(kept) - 1
    while arc := kept[place]:
        ids.append(arc.piece_id)
        place = arc.start
        if detail:
            yield PieceChosen(arc.start, arc.end, arc.piece_id)
    assert place == 0, "every single byte is a piece, so there is a way to each place"
    return ids[::-1]


def drained(steps: Generator[Any, None, Result]) -> Result:
    """What a generator returns, once all that it yields is dropped."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
