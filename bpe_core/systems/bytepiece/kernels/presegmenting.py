"""The likeliest words of texts, by a search over the states of every byte.

The compiled form of `presegment.presegment_taught`. The values of the grams that begin at a
byte are looked up together and laid down along a diagonal: the gram of m bytes belongs to state
m - 1 of the byte that it ends with. So a few rows of states are enough, used in turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import load8
from bpe_core.systems.bytepiece.kernels.ngram_values import (
    DIRECT,
    LOW_TWO,
    Values,
    as_word,
    ask_ahead,
    value_of,
)

ROWS = 8  # of states that are held: a gram reaches at most six bytes on
NO_WAY = -np.inf
AHEAD = 6  # bytes
# An order that is known when the kernel is compiled, so that loops over states are unrolled: a
# third less time.
USUAL: Any = np.int64(6)
FROM_ZERO, STAYED = np.uint8(7), np.uint8(8)  # of a route: state before state 0; last from last
# Continuation bytes of UTF-8 are 0b10xx_xxxx.
KIND, CONTINUES = np.uint8(0xC0), np.uint8(0x80)


class Work(NamedTuple):
    """The arrays of a search; ``routes`` is as long as the longest text."""

    states: NDArray[np.float64]  # values: row i % ROWS, ROWS states each
    scores: NDArray[np.float64]  # of the byte before, then of this one
    routes: NDArray[np.uint8]


def empty_work(longest: int) -> Work:
    return Work(np.empty(ROWS * ROWS), np.empty(2 * ROWS), np.empty(longest, np.uint8))


@kernel
def cut_batch(
    values: Values,  # in
    order: int,  # in
    ensure_unicode: bool,  # in
    robust: bool,  # in
    data: NDArray[np.uint8],  # in
    last: NDArray[np.bool_],  # in: by byte, whether a text ends with it
    cursor: NDArray[np.int64],  # in and out: where to go on
    stop: int,  # in
    work: Work,  # scratch
    ends: NDArray[np.int64],  # out: where words end
) -> int:
    """Where words end, text by text from ``cursor`` on; returns how many, and moves ``cursor``.

    Stops when the next text may not fit into ``ends``. ``SLACK`` bytes stand behind ``stop``.
    """
    count, start = 0, cursor[0]
    while start < stop:
        end = start + 1
        while not last[end - 1]:
            end += 1
        if count + end - start > len(ends):
            break
        if order == USUAL:
            state = search(values, USUAL, ensure_unicode, robust, data, start, end, work)
        else:
            state = search(values, order, ensure_unicode, robust, data, start, end, work)
        count = walk_back(work.routes, order, state, start, end, ends, count)
        start = end
    cursor[0] = start
    return count


@inlined
def search(
    values: Values,  # in
    order: int,  # in
    ensure_unicode: bool,  # in
    robust: bool,  # in
    data: NDArray[np.uint8],  # in
    start: int,  # in
    end: int,  # in
    work: Work,  # out
) -> int:
    """Find the best path to every state of every byte; returns the last byte's best state."""
    states, scores, routes = work
    for k in range(len(states)):
        states[k] = NO_WAY
    before, now = 0, ROWS
    for i in range(start, end):
        ask_ahead(values, data, min(i + AHEAD, end), order)
        put_values(values, data, i, min(order, end - i), order, states)
        row = (i & (ROWS - 1)) * ROWS
        if ensure_unicode and data[i] & KIND == CONTINUES:
            states[row] = NO_WAY
        if i == start:
            for state in range(order):
                scores[now + state] = states[row + state]
            routes[0] = 0
        else:
            routes[i - start] = step(scores, before, now, states, row, order)
        if robust and scores[now + best(scores, now, order)] == NO_WAY:
            value = values.of_one[data[i]]
            if i == start:
                scores[now] = value
            else:
                routes[i - start] = begin_word(scores, before, now, value, order)
        before, now = now, before
    return best(scores, before, order)


@inlined
def put_values(
    values: Values,
    data: NDArray[np.uint8],
    i: int,
    size: int,
    order: int,
    states: NDArray[np.float64],
) -> None:
    """Lay down the values of the grams from byte ``i`` on, of up to ``size`` bytes."""
    word = load8(data, i)
    states[(i & (ROWS - 1)) * ROWS] = values.of_one[data[i]]
    value = 0.0
    for state in range(1, order):
        if state >= size:
            value = NO_WAY
        elif state < DIRECT:
            value = values.of_two[np.int64(word & LOW_TWO)]
        elif value != NO_WAY:
            value = value_of(values, as_word(word, state + 1))
        states[((i + state) & (ROWS - 1)) * ROWS + state] = value


@inlined
def step(
    scores: NDArray[np.float64],
    before: int,
    now: int,
    states: NDArray[np.float64],
    row: int,
    order: int,
) -> np.uint8:
    """From the scores of one byte to those of the next; returns where the choices came from.

    subtle: values are added before scores are compared, since rounding can make two paths
    equal, and then the lowest state counts.
    """
    route = begin_word(scores, before, now, states[row], order)
    for state in range(1, order):
        scores[now + state] = scores[before + state - 1] + states[row + state]
    if order > 1:
        other = scores[before + order - 1] + states[row + order - 1]
        if other > scores[now + order - 1]:
            scores[now + order - 1] = other
            return route | STAYED
    return route


@inlined
def begin_word(
    scores: NDArray[np.float64], before: int, now: int, value: float, order: int
) -> np.uint8:
    """Set the score of state 0; returns the state before it."""
    score, came = scores[before] + value, 0
    for state in range(1, order):
        other = scores[before + state] + value
        if other > score:
            score, came = other, state
    scores[now] = score
    return np.uint8(came)


@inlined
def best(scores: NDArray[np.float64], at: int, order: int) -> int:
    """The state with the highest score, the lowest of several."""
    winner = 0
    for state in range(1, order):
        if scores[at + state] > scores[at + winner]:
            winner = state
    return winner


@inlined
def walk_back(
    routes: NDArray[np.uint8],  # in
    order: int,  # in
    state: int,  # in: of the last byte
    start: int,  # in
    end: int,  # in
    ends: NDArray[np.int64],  # out
    count: int,  # in: how many ends are written
) -> int:
    """Write where the words of a text end, from number ``count`` on; returns the next number.

    subtle: no path leads to a state but the lowest if none leads to any, and then the state
    before it is the lowest, too: all bytes become words of their own.
    """
    first = count
    ends[count] = end
    count += 1
    for i in range(end - 1, start, -1):
        if state == 0:
            ends[count] = i
            count += 1
            state = int(routes[i - start] & FROM_ZERO)
        elif state < order - 1 or not routes[i - start] & STAYED:
            state -= 1
    for k in range((count - first) // 2):
        ends[first + k], ends[count - 1 - k] = ends[count - 1 - k], ends[first + k]
    return count
