"""What kind of character each code point is: one byte of flags, read by every scanner.

The tables are those of the installed `regex`, so that scanners and patterns agree on every
character, whichever version of Unicode that is. White space is Unicode's property of that
name; Python's own `str.isspace` has four characters more.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

# Of o200k: what may stand before, and in, the small letters of a word. Marks are both.
# subtle: numba compiles a kernel anew for every plain number that it is given.
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


@cache
def classes() -> NDArray[np.uint8]:
    """The flags of every code point, read-only; made once a process.

    >>> [int(classes()[ord(letter)]) for letter in "aA1 !\\u0301"]
    [33, 17, 2, 4, 0, 48]
    """
    text = np.arange(CODE_POINTS, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    table = np.zeros(CODE_POINTS, np.uint8)
    for pattern, flags in CLASSES.items():
        for run in regex.finditer(pattern, text):
            table[run.start() : run.end()] = flags
    table[[ord("\r"), ord("\n")]] = SPACE | NEWLINE
    table.flags.writeable = False
    return table
