"""How a text is segmented into pieces: the likeliest way, one at random, all of them.

The positions between the bytes of a text are nodes in a row, and every piece that occurs is an
arc from its start to its end, worth its log-probability. Going forward, each node stores the
last arc of the best path to it; going back along these arcs gives the pieces.

At random, each segmentation is drawn with its probability to the power alpha. With alpha 1
these are the model's probabilities, with 0 all are equally likely, and the higher alpha is, the
likelier is the best one. Going forward, each node sums the weights of all paths to it; a new
arc replaces the stored one with its share of the sum so far. So the arc stored in the end was
chosen with its share of the total (reservoir sampling).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import exp, inf, log1p, nextafter
from typing import NamedTuple

from bpe_core.errors import InputError, OptionError
from bpe_core.runtime.arguments import as_number
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PieceChosen,
    PieceFound,
    PieceWeighed,
    PositionReached,
    SearchEvent,
)
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel

MOST_LISTED = 20  # bytes of a text whose segmentations are all listed: up to 2 ** 19
BELOW_ONE = nextafter(1.0, 0.0)
OFF = -1  # as alpha, the package's default


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
    >>> from bpe_core.encode.whole_text import result_of
    >>> [model.pieces[piece_id - 3] for piece_id in result_of(segment_taught(model, b"abc"))]
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


class Way(NamedTuple):
    """A whole segmentation and how likely it is."""

    pieces: tuple[bytes, ...]
    probability: float


def check_alpha(alpha: float, also: str = "") -> float:
    """``alpha`` if it is valid; raises ``OptionError``, whose rule ``also`` ends.

    >>> check_alpha(-1)
    Traceback (most recent call last):
    bpe_core.errors.OptionError: alpha=-1: a number from 0 to 1000000
    """
    rule = rule_of_alpha(also)
    number = as_number("alpha", alpha, rule)
    if not 0 <= number <= 1e6:
        raise OptionError(name="alpha", value=alpha, rule=rule)
    return number


def rule_of_alpha(also: str = "") -> str:
    """What ``alpha`` has to be."""
    return f"a number from 0 to 1000000{also}"


def alpha_or_none(alpha: float | None) -> float | None:
    """``alpha`` checked; None where chance has no part: for None, and for BytePiece's own -1.

    >>> alpha_or_none(-1), alpha_or_none(0)
    (None, 0.0)
    """
    also = ", or -1 for no chance"
    if alpha is None or as_number("alpha", alpha, rule_of_alpha(also)) == OFF:
        return None
    return check_alpha(alpha, also=also)


def sample_taught(
    model: UnigramModel,
    data: bytes,
    alpha: float,
    uniforms: Sequence[float],
    *,
    detail: bool = False,
) -> Generator[SearchEvent, None, list[int]]:
    """Return the ids of a segmentation; yields only with ``detail``.

    ``uniforms``: a number from 0 up to 1 for every byte, that of the last byte of its arcs.

    subtle: one number is enough for all arcs to a node, since each decision rescales it.
    """
    check_alpha(alpha)
    totals = [0.0] + [-inf] * len(data)
    drawn_arcs: list[Arc | None] = [None] * (len(data) + 1)
    chances = list(uniforms)
    for start in range(len(data)):
        if detail:
            yield PositionReached(start, totals[start])
        for arc in arcs_from(model, data, start):
            weight = totals[start] + alpha * arc.log_probability
            total = totals[arc.end] = log_sum(totals[arc.end], weight)
            share = exp(weight - total)
            chance = chances[arc.end - 1]
            taken = chance < share
            chances[arc.end - 1] = stretched(chance, share)
            if taken:
                drawn_arcs[arc.end] = arc
            if detail:
                yield PieceWeighed(*arc, weight, total, share, taken)
    if detail:
        yield EndReached(len(data), totals[-1])
    return (yield from walk_back(drawn_arcs, detail=detail))


def stretched(chance: float, share: float) -> float:
    """Rescale a number known to be below ``share``, or not, to be uniform in [0, 1) again.

    >>> stretched(0.125, 0.25), stretched(0.5, 0.25) == 1 / 3
    (0.5, True)
    """
    part = chance / share if chance < share else (chance - share) / (1.0 - share)
    return min(part, BELOW_ONE)  # which rounding could produce


def log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), where b is a number and a may be ``-inf``.

    >>> log_sum(-inf, -5.0), round(exp(log_sum(0.0, 0.0)), 9)
    (-5.0, 2.0)
    """
    return max(a, b) + log1p(exp(-abs(a - b)))


def segmentations(model: UnigramModel, data: bytes, alpha: float = 1.0) -> list[Way]:
    """All segmentations of a short text, the likeliest first; raises ``InputError``.

    >>> from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 1})
    >>> segmentations(model, b"ab", alpha=0)
    [Way(pieces=(b'ab',), probability=0.5), Way(pieces=(b'a', b'b'), probability=0.5)]
    """
    check_alpha(alpha)
    if len(data) > MOST_LISTED:
        raise InputError("text_too_large", size=len(data), limit=MOST_LISTED)
    ways: list[list[tuple[tuple[bytes, ...], float]]] = [[] for _ in range(len(data) + 1)]
    ways[0].append(((), 0.0))
    for start in range(len(data)):
        for arc in arcs_from(model, data, start):
            piece, log = data[start : arc.end], alpha * arc.log_probability
            ways[arc.end] += [((*pieces, piece), score + log) for pieces, score in ways[start]]
    best = max(score for _, score in ways[-1])
    total = sum(exp(score - best) for _, score in ways[-1])
    listed = [Way(pieces, exp(score - best) / total) for pieces, score in ways[-1]]
    return sorted(listed, key=lambda way: -way.probability)
