"""What the texts of exercises are made from: a few syllables or characters that recur."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from bpe_lab.exercises.draws import Draws

Script: TypeAlias = Literal["latin", "chinese"]

SYLLABLES = (
    *("la", "lo", "ma", "mi", "na", "no", "ra", "re", "sa", "se", "ta", "te"),
    *("aa", "ee", "oo", "an", "en", "er", "in", "on", "st", "ss", "th"),
)
# Many share their first byte, some the second as well, so parts of characters merge, too.
CHARACTERS = tuple("大天好人今你 山小安家 明日春月木林水 红花草".replace(" ", ""))
SYLLABLES_OF_A_WORD, DIFFERENT = 3, 3


def words_of_syllables(draws: Draws) -> str:
    """Two to four words of one to three syllables, all of the same three."""
    parts = draws.some_of(SYLLABLES, DIFFERENT)
    return " ".join(
        row(draws, parts, 1 + draws.below(SYLLABLES_OF_A_WORD))
        for _ in range(2 + draws.below(3))
    )


def row_of_characters(draws: Draws) -> str:
    """Four to seven characters, of three different ones; one pre-token."""
    return row(draws, draws.some_of(CHARACTERS, DIFFERENT), 4 + draws.below(4))


def row(draws: Draws, parts: list[str], size: int) -> str:
    """``size`` of the ``parts``, one after the other."""
    return "".join(draws.one_of(parts) for _ in range(size))


MATERIAL: Mapping[Script, Callable[[Draws], str]] = {
    "latin": words_of_syllables,
    "chinese": row_of_characters,
}
