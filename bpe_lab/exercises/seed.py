"""The short name of an exercise, its seed, and what is drawn by it: the same everywhere.

A seed is read out, written on paper, put into a link. The same seed gives the same draws on
every machine and version of Python: numbers are those of Vigna's SplitMix64
(https://prng.di.unimi.it/splitmix64.c), started from a digest of a name. `random` promises to
keep only what ``random()`` gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from bpe_lab.lab_errors import LabError

Item = TypeVar("Item")

GENERATOR = 1  # raised whenever a seed would draw another text
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # 32; I, L, O and U would be misread
MISREAD = str.maketrans("ILO", "110")
LENGTH = 4  # of a seed: the generator, then three digits of its number
NUMBERS = len(DIGITS) ** (LENGTH - 1)
MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


@dataclass(frozen=True, slots=True)
class Seed:
    """One of the ``NUMBERS`` texts of a generator.

    >>> str(Seed(7282)), Seed.read("173j")
    ('173J', Seed(number=7282, generator=1))
    """

    number: int
    generator: int = GENERATOR

    def __str__(self) -> str:
        digits, rest = "", self.number
        for _ in range(LENGTH - 1):
            rest, digit = divmod(rest, len(DIGITS))
            digits = DIGITS[digit] + digits
        return DIGITS[self.generator] + digits

    @classmethod
    def read(cls, text: str) -> Seed:
        """The seed that ``text`` names, in either case, O for 0 and I or L for 1.

        Raises ``LabError("seed")`` for what is none, or one of another generator.
        """
        generator, *digits = _values(text)
        if generator != GENERATOR:
            raise LabError("seed", seed=text, first=DIGITS[GENERATOR])
        number = 0
        for digit in digits:
            number = number * len(DIGITS) + digit
        return cls(number)

    def following(self) -> Seed:
        """The next one, for another text of the same kind.

        >>> str(Seed.read("1ZZZ").following())
        '1000'
        """
        return Seed((self.number + 1) % NUMBERS)


def _values(text: str) -> list[int]:
    """The value of each digit of a seed."""
    written = text.strip().upper().translate(MISREAD)
    if len(written) != LENGTH or any(digit not in DIGITS for digit in written):
        raise LabError("seed", seed=text, first=DIGITS[GENERATOR])
    return [DIGITS.index(digit) for digit in written]


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
