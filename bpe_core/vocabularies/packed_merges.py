"""Merges as a small file: an xz file of the ids of their two parts.

How many merges there are, in four bytes, the lowest first; then the left ids of all merges in
rank order, in three bytes each: all low ones, all middle ones, all high ones; then the right
ids. The merge of rank r gives the id ``first_new_id + r``, so no token is written.
"""

from __future__ import annotations

import lzma
import struct
from collections.abc import Sequence
from itertools import compress, count
from operator import ge
from typing import Any

from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.model import Pair

SIZE, WIDTH = 4, 3  # bytes of the number of merges, and of an id
LIMIT = 2**21  # bytes: o200k has 1.2 million
MEMORY = 8_000_000  # bytes to unpack in
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "dict_size": 2**21, "nice_len": 273, "lc": 0, "lp": 0, "pb": 0}
]


def packed(pairs: Sequence[Pair]) -> bytes:
    """The file of ``pairs``.

    >>> unpacked(packed([(108, 111), (257, 119)]), "low.xz", first_new_id=257)
    [(108, 111), (257, 119)]
    """
    content = len(pairs).to_bytes(SIZE, "little")
    for side in (0, 1):
        words = struct.pack(f"<{len(pairs)}I", *(pair[side] for pair in pairs))
        content += b"".join(words[k::4] for k in range(WIDTH))
    return lzma.compress(content, filters=FILTERS)


def unpacked(data: bytes, file: str, *, first_new_id: int) -> list[Pair]:
    """The pairs of a file; raises ``FormatError`` for one that is damaged or too long.

    >>> unpacked(packed([(1, 2)])[:-9], "cut", first_new_id=3)
    Traceback (most recent call last):
    bpe_core.errors.FormatError: cut, the file: cannot be read (cut, or longer than its pairs)
    """
    content = _content(data, file)
    merges = int.from_bytes(content[:SIZE], "little")
    right_start = SIZE + WIDTH * merges
    if len(content) != right_start + WIDTH * merges:
        raise _cut(file)
    left, right = _ids(content[SIZE:right_start]), _ids(content[right_start:])
    is_late = map(ge, map(max, left, right), count(first_new_id))
    if (rank := next(compress(count(), is_late), None)) is not None:
        number = max(left[rank], right[rank])
        raise broken(file, at("line", rank + 1), "unused_id", number=number)
    return list(zip(left, right, strict=True))


def _ids(planes: bytes) -> tuple[int, ...]:
    size = len(planes) // WIDTH
    words = bytearray(4 * size)
    for k in range(WIDTH):
        words[k::4] = planes[k * size : (k + 1) * size]
    return struct.unpack(f"<{size}I", words)


def _content(data: bytes, file: str) -> bytes:
    """What was compressed: all of the file, and no more than ``LIMIT``."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
    try:
        content = reader.decompress(data, max_length=LIMIT + 1)
    except lzma.LZMAError as error:
        raise broken(file, WHOLE, "unreadable", reason=error) from None
    if len(content) > LIMIT:
        raise broken(file, WHOLE, "too_large", limit=LIMIT, size=len(content))
    if not reader.eof or reader.unused_data:
        raise _cut(file)
    return content


def _cut(file: str) -> Exception:
    return broken(file, WHOLE, "unreadable", reason="cut, or longer than its pairs")
