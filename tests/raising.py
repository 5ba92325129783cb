"""Which rule of ours was broken: as strict for a rule as ``pytest.raises`` for a class."""

from __future__ import annotations

import string
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest

from bpe_core import errors
from bpe_core.errors import BPELabError
from bpe_core.shards.shard_files import ShardError
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.lesson_errors import LessonError
from ui.serving.app_errors import AppError

# What has a table of rules beside those of `bpe_core/errors.py`.
ELSEWHERE = (ShardError, LabError, LessonError, AppError)
Expected: TypeAlias = str | type[BaseException]


def rules() -> Iterator[tuple[type[BPELabError], str]]:
    """Every class with each of its rules."""
    ours = (kind for kind in vars(errors).values() if isinstance(kind, type))
    for kind in (*ours, *ELSEWHERE):
        if issubclass(kind, BPELabError):
            yield from ((kind, rule) for rule in kind.messages)


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
