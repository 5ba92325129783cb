"""Which optional packages are there."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def is_importable(module: str) -> bool:
    """Whether ``module`` can be imported; the disk is asked once per process.

    >>> is_importable("json"), is_importable("no_such_module")
    (True, False)
    """
    return find_spec(module) is not None
