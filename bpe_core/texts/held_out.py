"""Where to cut off the end of a text that is held out to measure compression."""

from __future__ import annotations

PART, MOST = 50, 1_000_000  # one part in so many is held out, at most so many bytes


def cut(text: bytes) -> int:
    """Where the last 2 % begin, at a line if there is one near, else at a character.

    >>> cut(b"ab\\n" * 100), cut(b"a" * 100), cut(b"a")
    (297, 98, 1)
    """
    size = min(len(text) // PART, MOST)
    at = len(text) - size
    line = text.find(b"\n", at, at + size // 2)
    if line >= 0:
        return line + 1
    while at < len(text) and text[at] & 0xC0 == 0x80:  # within a character
        at += 1
    return at
