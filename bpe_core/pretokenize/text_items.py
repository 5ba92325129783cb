"""Which texts of an iterable are in a block, for errors that name an offset in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import (
    PatternError,
    PatternMatchesEmptyError,
    PatternMatchesNothingError,
    PatternSkipsTextError,
    PatternTooSlowError,
)

IN_THE_TEXT = (
    PatternMatchesEmptyError,
    PatternMatchesNothingError,
    PatternSkipsTextError,
    PatternTooSlowError,
)


class Items(NamedTuple):
    """The index of each text in its iterable, and where it ends in the block."""

    numbers: NDArray[np.int64]
    ends: NDArray[np.int64]


def note(number: int) -> str:
    """The note for an error that one text of many has raised."""
    return f"item {number} of the texts, counted from 0"


@contextmanager
def counted_from_item(items: Items | None) -> Iterator[None]:
    """Let errors of custom patterns count bytes from the start of their text, and name it.

    >>> items = Items(np.array([0, 2]), np.array([5, 9]))
    >>> with counted_from_item(items):
    ...     raise PatternSkipsTextError(position=7, skipped="'!'")
    Traceback (most recent call last):
    bpe_core.errors.PatternSkipsTextError: the pattern skips '!' at byte 2
    item 2 of the texts, counted from 0
    """
    try:
        yield
    except IN_THE_TEXT as error:
        if items is None:
            raise
        raise _from_item(error, items) from error


def _from_item(error: PatternError, items: Items) -> PatternError:
    position = error.values["position"]
    assert isinstance(position, int)
    k = min(int(np.searchsorted(items.ends, position, "right")), len(items.ends) - 1)
    start = int(items.ends[k - 1]) if k else 0
    relative = type(error)(**{**error.values, "position": position - start})
    relative.add_note(note(int(items.numbers[k])))
    return relative
