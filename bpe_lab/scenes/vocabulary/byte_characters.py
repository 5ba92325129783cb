"""GPT-2's table: the visible character that stands for each byte, and texts written so."""

from __future__ import annotations

from typing import NamedTuple

from bpe_core.runtime.byte_characters import CHARACTERS, written
from bpe_core.runtime.glyphs import visible

FIRST_MOVED = 0x100  # the code point of the first character that stands for another byte
# Which part a byte has in UTF-8, by the first byte of each range.
ROLES = (
    (0x00, "single"),
    (0x80, "later"),
    (0xC0, "never"),
    (0xC2, "first_of_2"),
    (0xE0, "first_of_3"),
    (0xF0, "first_of_4"),
    (0xF5, "never"),
)


class ByteCell(NamedTuple):
    """A byte, its character, and of which kind that is.

    ``kind`` is ``ascii`` or ``latin`` where the character has the byte's own number, else
    ``moved``; ``role`` is the byte's part in UTF-8, one of ``ROLES``.
    """

    value: int
    character: str
    kind: str
    role: str


class Spelled(NamedTuple):
    """A character of a text as it is drawn, its bytes, and the characters for these."""

    glyph: str
    data: bytes
    characters: str


def byte_cells() -> list[ByteCell]:
    """The table, by byte.

    >>> cells = byte_cells()
    >>> cells[0x20], cells[0xE4]
    (ByteCell(value=32, character='Ġ', kind='moved', role='single'), \
ByteCell(value=228, character='ä', kind='latin', role='first_of_3'))
    """
    return [
        ByteCell(value, character, _kind(value, character), _role(value))
        for value, character in enumerate(CHARACTERS)
    ]


def spelled(text: str) -> list[Spelled]:
    """A text, character by character.

    >>> spelled("无 ")
    [Spelled(glyph='无', data=b'\\xe6\\x97\\xa0', characters='æĹł'), \
Spelled(glyph='␣', data=b' ', characters='Ġ')]
    """
    return [
        Spelled(visible(data), data, written(data)) for data in (each.encode() for each in text)
    ]


def _kind(value: int, character: str) -> str:
    if ord(character) != value:
        return "moved"
    return "ascii" if value < 0x80 else "latin"


def _role(value: int) -> str:
    return [role for first, role in ROLES if first <= value][-1]
