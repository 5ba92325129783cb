"""Which optional packages are there."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec


@cache
def is_importable(module: str) -> bool:
    """Whether ``module`` can be imported; the disk is asked once per process.

    >>> is_importable("json"), is_importable("no_such_module")
    (True, False)
    """
    return find_spec(module) is not None


@cache
def import_failure(module: str) -> str:
    """Why ``module`` cannot be imported, or nothing; it is imported, once per process.

    subtle: what is installed may not run, as a numba beside a numpy that is too new for it.

    >>> import_failure("json"), import_failure("no_such_module")
    ('', "No module named 'no_such_module'")
    """
    try:
        import_module(module)
    except Exception as error:  # a library that cannot be loaded raises whatever it likes
        return str(error) or type(error).__name__
    return ""
