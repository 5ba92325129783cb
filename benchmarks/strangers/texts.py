"""The texts that all suites take: real ones that come with Python and with us, and fuzzed ones.

Letters of fuzzed texts are those of Unicode 3.2, which every library's tables have in the same
class; how much newer a table is then makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from unicodedata import ucd_3_2_0

from bpe_core.library import standard_library
from bpe_core.texts.corpus import sample
from tests.core.text_strategies import NOT_WHITE_SPACE, ODD, PIECES, WHITE_SPACE

LIBRARY = 400_000  # bytes
LONGEST = 30  # parts of a fuzzed text


@cache
def real_texts() -> Mapping[str, str]:
    """English and Chinese stories, code, and a part of Python's standard library, by name."""
    samples = {name: sample(name).text for name in ("story_en", "story_zh", "code")}
    return {**samples, "standard library": standard_library(LIBRARY).text}


def fuzzed_texts(number: int, seed: int, extra: Sequence[str] = ()) -> Iterator[str]:
    """So many texts of odd characters, runs of few letters, white space and ``extra``.

    >>> list(fuzzed_texts(2, 0)) == list(fuzzed_texts(2, 0))
    True
    """
    chance = Random(seed)
    odd = (*ODD, *WHITE_SPACE, *NOT_WHITE_SPACE, *PIECES, *extra)
    for _ in range(number):
        draw = chance.choice((_of_few_letters, _of_any_letter, _of_odd_parts))
        parts = (draw(chance, odd) for _ in range(chance.randrange(LONGEST)))
        yield "".join(parts)


def _of_few_letters(chance: Random, _: Sequence[str]) -> str:
    return chance.choice("ab' \n哈") * chance.randint(1, 9)


def any_letters(chance: Random, size: int) -> str:
    """So many letters of any kind."""
    return "".join(_of_any_letter(chance, ()) for _ in range(size))


def _of_any_letter(chance: Random, _: Sequence[str]) -> str:
    """Of the first planes more often than their sizes would give."""
    while True:
        letter = chr(chance.randrange(chance.choice((0x80, 0x800, 0x10000, 0x110000))))
        if ucd_3_2_0.category(letter) not in ("Cn", "Cs"):
            return letter


def _of_odd_parts(chance: Random, odd: Sequence[str]) -> str:
    return chance.choice(odd)
