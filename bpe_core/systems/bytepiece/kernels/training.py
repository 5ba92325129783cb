"""From texts to words, compiled: borders of texts, windows of bytes, values of n-grams, states.

Where the texts end that are trained on is one flag per byte: the compiled form of
`bytepiece_texts.training_texts`, for text that is composed already. Flags take the same memory
for every text, and answer the kernels' question: is this the last byte of a text?

A window is up to seven bytes, as one number: the bytes from the highest on, zeros behind them,
and in the lowest byte how many there are. So numbers stand in the order of their bytes, and
those that begin with the same m bytes stand together, for every m.

Values of n-grams of one and two bytes have an entry each; longer ones are in a hash table, less
than half full, as one word: the bytes from the lowest on, their number in the highest byte. A
gram is only in the model if all that it begins with is, so the first one that is missing ends a
search.

Words are the compiled form of `ngrams.presegment_taught`. The values of the grams that begin at
a byte are looked up together and laid down along a diagonal: the gram of m bytes belongs to
state m - 1 of the byte that it ends with. So a few rows of states are enough, used in turn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import fold, load8
from bpe_core.kernels.scan.pattern_ends import char_size, code_point
from bpe_core.kernels.train_loop import prefetch

NEWLINE = np.uint8(10)
# Continuation bytes of UTF-8 are 0b10xx_xxxx.
KIND, CONTINUES = np.uint8(0xC0), np.uint8(0x80)

ONE, BYTE, TOP = np.uint64(1), np.uint64(8), np.uint64(56)
ALL, LOW_TWO = np.uint64(0xFFFF_FFFF_FFFF_FFFF), np.uint64(0xFFFF)

BYTES = 256
SLOT = np.dtype([("gram", "u8"), ("value", "f8")])
FREE = np.uint64(0)
DIRECT = 2  # bytes of the longest gram with an entry of its own

ROWS = 8  # of states that are held: a gram reaches at most six bytes on
NO_WAY = -np.inf
AHEAD = 6  # bytes
# An order that is known when the kernel is compiled, so that loops over states are unrolled: a
# third less time.
USUAL: Any = np.int64(6)
FROM_ZERO, STAYED = np.uint8(7), np.uint8(8)  # of a route: state before state 0; last from last


@kernel
def mark_borders(
    data: NDArray[np.uint8],  # in
    ends: NDArray[np.int64],  # in: offsets that no text crosses
    digits: NDArray[np.bool_],  # in: by code point, whether it is a text by itself; or empty
    longest_line: int,  # in
    longest_run: int,  # in: of newlines
    last: NDArray[np.bool_],  # out: by byte, whether a text ends with it
) -> None:
    """Flag the last byte of every text."""
    i = 0
    for stop in ends:
        while i < stop:
            start = i
            if is_digit(data, i, digits):
                i += char_size(data[i])
            else:
                i = line_end(data, i, stop, digits, longest_line)
                most = min(stop, i + longest_run)
                while i < most and data[i] == NEWLINE:
                    i += 1
            for k in range(start, i - 1):
                last[k] = False
            last[i - 1] = True


@inlined
def is_digit(data: NDArray[np.uint8], i: int, digits: NDArray[np.bool_]) -> bool:
    """Whether the character at ``i`` is a text by itself."""
    return len(digits) > 0 and digits[code_point(data, i)]


@inlined
def line_end(
    data: NDArray[np.uint8], i: int, stop: int, digits: NDArray[np.bool_], longest: int
) -> int:
    """Behind at most ``longest`` characters from ``i`` on, no line ends and no digits."""
    size = 0
    while i < stop and size < longest and data[i] != NEWLINE and not is_digit(data, i, digits):
        i += char_size(data[i])
        size += 1
    return i


@kernel
def pack_windows(
    data: NDArray[np.uint8],  # in
    last: NDArray[np.bool_],  # in: by byte, whether a text ends with it
    start: int,  # in
    stop: int,  # in
    order: int,  # in
    windows: NDArray[np.uint64],  # out: one per byte
) -> None:
    """The window of ``order`` bytes at every offset from ``start`` on; a text ends at ``stop``.

    Windows end with their text.
    """
    mask = ALL << (BYTE * np.uint64(8 - order))
    window, size = np.uint64(0), 0
    for i in range(stop - 1, start - 1, -1):
        if last[i]:
            window, size = np.uint64(0), 0
        size = min(size + 1, order)
        window = (window >> BYTE | np.uint64(data[i]) << TOP) & mask
        windows[i - start] = window | np.uint64(size)


@kernel
def count_runs(
    windows: NDArray[np.uint64],  # in: sorted; out: the distinct ones, in front
    counts: NDArray[np.int64],  # out
) -> int:
    """Count equal windows, which are adjacent; keeps one of each in front, returns how many."""
    distinct, i = 0, 0
    while i < len(windows):
        first, window = i, windows[i]
        while i < len(windows) and windows[i] == window:
            i += 1
        windows[distinct] = window
        counts[distinct] = i - first
        distinct += 1
    return distinct


@kernel
def merge_runs(
    a: NDArray[np.uint64],  # in
    a_counts: NDArray[np.int64],  # in
    b: NDArray[np.uint64],  # in
    b_counts: NDArray[np.int64],  # in
    distinct: NDArray[np.uint64],  # out
    counts: NDArray[np.int64],  # out
) -> int:
    """Merge two ascending lists of windows, adding counts of equal ones; returns the length."""
    i, j, size = 0, 0, 0
    while i < len(a) or j < len(b):
        from_a = j == len(b) or (i < len(a) and a[i] <= b[j])
        from_b = i == len(a) or (j < len(b) and b[j] <= a[i])
        distinct[size] = a[i] if from_a else b[j]
        counts[size] = 0
        if from_a:
            counts[size] += a_counts[i]
            i += 1
        if from_b:
            counts[size] += b_counts[j]
            j += 1
        size += 1
    return size


class Values(NamedTuple):
    """``-inf`` for what is not in the model."""

    of_one: NDArray[np.float64]
    of_two: NDArray[np.float64]  # at first + 256 * second
    slots: NDArray[Any]
    keys: NDArray[np.uint64]


def empty_values(grams: int, keys: NDArray[np.uint64]) -> Values:
    """For so many grams of three bytes and more."""
    return Values(
        of_one=np.full(BYTES, -np.inf),
        of_two=np.full(BYTES * BYTES, -np.inf),
        slots=np.zeros(2 << grams.bit_length(), SLOT),
        keys=keys,
    )


@inlined
def as_word(bytes_from: np.uint64, size: int) -> np.uint64:
    """The lowest ``size`` bytes, at most seven, and that number."""
    bits = BYTE * np.uint64(size)
    return bytes_from & ((ONE << bits) - ONE) | np.uint64(size) << TOP


@inlined
def slot_of(values: Values, gram: np.uint64) -> np.int64:
    """The first slot to probe."""
    return np.int64(fold(gram ^ values.keys[0], values.keys[1])) & (len(values.slots) - 1)


@kernel
def lay_values(
    values: Values,  # out
    grams: NDArray[np.uint64],  # in
    size: int,  # in: bytes of each
    added: NDArray[np.float64],  # in: their values
) -> None:
    """Enter grams of ``size`` bytes, written from the lowest byte on."""
    for i in range(len(grams)):
        if size == 1:
            values.of_one[np.int64(grams[i])] = added[i]
        elif size == DIRECT:
            values.of_two[np.int64(grams[i])] = added[i]
        else:
            gram = as_word(grams[i], size)
            at = slot_of(values, gram)
            while values.slots[at].gram != FREE:
                at = (at + 1) & (len(values.slots) - 1)
            values.slots[at].gram = gram
            values.slots[at].value = added[i]


@inlined
def value_of(values: Values, gram: np.uint64) -> Any:
    """Of a gram of three bytes or more."""
    at = slot_of(values, gram)
    while True:
        slot = values.slots[at]
        if slot.gram == gram:
            return slot.value
        if slot.gram == FREE:
            return -np.inf
        at = (at + 1) & (len(values.slots) - 1)


@inlined
def ask_ahead(values: Values, data: NDArray[np.uint8], i: int, order: int) -> None:
    """Prefetch what ``put_values`` will need at ``i``."""
    word = load8(data, i)
    for size in range(DIRECT + 1, order + 1):
        prefetch(values.slots, slot_of(values, as_word(word, size)))


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

    Stops when the next text may not fit into ``ends``. Eight bytes stand behind ``stop``.
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
