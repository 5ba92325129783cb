"""What a caller hands over, looked at where it comes in: numbers, flags, names.

A value that cannot be meant is an ``OptionError`` that names it, before any work is done: deep
inside it would end in a traceback, or in a result that is silently another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from operator import index
from typing import Any, TypeVar

from bpe_core.errors import OptionError, UnknownNameError

Value = TypeVar("Value")

Row = TypeVar("Row")


def as_integer(name: str, value: Any, least: int | None = None) -> int:
    """``value``, as numpy's integers are integers, too; raises ``OptionError``.

    subtle: ``True`` is an integer to Python, and to nobody who gives a number.

    >>> as_integer("threads", 3, least=1)
    3
    >>> as_integer("threads", 0, least=1)
    Traceback (most recent call last):
    bpe_core.errors.OptionError: threads=0: an integer of at least 1
    """
    rule = "an integer" if least is None else f"an integer of at least {least}"
    try:
        number = index(value)
    except TypeError as error:
        raise OptionError(name=name, value=value, rule=rule) from error
    if isinstance(value, bool) or (least is not None and number < least):
        raise OptionError(name=name, value=value, rule=rule)
    return number


def as_number(name: str, value: Any, rule: str) -> float:
    """``value`` as a float that is a number; raises ``OptionError`` with ``rule``."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(name=name, value=value, rule=rule) from error
    if isinstance(value, bool | str | bytes | bytearray) or number != number:
        raise OptionError(name=name, value=value, rule=rule)
    return number


def as_tuple(name: str, values: Iterable[Value], rule: str) -> tuple[Value, ...]:
    """``values`` in a tuple; raises ``OptionError`` for a text, and what has no items in order.

    >>> as_tuple("merges", {3, 1, 2}, "merges in rank order")
    Traceback (most recent call last):
    bpe_core.errors.OptionError: merges={1, 2, 3}: merges in rank order
    """
    if isinstance(values, str | bytes | Set | Mapping) or not has_items(values):
        raise OptionError(name=name, value=values, rule=rule)
    # subtle: a tuple stays the very same one, by which it is known again.
    return values if type(values) is tuple else tuple(values)


def has_items(value: object) -> bool:
    """Whether a loop can go through ``value``.

    subtle: an array without dimensions has an ``__iter__``, and nothing to go through.

    >>> has_items([]), has_items(5)
    (True, False)
    """
    try:
        iter(value)  # type: ignore[call-overload]  # that is the question
    except TypeError:
        return False
    return True


def check_ids(ids: object) -> None:
    """Raise ``OptionError`` for what gives no ids one after the other; a set has no order.

    >>> check_ids({1, 2})
    Traceback (most recent call last):
    bpe_core.errors.OptionError: ids={1, 2}: a list of ids, or another iterable
    """
    if isinstance(ids, Set | Mapping) or not has_items(ids):
        raise OptionError(name="ids", value=ids, rule="a list of ids, or another iterable")


def check_type(name: str, value: object, kinds: type | tuple[type, ...], rule: str) -> None:
    """Raise ``OptionError`` for a value of another type."""
    if not isinstance(value, kinds):
        raise OptionError(name=name, value=value, rule=rule)


def check_flag(name: str, value: object) -> None:
    """Raise ``OptionError`` for what is neither ``True`` nor ``False``."""
    check_type(name, value, bool, "True or False")


def check_function(name: str, value: Callable[..., object] | None) -> None:
    """Raise ``OptionError`` for what is neither a function nor None."""
    if value is not None and not callable(value):
        raise OptionError(name=name, value=value, rule="a function, or None")


def look_up(kind: str, table: Mapping[str, Row], name: str) -> Row:
    """``table[name]``, or an error that lists the known names.

    >>> look_up("shortcut", {"leftmost": 1, "longest_match": 2}, "fast")
    Traceback (most recent call last):
    bpe_core.errors.UnknownNameError: no shortcut named 'fast'; known: leftmost, longest_match
    """
    if not isinstance(name, str) or name not in table:
        raise UnknownNameError.among(kind, name, table)
    return table[name]
