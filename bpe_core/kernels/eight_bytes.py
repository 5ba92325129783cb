"""Eight bytes at a time: loads, stores and bit tricks on 64-bit words.

Texts are read byte by byte only where speed does not matter. Elsewhere kernels take eight bytes
as one number, the first byte lowest (little-endian), and test all of them at once. numba cannot
express that, so `instructions.py` generates LLVM code.

``load8(array, i)``         eight bytes from entry i on as a uint64: bytes[i] … bytes[i + 7]
``store8(array, i, word)``  the opposite; of an array of 32 bits it fills two entries
``trailing_zeros(word)``    of a uint64; 64 where there is no 1
``fold(a, b)``              both halves of the 128-bit product, mixed: the heart of a hash

subtle: numba makes a float of a uint64 and an int, so every constant combined with a word is a
np.uint64, too. Nothing here checks bounds: a load or store must lie within its array.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from bpe_core.kernels.decorators import instruction, kernel

EIGHT = np.uint64(8)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
# Digits of the fractional part of pi, as good as any, the last bit set so that they are odd.
SEED, KEY, LAST_KEY = (
    np.uint64(n) for n in (0x243F6A8885A308D3, 0x13198A2E03707345, 0xA4093822299F31D1)
)


def random_keys() -> NDArray[np.uint64]:
    """Four unpredictable numbers, for hashes whose collisions nobody can plan."""
    return np.frombuffer(os.urandom(32), np.uint64)


load8, store8, trailing_zeros, fold = map(
    instruction, ("load8", "store8", "trailing_zeros", "fold")
)


@kernel
def load_tail(data: NDArray[np.uint8], i: int, size: int) -> np.uint64:
    """``data[i:][:size]``, at most eight bytes, as a word with zeros above.

    >>> hex(load_tail(np.frombuffer(b"hello", np.uint8), 1, 2))
    '0x6c65'
    """
    if size <= 0:
        return np.uint64(0)
    unused = EIGHT * np.uint64(8 - size)
    if i + 8 <= len(data):
        return load8(data, i) & (ALL >> unused)
    if i + size >= 8:  # the bytes before may be read
        return load8(data, i + size - 8) >> unused
    word = np.uint64(0)
    for k in range(size):
        word |= np.uint64(data[i + k]) << (EIGHT * np.uint64(k))
    return word


@kernel
def hash_bytes(data: NDArray[np.uint8], i: int, size: int) -> np.uint64:
    """A hash of ``data[i:][:size]``; all of its bits can be used.

    Its keys are public: a table that an attacker may fill has to bound its look-ups.
    """
    hash_value = fold(SEED ^ np.uint64(size), KEY)
    while size > 8:
        hash_value = fold(hash_value ^ load8(data, i), KEY)
        i += 8
        size -= 8
    return fold(hash_value ^ load_tail(data, i, size), LAST_KEY)
