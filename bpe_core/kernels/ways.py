"""Whether kernels run here at all: built, or compiled by numba. Elsewhere Python does the work.

Whoever has both forms of a loop asks ``can_run`` and has the same results either way.
"""

from __future__ import annotations

import os
from functools import cache

from bpe_core.errors import NothingCompiledError
from bpe_core.kernels.built import IN_PYTHON, SETTING, library
from bpe_core.runtime.installed import is_importable


@cache
def can_run() -> bool:
    """Whether there is a library of kernels for this platform, or numba to compile them."""
    if os.environ.get(SETTING) == IN_PYTHON:
        return False
    return library() is not None or is_importable("numba")


def check_can_run() -> None:
    """Raise ``NothingCompiledError`` where kernels are asked for and do not run."""
    if not can_run():
        raise NothingCompiledError
