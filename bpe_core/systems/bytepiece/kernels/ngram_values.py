"""The language model as kernels query it: the value of every n-gram that begins at a byte.

Grams of one and two bytes have an entry each; longer ones are in a hash table, less than half
full, as one word: the bytes from the lowest on, their number in the highest byte. A gram is
only in the model if all that it begins with is, so the first one that is missing ends a search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import inlined, kernel
from bpe_core.kernels.eight_bytes import fold, load8
from bpe_core.kernels.train_loop import prefetch

BYTES = 256
SLACK = 8  # readable bytes behind a text
SLOT = np.dtype([("gram", "u8"), ("value", "f8")])
FREE = np.uint64(0)
ONE, BYTE, TOP = np.uint64(1), np.uint64(8), np.uint64(56)
LOW_TWO = np.uint64(0xFFFF)
DIRECT = 2  # bytes of the longest gram with an entry of its own


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
