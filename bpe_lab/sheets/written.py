"""How values are written on paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from bpe_core.model import Pair
from bpe_lab.exercises.questions import Answer
from bpe_lab.sheets.tables import Content, Phrase

FIRST_ESCAPE = 0xDC00  # subtle: Python escapes the byte 0x80 as U+DC80, and so on
LONE_BYTE = re.compile("[\udc80-\udcff]")
NOTHING = "–"  # the end of a chain, a position without a token


def token_on_paper(token: bytes) -> str:
    """Whole characters as they are, a space as a bracket, other bytes by two hex digits each.

    >>> token_on_paper(" ab".encode()), token_on_paper("你".encode() + b"\\xe4\\xbd")
    ('␣ab', '你 E4 BD')
    """
    text = token.decode("utf-8", "surrogateescape").replace(" ", "␣")
    return LONE_BYTE.sub(lambda byte: f" {ord(byte[0]) - FIRST_ESCAPE:02X}", text).strip()


def pair_on_paper(pair: Pair, token_bytes: Mapping[int, bytes]) -> str:
    """Both tokens of a pair."""
    return " + ".join(token_on_paper(token_bytes[token_id]) for token_id in pair)


def row_on_paper(numbers: Iterable[int]) -> str:
    """Several numbers, the least first.

    >>> row_on_paper({4, 0})
    '0, 4'
    """
    return ", ".join(map(str, sorted(numbers)))


def answer_on_paper(answer: Answer, token_bytes: Mapping[int, bytes]) -> Content:
    """An answer to a question: a pair, a number, positions, or a choice in words."""
    if isinstance(answer, str):
        return Phrase(answer)
    if isinstance(answer, tuple):
        return pair_on_paper(answer, token_bytes)
    if isinstance(answer, frozenset):
        return row_on_paper(cast(frozenset[int], answer))
    return NOTHING if answer is None else str(answer)
