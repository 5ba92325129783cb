"""A message with its values, each bounded: an option may hold a text of megabytes."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

LONGEST_VALUE = 300  # characters
GAP = " … "


class _ShortValues(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        if len(text) <= LONGEST_VALUE:
            return text
        half = (LONGEST_VALUE - len(GAP)) // 2
        return text[:half] + GAP + text[-half:]


def short_message(template: str, values: Mapping[str, object]) -> str:
    """``template`` with its ``values``; of one that is too long, both ends.

    >>> short_message("no text named {name!r}", {"name": "a" * 10**6})[:22]
    "no text named 'aaaaaaa"
    >>> len(short_message("{text}", {"text": "a" * 10**6})) <= LONGEST_VALUE
    True
    """
    return _ShortValues().vformat(template, (), values)
