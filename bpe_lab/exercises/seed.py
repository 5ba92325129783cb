"""The short name of an exercise's text: read out, written on paper, put into a link."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.errors import SeedError

GENERATOR = 1  # raised whenever a seed would draw another text
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # 32; I, L, O and U would be misread
MISREAD = str.maketrans("ILO", "110")
LENGTH = 4  # of a seed: the generator, then three digits of its number
NUMBERS = len(DIGITS) ** (LENGTH - 1)


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

        Raises ``SeedError`` for what is none, or one of another generator.
        """
        generator, *digits = _values(text)
        if generator != GENERATOR:
            raise SeedError(seed=text, first=DIGITS[GENERATOR])
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
        raise SeedError(seed=text, first=DIGITS[GENERATOR])
    return [DIGITS.index(digit) for digit in written]
