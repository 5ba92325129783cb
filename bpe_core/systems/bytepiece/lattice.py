"""The likeliest segmentation of a text into pieces, as the lecture would do it by hand.

The positions between the bytes of a text are nodes in a row, and every piece that occurs is an
arc from its start to its end, worth its log-probability. Going forward, each node stores the
last arc of the best path to it; going back along these arcs gives the pieces.
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

    subtle: arcs are visited by their start, so of those with the same end the longest comes
    first; of equal paths to a node the first stays, the one whose last piece is the longest.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9, b"bc": 8})
    >>> [model.pieces[piece_id - 3] for piece_id in drained(segment_taught(model, b"abc"))]
    [b'ab', b'c']
    """
    # 1. Forward: the best score of every node, and the arc that gave it.
    scores = [0.0] + [-inf] * len(data)
    best_arcs: list[Arc | None] = [None] * (len(data) + 1)
    for start in range(len(data)):
        if detail:
            yield PositionReached(start, scores[start])
        for arc in arcs_from(model, data, start):
            score, previous = scores[start] + arc.log_probability, scores[arc.end]
            taken = score > previous
            if taken:
                scores[arc.end], best_arcs[arc.end] = score, arc
            if detail:
                yield PieceFound(*arc, score, previous, taken)
    if detail:
        yield EndReached(len(data), scores[-1])
    # 2. Backward: the stored arcs, from the end on.
    return (yield from walk_back(best_arcs, detail=detail))


def arcs_from(model: UnigramModel, data: bytes, start: int) -> Iterator[Arc]:
    """Every piece that begins at byte ``start``, shortest first."""
    for end in range(start + 1, min(start + model.longest, len(data)) + 1):
        piece_id = model.ids.get(data[start:end])
        if piece_id is not None:
            yield Arc(start, end, piece_id, model.log_probabilities[piece_id - FIRST_ID])


def walk_back(
    arcs: list[Arc | None], *, detail: bool = False
) -> Generator[SearchEvent, None, list[int]]:
    """The ids along the stored arcs, from the last node to the first; in text order."""
    ids: list[int] = []
    position = len(arcs) - 1
    while arc := arcs[position]:
        ids.append(arc.piece_id)
        position = arc.start
        if detail:
            yield PieceChosen(arc.start, arc.end, arc.piece_id)
    assert position == 0, "every single byte is a piece, so there is a way to each place"
    return ids[::-1]


def drained(steps: Generator[Any, None, Result]) -> Result:
    """The return value of a generator, whose items are dropped."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
