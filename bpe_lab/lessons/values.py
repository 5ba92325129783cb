"""What an option of a link may be: one of several names, a whole number, anything short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson_errors import (
    LessonChoiceError,
    LessonNumberError,
    LongLessonTextError,
)

LONGEST = 8000  # characters of a value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these names."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, both bounds included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Anything:
    """What only the page can judge: the reader's own text, a list, what depends on the text."""


Values: TypeAlias = OneOf | Whole | Anything


def names(*options: str) -> OneOf:
    """One of ``options``."""
    return OneOf(options)


def wrong_value(values: Values, value: str, line: int, key: str) -> BPELabError | None:
    """What is wrong with ``value`` in ``line``, if anything.

    >>> print(wrong_value(Whole(1, 9), "10", 4, "step[1].link merges"))
    line 4, step[1].link merges: '10' is no whole number from 1 to 9
    """
    if isinstance(values, OneOf) and value not in values.names:
        known = ", ".join(values.names)
        return LessonChoiceError(line=line, key=key, value=value, known=known)
    if isinstance(values, Whole) and not is_whole(value, values):
        low, high = values.low, values.high
        return LessonNumberError(line=line, key=key, value=value, low=low, high=high)
    if len(value) > LONGEST:
        return LongLessonTextError(line=line, key=key, size=len(value), limit=LONGEST)
    return None


def is_whole(value: str, bounds: Whole) -> bool:
    """Whether ``value`` is written as a whole number within ``bounds``.

    >>> is_whole("7", Whole(1, 9)), is_whole("+7", Whole(1, 9)), is_whole("10", Whole(1, 9))
    (True, False, False)
    """
    is_number = value.isascii() and value.isdecimal() and len(value) <= 12
    return is_number and bounds.low <= int(value) <= bounds.high
