"""What a sheet is made of: tables, which have everything in the key and less on the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the reader's language, by their name, and the values in them."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


Content: TypeAlias = str | Phrase


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

    title: Phrase
    heads: Sequence[Content]
    rows: Sequence[Sequence[Cell]]
    shape: Shape = "list"
