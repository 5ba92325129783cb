"""Whether kernels run here at all: built, or compiled by numba. Elsewhere Python does the work.

Whoever has both forms of a loop asks ``can_run`` and has the same results either way.
"""

from __future__ import annotations

import os
from functools import cache

from bpe_core.errors import NothingCompiledError
from bpe_core.kernels.built import IN_PYTHON, SETTING, library
from bpe_core.runtime.machine import import_failure, is_importable


@cache
def why_none_run() -> str:
    """Why no kernel runs here; nothing where a library was built for it, or numba compiles.

    Asked once per process, by importing numba where there is no library.
    """
    if os.environ.get(SETTING) == IN_PYTHON:
        return f"{SETTING} is {IN_PYTHON}"
    return "" if library() is not None else import_failure("numba")


def can_run() -> bool:
    """Whether there is a library of kernels for this platform, or numba to compile them."""
    return not why_none_run()


def might_compile() -> bool:
    """Whether numba is there to compile them, if it can be imported; which is not tried."""
    is_off = os.environ.get(SETTING) == IN_PYTHON
    return not is_off and library() is None and is_importable("numba")


def check_can_run() -> None:
    """Raise ``NothingCompiledError`` where kernels are asked for and do not run."""
    if reason := why_none_run():
        raise NothingCompiledError(reason=reason)
