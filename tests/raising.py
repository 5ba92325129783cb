"""Which rule of ours was broken: as strict for a rule as ``pytest.raises`` for a class."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest

from bpe_core.errors import BPELabError

Expected: TypeAlias = str | type[BaseException]


def rules(kind: type[BPELabError] = BPELabError) -> Iterator[tuple[type[BPELabError], str]]:
    """Every class below ``kind`` with each of its rules, of the modules that are loaded."""
    for below in kind.__subclasses__():
        yield from ((below, rule) for rule in below.messages)
        yield from rules(below)


def sample(kind: type[BPELabError], rule: str) -> BPELabError:
    """With a value for every name in the message: a number where it is written as one."""
    values: dict[str, object] = {}
    for _, name, spec, _ in string.Formatter().parse(kind.template(rule)):
        if name:
            values[name] = 0xD8 + len(values) if spec else f"{name} {{braces}} 哈"
    return kind(rule, **values)


def raises(expected: Expected, match: str | None = None) -> pytest.RaisesExc[Any]:
    """Expect a rule by its name, such as "InputError.empty_text", or a class.

    >>> from bpe_core.errors import InputError
    >>> with raises("InputError.empty_text", match="the text is empty"):
    ...     raise InputError("empty_text")
    """
    if not isinstance(expected, str):
        return pytest.raises(expected, match=match)
    name, _, rule = expected.partition(".")
    (kind,) = {kind for kind, its in rules() if (kind.__name__, its) == (name, rule)}
    return pytest.raises(kind, match=match, check=lambda error: error.name == expected)


@contextmanager
def allowing(*names: str) -> Iterator[None]:
    """Let nothing but these rules be broken, and let them."""
    try:
        yield
    except BPELabError as error:
        if error.name not in names:
            raise
