"""Work whose refusal is remembered like a result, so that it is not done again."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeVar

from bpe_core.errors import FormatError

Result = TypeVar("Result")


def tried(make: Callable[[], Result]) -> Result | FormatError:
    """The result of ``make``, or its error without the traceback."""
    try:
        return make()
    except FormatError as error:
        return copy(error)


def unwrap(outcome: Result | FormatError) -> Result:
    """The result, or raise a copy of the stored error."""
    if isinstance(outcome, FormatError):
        raise copy(outcome)
    return outcome
