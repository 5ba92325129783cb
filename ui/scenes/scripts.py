"""Which script a token is written in, as far as a reader would say so."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_letters

import regex

# The first match wins; letters that scripts share stand with the script that they look like.
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
ASCII_LETTERS = frozenset(ascii_letters)
LETTERS = frozenset(GROUPS) - {"space", "digits", "symbols"}
SCRIPTS = (*GROUPS, "mixed", "partial", "special", "unused")
_PATTERNS = tuple((name, regex.compile(pattern)) for name, pattern in GROUPS.items())


def script_of(text: str) -> str:
    """The group of ``text``: its letters decide; without any, digits, symbols, white space.

    >>> script_of(" don't"), script_of("你hi"), script_of(" 1."), script_of(" \\n")
    ('latin', 'mixed', 'digits', 'space')
    """
    if text.isascii() and not ASCII_LETTERS.isdisjoint(text):
        return "latin"  # most tokens of most vocabularies
    groups = set(map(group_of, text))
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
