"""A row of a table by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bpe_core.errors import UnknownNameError

Row = TypeVar("Row")


def look_up(kind: str, table: Mapping[str, Row], name: str) -> Row:
    """``table[name]``, or an error that lists the known names.

    >>> look_up("shortcut", {"leftmost": 1, "longest_match": 2}, "fast")
    Traceback (most recent call last):
    bpe_core.errors.UnknownNameError: no shortcut named 'fast'; known: leftmost, longest_match
    """
    if not isinstance(name, str) or name not in table:
        raise UnknownNameError.among(kind, name, table)
    return table[name]
