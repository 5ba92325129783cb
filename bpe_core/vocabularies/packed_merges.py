"""Merges as a small file: two columns of ids, compressed.

An xz file of little-endian 16-bit integers: the left ids of all merges in rank order, then as
many right ids. The merge of rank r gives the id ``first_new_id + r``, so no token is written.
"""

from __future__ import annotations

import lzma
import sys
from array import array
from collections.abc import Sequence
from typing import Any

from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.model import Pair

LIMIT = 4 * 0x10000  # bytes: a pair of ids for each id that 16 bits can name
MEMORY = 2_000_000  # bytes to unpack in
# On 31,743 merges, 126,972 bytes: 94.3 KB, 97.2 KB with xz's own settings. Pairs side by side
# take 95.9 KB, tokens written out with their lengths 116 KB, GPT-2's merges.txt 128 KB.
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 0x40000, "lc": 3, "lp": 1, "pb": 1}
]


def packed(pairs: Sequence[Pair]) -> bytes:
    """The file of ``pairs``.

    >>> unpacked(packed([(108, 111), (257, 119)]), "low.xz", first_new_id=257)
    [(108, 111), (257, 119)]
    """
    columns = [left for left, _ in pairs] + [right for _, right in pairs]
    return lzma.compress(_little(array("H", columns)).tobytes(), filters=FILTERS)


def unpacked(data: bytes, file: str, *, first_new_id: int) -> list[Pair]:
    """The pairs of a file; raises ``FormatError`` for one that is damaged or too long.

    >>> unpacked(packed([(108, 300)]), "low.xz", first_new_id=257)
    Traceback (most recent call last):
    bpe_core.errors.FormatError: low.xz, line 1: no token has the id 300
    """
    columns = _little(array("H", _content(data, file)))
    half = len(columns) // 2
    pairs = list(zip(columns[:half], columns[half:], strict=True))
    for rank, pair in enumerate(pairs):
        if max(pair) >= first_new_id + rank:
            raise broken(file, at("line", rank + 1), "unused_id", number=max(pair))
    return pairs


def _content(data: bytes, file: str) -> bytes:
    """What was compressed: all of the file, whole pairs, and no more than ``LIMIT``."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
    try:
        content = reader.decompress(data, max_length=LIMIT + 1)
    except lzma.LZMAError as error:
        raise broken(file, WHOLE, "unreadable", reason=error) from None
    if len(content) > LIMIT:
        raise broken(file, WHOLE, "too_large", limit=LIMIT, size=len(content))
    if not reader.eof or reader.unused_data or len(content) % 4:
        raise broken(file, WHOLE, "unreadable", reason="cut, or longer than its pairs")
    return content


def _little(numbers: array[int]) -> array[int]:
    """Turn this machine's order of bytes into the file's, or back."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
