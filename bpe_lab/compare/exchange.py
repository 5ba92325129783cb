"""A text in which characters have exchanged their roles: does a system only count?

Every printable character, the space too, becomes the next one of a circle through all those
of the text that take as many bytes of UTF-8. All counts stay, of characters and of their
pairs; what is gone is what is known of a character beforehand: that a space stands between
words, that a letter is no punctuation. Who makes more tokens of it has leaned on that.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from pathlib import Path
from random import Random

from bpe_lab.measure.borders import border

SIZE = 500_000  # bytes that are learned from, as they are and exchanged
VOCAB_SIZE = 8000  # at most, of both


def beginning(corpus: Path) -> str:
    """The part of a corpus that is exchanged: its first characters."""
    with corpus.open("rb") as file:
        data = file.read(SIZE + 4)  # the longest character has four bytes
    return data[: border(data, SIZE)].decode() if data else ""


def exchanged(text: str, *, seed: int = 0) -> str:
    """``text`` with its characters' roles exchanged; the same seed gives the same text.

    >>> exchanged("abba ab")
    ' aa b a'
    """
    circles: dict[int, list[str]] = defaultdict(list)
    for character in sorted(set(text)):
        if is_exchanged(character):
            circles[len(character.encode())].append(character)
    table: dict[int, str] = {}
    for length in sorted(circles):
        circle = circles[length]
        Random(seed).shuffle(circle)
        table |= zip(map(ord, circle), circle[1:] + circle[:1], strict=True)
    return text.translate(table)


def is_exchanged(character: str) -> bool:
    """Lines stay lines; marks stay too, since composing them is another matter.

    >>> [is_exchanged(c) for c in ("a", " ", "，", "\\n", "\\u0301")]
    [True, True, True, False, False]
    """
    return character.isprintable() and not unicodedata.combining(character)
