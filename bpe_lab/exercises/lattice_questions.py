"""The questions that the search for the likeliest pieces answers, read off its events.

Is another path to a node better than the one stored there; and, once all nodes are reached,
which pieces the way back gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf, isclose
from typing import NamedTuple, TypeAlias

from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PieceChosen,
    PieceFound,
    SearchEvent,
)
from bpe_lab.exercises.questions import Answer, Question, Reason

BETTER, NOT_BETTER = "better", "not_better"
MOST_WAYS = 4  # ways that are offered to choose from
MOST_PIECES = 8  # of a way that can be taken in as an answer
MOST_OF_A_SIDE = 2  # paths asked about that are better, and as many that are not
BLURRED = 0.02  # a smaller difference is lost where scores are written with two digits

Way: TypeAlias = tuple[int, ...]  # the borders of its pieces, 0 and the end among them


class Asked(NamedTuple):
    """A question, asked right before the event of this index."""

    event: int
    question: Question


def lattice_questions(events: Sequence[SearchEvent]) -> Iterator[Asked]:
    """What a reader of the search is asked: the closest decisions, then the way back.

    >>> from bpe_core.systems.bytepiece.lattice import segment_taught
    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9, b"bc": 8})
    >>> [each.question.ask for each in lattice_questions(
    ...     list(segment_taught(model, b"abc", detail=True)))]
    ['is_better', 'is_better', 'best_way']
    """
    for index in closest(events):
        event = events[index]
        assert isinstance(event, PieceFound)
        yield Asked(index, is_better(event))
    for index, event in enumerate(events):
        if isinstance(event, EndReached) and (question := best_way(events)):
            yield Asked(index, question)


def closest(events: Sequence[SearchEvent]) -> list[int]:
    """The indices of the paths that are nearest to the one stored: some better, some not."""
    contested = [
        (abs(event.score - event.previous), index, event.taken)
        for index, event in enumerate(events)
        if isinstance(event, PieceFound) and event.previous > -inf
    ]
    contested = [entry for entry in contested if not 0 < entry[0] < BLURRED]
    chosen: list[int] = []
    for side in (True, False):
        of_side = sorted(entry for entry in contested if entry[2] is side)
        chosen += [index for _, index, _ in of_side[:MOST_OF_A_SIDE]]
    return sorted(chosen)


def is_better(event: PieceFound) -> Question:
    """Whether the path by this piece replaces the one stored for its end."""
    values = {
        "piece": event.piece_id,
        "start": event.start,
        "end": event.end,
        "before": event.score - event.log_probability,
        "value": event.log_probability,
        "previous": event.previous,
    }
    key = "way_better" if event.taken else "way_worse"
    if event.score == event.previous:
        key = "way_tie"
    right, wrong = (BETTER, NOT_BETTER) if event.taken else (NOT_BETTER, BETTER)
    reason = Reason(key, {**values, "score": event.score})
    return Question(
        ask="is_better",
        kind="choice",
        values=values,
        right=frozenset([right]),
        wrong={wrong: reason},
        otherwise=lambda _: reason,
        choices=(BETTER, NOT_BETTER),
    )


def best_way(events: Sequence[SearchEvent]) -> Question | None:
    """Which pieces the best path has; None where it is the only one, or too long to take in."""
    pieces = [event for event in events if isinstance(event, PieceFound)]
    taken = [event for event in events if isinstance(event, PieceChosen)]
    best = tuple(sorted({border for arc in taken for border in (arc.start, arc.end)}))
    if len(taken) > MOST_PIECES:
        return None
    arcs = {(arc.start, arc.end): arc.log_probability for arc in pieces}
    score = score_of(best, arcs)
    others = [
        way
        for way in _other_ways(best, arcs)
        if len(way) <= MOST_PIECES + 1 and not isclose(score_of(way, arcs), score)
    ]
    likeliest = sorted(others, key=lambda way: (-score_of(way, arcs), way))[:MOST_WAYS]
    if not likeliest:
        return None
    return Question(
        ask="best_way",
        kind="choice",
        values={"end": best[-1]},
        right=frozenset([way_key(best)]),
        wrong={
            way_key(way): Reason("other_way", {"score": score_of(way, arcs), "best": score})
            for way in likeliest
        },
        otherwise=lambda _: Reason("no_way", {"best": score}),
        choices=tuple(way_key(way) for way in sorted([best, *likeliest])),
    )


def score_of(way: Way, arcs: Mapping[tuple[int, int], float]) -> float:
    """The sum of the log-probabilities of a way's pieces."""
    return sum(arcs[piece] for piece in pairwise(way))


def way_key(way: Way) -> Answer:
    """A way as an answer.

    >>> way_key((0, 2, 3))
    '0,2,3'
    """
    return ",".join(map(str, way))


def _other_ways(best: Way, arcs: Mapping[tuple[int, int], float]) -> set[Way]:
    """Ways that may be taken for the best: always the longest piece, and close relatives."""
    size = best[-1]
    ways = {_greedy(size, arcs)}
    for left, right in pairwise(best):  # a piece in two
        ways |= {
            tuple(sorted({*best, middle}))
            for middle in range(left + 1, right)
            if (left, middle) in arcs and (middle, right) in arcs
        }
    for border in best[1:-1]:
        without = tuple(each for each in best if each != border)
        near = [*range(max(1, border - 3), min(size, border + 4))]
        ways |= {tuple(sorted({*without, moved})) for moved in near} | {without}
    return {way for way in ways if way != best and all(arc in arcs for arc in pairwise(way))}


def _greedy(size: int, arcs: Mapping[tuple[int, int], float]) -> Way:
    borders = [0]
    while borders[-1] < size:
        borders.append(max(end for start, end in arcs if start == borders[-1]))
    return tuple(borders)
