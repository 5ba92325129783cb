"""The first cut of a text, by an n-gram model of its bytes: where words may begin.

Every byte gets a state: how many bytes of its word precede it, the last state meaning that many
or more. State s is worth the log-probability of the byte after the s before it, so a byte that
is likely there stays with them. From any state a new word may begin (state 0), otherwise the
state rises by one. The best sequence of states is found as in `lattice.py`, forward and back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import pairwise
from math import inf
from typing import Protocol

from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PathLost,
    PathRestarted,
    SearchEvent,
    StateChosen,
    StateScored,
)


class Values(Protocol):
    """A language model of bytes, as the search needs it."""

    @property
    def order(self) -> int:
        """How many states there are: the bytes of the longest n-gram."""

    def value(self, ngram: bytes) -> float:
        """The log-probability of the last byte behind the others; ``-inf`` if never seen."""


def presegment_taught(
    values: Values,
    data: bytes,
    *,
    ensure_unicode: bool = True,
    robust: bool = False,
    detail: bool = False,
) -> Generator[SearchEvent, None, list[bytes]]:
    """Return the words of ``data``; yields only with ``detail``.

    ``ensure_unicode``: no word begins within a character. Then a byte may be left without a
    state, as the third of a rare character. BytePiece loses its way there, and cuts all that
    follows into single bytes; with ``robust`` a word may begin at such a
    byte, and the search goes on.
    """
    # 1. Forward: the best score of every state, and the state before.
    scores = [0.0] + [-inf] * (values.order - 1)  # as if a word began before the text
    came_from: list[list[int]] = []
    for i in range(len(data)):
        was_lost = max(scores) == -inf
        steps = [
            step(scores, state, worth(values, data, i, state, ensure_unicode), first=i == 0)
            for state in range(values.order)
        ]
        if detail:
            for state, (value, score, before) in enumerate(steps):
                yield StateScored(i, state, value, score, before if i else None)
        if all(score == -inf for _, score, _ in steps):
            if robust:
                steps[0] = step(scores, 0, worth(values, data, i, 0, False), first=i == 0)
                if detail:
                    value, score, before = steps[0]
                    yield PathRestarted(i, value, score, before if i else None)
            elif detail and not was_lost:
                yield PathLost(i)
        scores = [score for _, score, _ in steps]
        came_from.append([before for _, _, before in steps])
    if detail:
        yield EndReached(len(data), max(scores))
    # 2. Backward: the state of each byte in the best sequence.
    starts = [len(data)]
    state = best_of(scores)
    for i in range(len(data) - 1, -1, -1):
        if detail:
            yield StateChosen(i, state)
        if state == 0:
            starts.append(i)
        state = came_from[i][state]
    return [data[start:end] for start, end in pairwise(starts[::-1])]


def worth(values: Values, data: bytes, i: int, state: int, ensure_unicode: bool) -> float:
    """The value of byte ``i`` in ``state``; ``-inf`` where it cannot have it."""
    is_within = 0x80 <= data[i] < 0xC0  # not the first byte of its character
    if state > i or (state == 0 and ensure_unicode and is_within):
        return -inf
    return values.value(data[i - state : i + 1])


def step(
    scores: Sequence[float], state: int, value: float, *, first: bool
) -> tuple[float, float, int]:
    """Value and best score of ``state``, and the state before that gave it.

    subtle: the value is added before scores are compared, since rounding can make ties; of
    ties the lowest state wins, and where nothing is possible that is state 0.
    """
    last = len(scores) - 1
    ways = [
        score + value if state == 0 or min(before + 1, last) == state else -inf
        for before, score in enumerate(scores)
    ]
    if first:
        return value, value, 0
    before = best_of(ways)
    return value, ways[before], before


def best_of(scores: Sequence[float]) -> int:
    """The first of the highest.

    >>> best_of([-2.0, -1.0, -1.0])
    1
    """
    return scores.index(max(scores))
