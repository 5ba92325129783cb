"""Numbers drawn by a name: the same on every machine and version of Python.

Vigna's SplitMix64 (https://prng.di.unimi.it/splitmix64.c), started from a digest of the name.
`random` promises to keep only what ``random()`` gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


class Draws:
    """A stream of draws that depends on ``name`` alone.

    >>> draws = Draws("train 2 1000")
    >>> [draws.below(10) for _ in range(8)]
    [1, 4, 8, 1, 1, 4, 0, 7]
    """

    def __init__(self, name: str) -> None:
        self._state = int.from_bytes(sha256(name.encode()).digest()[:8], "big")

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        self._state = (self._state + STEP) & MASK
        mixed = self._state
        for shift, factor in MIX:
            mixed = (mixed ^ (mixed >> shift)) * factor & MASK
        return (mixed ^ (mixed >> 31)) * bound >> 64

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of ``items``."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[Item], count: int) -> list[Item]:
        """``count`` different ones of ``items``, in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]
