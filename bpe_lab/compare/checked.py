"""Values that come back from JSON, held to the types of the fields that they are for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

MOST = 2**63  # what was measured is less; more breaks arithmetic

Fields = TypeVar("Fields", bound=tuple[Any, ...])


def checked(kind: type[Fields], values: Mapping[str, Any]) -> Fields:
    """A named tuple of plain fields; raises ``TypeError`` for a value of another type.

    >>> from bpe_lab.compare.events import TextSizes
    >>> checked(TextSizes, {"training": 9, "held_out": "1"})
    Traceback (most recent call last):
    TypeError: held_out
    """
    fields = kind(**values)
    for name, hint in get_type_hints(kind).items():
        of_type(hint, getattr(fields, name), name)
    return fields


def checked_list(kind: type[Fields], values: Any) -> Fields:
    """The same from a list, which is what JSON makes of a named tuple.

    >>> from bpe_lab.compare.events import TextSizes
    >>> checked_list(TextSizes, [9, 1])
    TextSizes(training=9, held_out=1)
    """
    return checked(kind, dict(zip(get_type_hints(kind), values, strict=True)))


def of_type(hint: Any, value: Any, name: str) -> Any:
    """``value`` if it is of a type; an integer is a float too, and figures are from 0 on."""
    if get_origin(hint) is Literal:
        fits = value in get_args(hint)
    elif hint is float:
        fits = type(value) in (int, float) and 0 <= value < MOST
    elif hint is int:
        fits = type(value) is int and 0 <= value < MOST
    else:
        fits = type(value) is hint
    if not fits:
        raise TypeError(name)
    return value
