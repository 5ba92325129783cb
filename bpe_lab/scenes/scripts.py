"""Which script a token is written in, as far as a reader would say so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import regex

# The first match wins; letters shared by scripts count as the script that they look like.
GROUPS = {
    "latin": r"\p{Script=Latin}",
    "han": r"\p{Script=Han}",
    "kana": r"[\p{Script=Hiragana}\p{Script=Katakana}ー]",
    "hangul": r"\p{Script=Hangul}",
    "cyrillic": r"\p{Script=Cyrillic}",
    "arabic": r"\p{Script=Arabic}",
    "greek": r"\p{Script=Greek}",
    "other": r"\p{L}",
    "space": r"\s",
    "digits": r"\p{N}",
    "symbols": r"(?s:.)",
}
SCRIPTS = (*GROUPS, "mixed", "partial", "special", "unused")
LETTERS = frozenset(GROUPS) - {"space", "digits", "symbols"}
_PATTERNS = tuple((name, regex.compile(pattern)) for name, pattern in GROUPS.items())
_BITS = {name: 1 << k for k, name in enumerate(GROUPS)}


def scripts_of(texts: Sequence[str]) -> list[str]:
    """The group of each text, none of them empty: see `_of_groups`.

    All characters of a vocabulary are looked up together, each of them once: a bit for its
    group. The bits of a text, joined, are the groups of its characters.

    >>> scripts_of([" don't", "你hi", " 1.", " \\n"])
    ['latin', 'mixed', 'digits', 'space']
    """
    if not texts:
        return []
    characters = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32)
    bit_of = np.zeros(characters.max() + 1, np.uint16)
    bit_of[characters] = 1
    seen = np.flatnonzero(bit_of)
    bit_of[seen] = [_BITS[group_of(character)] for character in map(chr, seen.tolist())]
    sizes = np.fromiter(map(len, texts), np.intp, len(texts))
    joined = np.bitwise_or.reduceat(bit_of[characters], np.cumsum(sizes) - sizes).tolist()
    named = {bits: _of_groups({g for g in GROUPS if bits & _BITS[g]}) for bits in set(joined)}
    return [named[bits] for bits in joined]


def _of_groups(groups: set[str]) -> str:
    """Letters decide; without any, digits, symbols, white space."""
    letters = groups & LETTERS
    if letters:
        return letters.pop() if len(letters) == 1 else "mixed"
    return next(name for name in ("digits", "symbols", "space") if name in groups)


@lru_cache(maxsize=2**17)
def group_of(character: str) -> str:
    """The group of one character.

    subtle: white space and digits before the catch-all, and a script's own digits and marks
    with the script.
    """
    return next(name for name, pattern in _PATTERNS if pattern.match(character))
