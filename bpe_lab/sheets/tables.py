"""What a sheet is made of: tables, which have everything in the key and less on the sheet.

How values are written on paper stands below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, cast

from bpe_core.model import Pair
from bpe_lab.exercises.questions import Answer

FIRST_ESCAPE = 0xDC00  # subtle: Python escapes the byte 0x80 as U+DC80, and so on
LONE_BYTE = re.compile("[\udc80-\udcff]")
NOTHING = "–"  # the end of a chain, a position without a token


@dataclass(frozen=True, slots=True)
class Label:
    """Words of the reader's language, by their name, and the values in them."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


def labels(*keys: str) -> tuple[Label, ...]:
    """Those of several heads."""
    return tuple(map(Label, keys))


Content: TypeAlias = str | Label
# The border left of a cell: none, a cut on both, one that the key alone has, one that is wrong
# and therefore on the sheet alone.
Cut: TypeAlias = Literal["none", "shown", "asked", "wrong"]


class Cell(NamedTuple):
    """A field of a table.

    The sheet leaves it empty where it ``is_asked``, and shows ``wrong`` in its place where
    that is what has to be found.
    """

    content: Content = ""
    is_asked: bool = False
    wrong: Content | None = None
    cut: Cut = "none"


Shape: TypeAlias = Literal["row", "word", "list", "alone", "wide"]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below ``heads``.

    Of the shape ``row`` every column but the first is a byte or a character of the text, as
    wide as the others; a ``word`` is a short one, with lists beside it. A ``list`` is as wide
    as it has to be and may stand beside others; one that is ``alone`` may not. A ``wide`` one
    ends with a column of sentences.
    """

    title: Label
    heads: Sequence[Content]
    rows: Sequence[Sequence[Cell]]
    shape: Shape = "list"


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
        return Label(answer)
    if isinstance(answer, tuple):
        return pair_on_paper(answer, token_bytes)
    if isinstance(answer, frozenset):
        return row_on_paper(cast(frozenset[int], answer))
    return NOTHING if answer is None else str(answer)
