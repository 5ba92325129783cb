"""How bytes are shown: every byte visible, nothing active, nothing confusable.

A printable run stays as it is, a space is drawn, a byte that is no whole character is hex,
and what has no shape or changes the shape of others (controls, direction marks, joiners) is
named.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TypeAlias

Part: TypeAlias = list[str]

SIGNS = {"\n": "⏎", "\t": "⇥", "\r": "␍", "\x00": "NUL"}
UNSHOWN = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"}
CUT = "…"
MOST_IN_LINE = 200  # bytes of a token in a table or a sentence; GPT-2's longest has 128
MOST_DRAWN = 4_000  # of a token in a picture; the texts that are drawn have no more
NAME_SCALE = 0.75  # names are drawn smaller than glyphs


def parts_of(token: bytes) -> list[Part]:
    """The parts to draw, in order; a long token is cut.

    >>> parts_of("ô\\n".encode()[1:] + b" a")
    [['hex', 'B4'], ['name', '⏎'], ['space'], ['glyph', 'a']]
    """
    if len(token) > MOST_DRAWN:
        return [*parts_of(beginning(token, MOST_DRAWN)), ["name", CUT]]
    parts: list[Part] = []
    for character in token.decode("utf-8", "surrogateescape"):
        part = _part(character)
        if part[0] == "glyph" and parts and parts[-1][0] == "glyph":
            parts[-1][1] += character
        else:
            parts.append(part)
    return parts


def _part(character: str) -> Part:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that surrogateescape could not decode
        return ["hex", f"{code - 0xDC00:02X}"]
    if character == " ":
        return ["space"]
    if character in SIGNS:
        return ["name", SIGNS[character]]
    category = unicodedata.category(character)
    if category in UNSHOWN:
        return ["name", f"U+{code:04X}"]
    if category.startswith("M"):  # a mark needs a base
        return ["glyph", "◌" + character]
    return ["glyph", character]


def visible(token: bytes) -> str:
    r"""A token as one line of text; a long one is cut.

    >>> visible(b" \xc3"), len(visible(b"a" * 10**6))
    ('␣<C3>', 201)
    """
    if len(token) > MOST_IN_LINE:
        return visible_whole(beginning(token, MOST_IN_LINE)) + CUT
    return visible_whole(token)


def visible_whole(token: bytes) -> str:
    """The same with no part cut off, for files."""
    return "".join(map(_glyph, token.decode("utf-8", "surrogateescape")))


def beginning(token: bytes, most: int) -> bytes:
    """The first ``most`` bytes or a few less, so that no character is cut apart.

    >>> beginning("a你".encode(), 3), beginning("a你".encode(), 4)
    (b'a', b'a\\xe4\\xbd\\xa0')
    """
    end = most
    while most - 3 <= end < len(token) and token[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return token[:end]


@lru_cache(maxsize=2**17)
def _glyph(character: str) -> str:
    """One character, cached: tables show every token of a vocabulary."""
    return _sign(*_part(character))


def _sign(kind: str, text: str = "␣") -> str:
    return f"<{text}>" if kind == "hex" else text


def width_of(parts: list[Part]) -> float:
    """Columns of a monospaced font: 1 a narrow character, 2 a wide one.

    >>> width_of([["glyph", "a你"], ["space"], ["hex", "C3"]])
    6.0
    """
    return float(sum(_part_width(part) for part in parts))


def _part_width(part: Part) -> float:
    if part[0] == "space":
        return 1
    if part[0] == "name":
        return len(part[1]) * NAME_SCALE
    return sum(_columns(character) for character in part[1])


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def is_whole(token: bytes) -> bool:
    """Whether the bytes are whole characters."""
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def completes_character(left: bytes, right: bytes) -> bool:
    r"""Whether two tokens that are not both whole characters become whole ones together.

    >>> completes_character(b"\xc3", b"\xa9"), completes_character(b"a", b"b")
    (True, False)
    """
    return is_whole(left + right) and not (is_whole(left) and is_whole(right))
