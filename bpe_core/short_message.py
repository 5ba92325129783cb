"""A message with its values, each bounded: an option may hold a text of megabytes."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

LONGEST_VALUE = 300  # characters
GAP = " … "


class _ShortValues(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        return both_ends(str(super().format_field(value, format_spec)), LONGEST_VALUE)


def both_ends(text: str, most: int) -> str:
    """``text``, or both ends of it in ``most`` characters.

    >>> both_ends("a" * 50 + "z", 9)
    'aaa … aaz'
    """
    if len(text) <= most:
        return text
    half = (most - len(GAP)) // 2
    return text[:half] + GAP + text[-half:]


def short_message(template: str, values: Mapping[str, object]) -> str:
    """``template`` with its ``values``; of one that is too long, both ends.

    >>> short_message("no text named {name!r}", {"name": "a" * 10**6})[:22]
    "no text named 'aaaaaaa"
    >>> len(short_message("{text}", {"text": "a" * 10**6})) <= LONGEST_VALUE
    True
    """
    return _ShortValues().vformat(template, (), values)
