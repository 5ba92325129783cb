"""What kind of character each code point is: one byte of flags, read by every scanner.

Blocks of ASCII are classified by ``masks_at`` of `instructions.py`, which has to agree.

The tables are those of the installed `regex`, so that scanners and patterns agree on every
character, whichever version of Unicode that is; or those of one of ``PINNED_VERSIONS``, from a
file that `scripts/unicode_classes.py` writes. White space is Unicode's property of that name;
Python's own `str.isspace` has four characters more.

That script also keeps the tables of one version of `regex`, the one that we are tested with:
unpacking them takes a process 0.2 ms, asking any other `regex` for its own takes it 15.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import numpy as np
import regex
from numpy.typing import NDArray

# UPPER and LOWER are for o200k: what may stand before the small letters of a word, and what
# among them. Letters without case and marks are both. subtle: typed, since numba compiles a
# kernel once more for each literal number that it is called with.
LETTER, NUMBER, SPACE, NEWLINE, UPPER, LOWER = (np.int64(1 << k) for k in range(6))
KIND = LETTER | NUMBER | SPACE
OTHER = np.int64(0)  # none of them: punctuation, symbols, marks, controls

# By general category, each searched by itself: sets of them take three times as long.
CLASSES = {
    r"\p{Lu}+": LETTER | UPPER,
    r"\p{Lt}+": LETTER | UPPER,
    r"\p{Lm}+": LETTER | UPPER | LOWER,
    r"\p{Lo}+": LETTER | UPPER | LOWER,
    r"\p{Ll}+": LETTER | LOWER,
    r"\p{M}+": UPPER | LOWER,
    r"\p{N}+": NUMBER,
    r"\s+": SPACE,
}
CODE_POINTS = 0x110000
# Where Unicode has characters with a class, and where no version has had any so far.
PEOPLED, DESERTED = (range(0x40000), range(0xE0000, 0xF0000)), range(0x40000, 0xE0000)


@cache
def classes(version: str = "") -> NDArray[np.uint8]:
    """The flags of every code point, read-only; made once a process for each ``version``.

    >>> [int(classes()[ord(letter)]) for letter in "aA1 !\\u0301"]
    [33, 17, 2, 4, 0, 48]
    """
    if version:
        table = unpacked(packed_file(version).read_bytes())
    else:
        file = file_of_regex()
        table = unpacked(file.read_bytes()) if file.is_file() else installed_classes()
    table.flags.writeable = False
    return table


def installed_classes() -> NDArray[np.uint8]:
    """The flags by the tables of the installed `regex`."""
    table = np.zeros(CODE_POINTS, np.uint8)
    for points in PEOPLED:
        lay_classes(table, points)
    if not regex.fullmatch(r"\p{Cn}+", characters(DESERTED)):
        lay_classes(table, DESERTED)
    table[[ord("\r"), ord("\n")]] = SPACE | NEWLINE
    return table


def lay_classes(table: NDArray[np.uint8], points: range) -> None:
    """Write the flags of these code points to ``table``."""
    text = characters(points)
    for pattern, flags in CLASSES.items():
        for run in regex.finditer(pattern, text):
            table[points.start + run.start() : points.start + run.end()] = flags


def characters(points: range) -> str:
    """A text of all of them, surrogates included."""
    data = np.arange(points.start, points.stop, dtype="<u4").tobytes()
    return data.decode("utf-32-le", "surrogatepass")


def file_of_regex() -> Traversable:
    """Where the table of the installed `regex` would be."""
    return files(__package__) / f"regex_{regex.__version__.replace('.', '_')}.zlib"


def packed_file(version: str) -> Traversable:
    """The file with the table of one of ``PINNED_VERSIONS``."""
    return files(__package__) / f"unicode_{version.replace('.', '_')}.zlib"


def packed(table: NDArray[np.uint8]) -> bytes:
    """Runs of equal flags: how many, as 32 bits; then 32 bits for each size, 8 for each flags.

    >>> table = np.repeat(np.array([0, 5], np.uint8), [3, CODE_POINTS - 3])
    >>> bool((unpacked(packed(table)) == table).all())
    True
    """
    starts = np.concatenate(([0], np.flatnonzero(np.diff(table)) + 1))
    sizes = np.diff(starts, append=len(table)).astype("<u4")
    count = np.array([len(starts)], "<u4")
    return zlib.compress(count.tobytes() + sizes.tobytes() + table[starts].tobytes(), 9)


def unpacked(data: bytes) -> NDArray[np.uint8]:
    """The table that ``packed`` has packed."""
    content = zlib.decompress(data)
    count = int(np.frombuffer(content, "<u4", 1)[0])
    sizes = np.frombuffer(content, "<u4", count, 4)
    return np.repeat(np.frombuffer(content, np.uint8, count, 4 + 4 * count), sizes)
