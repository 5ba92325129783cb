"""Texts as BytePiece processes them: composed (NFC), then cut behind line ends into bytes.

So texts come back composed: decoding gives ``normalized(text)``, which is ``text`` wherever
its characters were composed already. A carriage return is an ordinary character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from bpe_core.runtime.text import as_text

LONGEST_LINE, LONGEST_RUN = 10_000, 100  # characters and line ends of a training text

_LINE = re.compile(r"[^\n]*\n+|[^\n]+")
_PART = re.compile(rf"[^\n]{{,{LONGEST_LINE}}}\n{{1,{LONGEST_RUN}}}|[^\n]{{1,{LONGEST_LINE}}}")
# subtle: \d is every decimal digit of Unicode, not only 0 to 9.
_PART_OR_DIGIT = re.compile(r"\d|" + _PART.pattern.replace(r"[^\n]", r"[^\n\d]"))


def normalized(text: str) -> str:
    """``text`` with its characters composed; raises ``LoneSurrogateError``.

    >>> normalized("e\\u0301") == "\\xe9"
    True
    """
    text = as_text(text)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def lines(text: str) -> Iterator[bytes]:
    """The units of segmentation: a line with all line ends behind it.

    >>> list(lines("a\\n\\nb"))
    [b'a\\n\\n', b'b']
    """
    return (match[0].encode() for match in _LINE.finditer(normalized(text)))


def training_texts(text: str, *, isolate_digits: bool = False) -> Iterator[bytes]:
    """The units of training: a line of bounded length, with the line ends behind it.

    ``isolate_digits`` makes every digit a text of its own, so that no piece has two.

    >>> list(training_texts("in 2024\\n"))
    [b'in 2024\\n']
    >>> list(training_texts("in 24\\n", isolate_digits=True))
    [b'in ', b'2', b'4', b'\\n']
    """
    parts = _PART_OR_DIGIT if isolate_digits else _PART
    return (match[0].encode() for match in parts.finditer(normalized(text)))
