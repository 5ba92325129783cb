"""What a student's function takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of its parameters, without ``self``; none where Python cannot tell.

    >>> parameters(lambda text, vocab_size, *, verbose=False: None)
    ('text', 'vocab_size', 'verbose')
    """
    try:
        return tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ()


def required(function: Callable[..., Any]) -> int:
    """How many arguments it must have by position.

    >>> required(lambda ids, merges, errors="strict": None)
    2
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return 0
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(
        each.default is inspect.Parameter.empty and each.kind in by_position
        for each in signature.parameters.values()
    )
