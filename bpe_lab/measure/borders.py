"""Where the first bytes of a text may end: between two characters."""

from __future__ import annotations


def border(data: bytes, size: int) -> int:
    """The end of the last character that lies within the first ``size`` bytes.

    >>> border("aé".encode(), 2), border("é".encode(), 1)
    (1, 2)
    """
    end = min(size, len(data))
    while 0 < end < len(data) and is_inside(data[end]):
        end -= 1
    while end == 0 or (end < len(data) and is_inside(data[end])):
        end += 1
    return end


def is_inside(byte: int) -> bool:
    """Whether this byte of UTF-8 continues a character."""
    return byte & 0b1100_0000 == 0b1000_0000
