"""Merges as a small file: two columns of ids, each as its most frequent ids say.

An xz file of little-endian integers: how many merges there are, in 32 bits; how often each id
is a left part, then a right part, in 16 bits, all low bytes before all high ones; and for both
columns, in rank order, a byte for the beginning of each number and, packed, its other bits.
Ids are numbered anew, the most frequent first, so that most numbers are small. The merge of
rank r gives the id ``first_new_id + r``, so no token is written.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.formats.format_rules import WHOLE, at, broken
from bpe_core.model import Pair

Numbers: TypeAlias = NDArray[np.int64]

LIMIT = 2**21  # bytes: o200k has 1.5 million
MEMORY = 8_000_000  # bytes to unpack in
FINE = 4  # bits behind the first 1 of a number that its byte has: 3 to 5 make little difference
# On 31,743 merges 97.1 KB, on the 199,742 of o200k 687 KB. Plain 16-bit columns, which o200k
# outgrows, take 94.3 KB; ids of o200k in three bytes 708 KB, its tokens written out 742 KB.
FILTERS: list[dict[str, Any]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 2**21, "lc": 0, "lp": 0, "pb": 0}
]


def packed(pairs: Sequence[Pair], *, first_new_id: int) -> bytes:
    """The file of ``pairs``.

    >>> unpacked(packed([(108, 111), (257, 119)], first_new_id=257), "low.xz", first_new_id=257)
    [(108, 111), (257, 119)]
    """
    ids = first_new_id + len(pairs)
    columns = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    counts, starts, rests = zip(*(_packed_column(each, ids) for each in columns), strict=True)
    content = b"".join((len(pairs).to_bytes(4, "little"), *counts, *starts, *rests))
    return lzma.compress(content, filters=FILTERS)


def unpacked(data: bytes, file: str, *, first_new_id: int) -> list[Pair]:
    """The pairs of a file; raises ``FormatError`` for one that is damaged or too long.

    >>> unpacked(packed([(1, 2)], first_new_id=3)[:-9], "cut", first_new_id=3)
    Traceback (most recent call last):
    bpe_core.errors.FormatError: cut, the file: cannot be read (cut, or longer than its pairs)
    """
    content = np.frombuffer(_content(data, file), dtype=np.uint8)
    size = int.from_bytes(content[:4].tobytes(), "little")
    ids = first_new_id + size
    ends = np.cumsum([4, 2 * ids, 2 * ids, size, size])
    if len(content) < ends[-1]:
        raise _cut(file)
    *counts, left_start, right_start, rest = np.split(content, ends)[1:]
    left, behind = _column(counts[0], left_start, rest)
    right, behind = _column(counts[1], right_start, behind)
    if left is None or right is None or len(behind):
        raise _cut(file)
    late = np.maximum(left, right) >= first_new_id + np.arange(size)
    if late.any():
        rank = int(late.argmax())
        number = max(left[rank], right[rank])
        raise broken(file, at("line", rank + 1), "unused_id", number=number)
    return list(zip(left.tolist(), right.tolist(), strict=True))


def _packed_column(column: Numbers, ids: int) -> tuple[bytes, bytes, bytes]:
    """Counts of all ids, the beginnings of all numbers, and their other bits."""
    counts = np.bincount(column, minlength=ids)
    assert counts.max(initial=0) < 2**16, "16 bits each"
    numbers = np.empty(ids, dtype=np.int64)
    numbers[_by_count(counts)] = np.arange(ids)
    shifted = numbers[column] + 2**FINE  # so that each has a first 1, and FINE bits behind it
    widths = np.frexp(shifted)[1] - 1 - FINE
    starts = (widths << FINE) + (shifted >> widths) - 2**FINE
    shifts = widths[:, None] - 1 - np.arange(widths.max(initial=0))
    bits = ((shifted[:, None] >> shifts.clip(0)) & 1)[shifts >= 0]
    planes = counts.astype("<u2").view(np.uint8).reshape(-1, 2).T
    return planes.tobytes(), starts.astype(np.uint8).tobytes(), np.packbits(bits).tobytes()


def _column(
    planes: NDArray[np.uint8], starts: NDArray[np.uint8], rest: NDArray[np.uint8]
) -> tuple[Numbers | None, NDArray[np.uint8]]:
    """The ids, and what of ``rest`` is behind their bits; none where that is too short."""
    low, high = planes.reshape(2, -1).astype(np.int64)
    widths = starts.astype(np.int64) >> FINE
    size = (int(widths.sum()) + 7) // 8
    if len(rest) < size:
        return None, rest
    first = np.cumsum(widths) - widths
    # Three bytes from where a number's bits begin have them all: up to 7 before them, and 15,
    # which is the most that a byte of ``starts`` can say.
    three = np.concatenate([rest[:size], np.zeros(3, np.uint8)]).astype(np.int64)
    words = ((three[:-2] << 16) + (three[1:-1] << 8) + three[2:])[first >> 3]
    bits = words >> (24 - (first & 7) - widths) & ((1 << widths) - 1)
    shifted = ((starts & (2**FINE - 1)) + np.int64(2**FINE) << widths) + bits
    numbers = shifted - 2**FINE
    if numbers.max(initial=0) >= len(low):
        return None, rest
    return _by_count(low + 256 * high)[numbers], rest[size:]


def _by_count(counts: Numbers) -> Numbers:
    """Ids, the most frequent first; those of one count as they are."""
    # As 16 bits each, which numpy sorts in a tenth of the time.
    return np.argsort((2**16 - 1 - counts).astype(np.uint16), kind="stable")


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
