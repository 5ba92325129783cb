"""NFC as Hugging Face has it: by the tables of Unicode 9.0, under every Python.

Each version of Unicode has marks that the one before did not know. To an older table such a
mark is a character like any other: it stays where it is, and what stands behind it composes
with nothing before it. So ids would follow Python's version: 99 characters of its 14.0 (Python
3.11) differ. A text is therefore composed between the characters that are later than 9.0, and
these are left alone.

What was there in 9.0 composes alike in all versions: that is one of Unicode's promises.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from unicodedata import combining, normalize

NFC: Final = "NFC"

# UnicodeData.txt of 10.0 to 18.0: what has a combining class, a canonical decomposition, or is
# part of a character that has one, in hexadecimal.
_LATER = """
5C8-5C9 7FD 897-89F 8CA-8D3 9FE C3C D3B-D3C EBA 1715 1ABF-1AF0 1DF6-1DFA A82C 105C9 105D2
105DA 105E4 10D24-10D27 10D69-10D6D 10EAB-10EAC 10ECB-10ECF 10EF0-10EFB 10EFD-10EFF
10F46-10F50 10F82-10F85 11070 1133B 11382-11385 1138B 1138E 11390-11391 113B8 113BB 113C2
113C5 113C7-113C9 113CE-113D0 1145E 11839-1183A 11930 11935 11938 1193D-1193E 11943 119E0
11A34 11A47 11A99 11D42 11D44-11D45 11D97 11F41-11F42 1611E-16129 1612F 16D63 16D67-16D6A
16FF0-16FF1 1D127-1D128 1D250-1D252 1D25B-1D25C 1D25F 1D280-1D281 1E08F 1E130-1E136 1E2AE
1E2EC-1E2EF 1E4EC-1E4EF 1E5EE-1E5EF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5
"""


def composed(text: str) -> str:
    """``text`` with its characters composed.

    >>> len(composed("e\\u0301")), len(composed("e\\u0898\\u0301"))
    (1, 3)
    """
    if text.isascii():
        return text
    whole = normalize(NFC, text)
    # A section of a composed text is composed, so most texts need no second look.
    if whole == text or not later().search(text):
        return whole
    parts = later().split(text)
    parts[::2] = [normalize(NFC, part) for part in parts[::2]]
    return "".join(parts)


def sources(text: str) -> list[int]:
    """For each character of ``composed(text)``, which one of ``text`` it comes from.

    As Hugging Face tokenizers counts: what composes with another comes from the first of them,
    what is left of a character that falls apart from the one before.

    >>> sources("xe\u0301!"), sources("\u1e0b\u0323")
    ([0, 1, 3], [0, 1])
    """
    apart: list[tuple[str, int]] = []  # in canonical order, each with how much it makes longer
    marks = 0  # where the marks begin that stand at the end
    for character in text:
        for k, part in enumerate(_apart(character)):
            apart.append((part, int(k > 0)))
            if not _mark_class(part):
                marks = len(apart)
            else:
                apart[marks:] = sorted(apart[marks:], key=lambda each: _mark_class(each[0]))
    result: list[int] = []
    at = 0
    for character in composed(text):
        first, *others = [*_apart(character)]
        assert apart[0][0] == first, "composing keeps the order"
        longer = apart.pop(0)[1]
        for other in others:
            k = next(k for k, (part, _) in enumerate(apart) if part == other)
            longer += apart.pop(k)[1] - 1
        if longer > 0:
            result.append(max(at - 1, 0))
        else:
            result.append(at)
            at += 1 - longer
    return result


def _apart(character: str) -> str:
    return character if later().match(character) else normalize("NFD", character)


def _mark_class(character: str) -> int:
    return 0 if later().match(character) else combining(character)


@cache
def later() -> re.Pattern[str]:
    """A run of characters that are later than 9.0 and that a newer table would move or join.

    Those beyond U+FFFF stand in a class of their own: one that has both is five times as slow.
    """
    low: list[str] = []
    high: list[str] = []
    for entry in _LATER.split():
        first, _, last = entry.partition("-")
        listed = f"\\U{int(first, 16):08X}-\\U{int(last or first, 16):08X}"
        (low if len(first) < 5 else high).append(listed)
    return re.compile(f"([{''.join(low)}]+|(?=[\\U00010000-\\U0010FFFF])[{''.join(high)}]+)")
