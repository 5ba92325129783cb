"""The decorators that make a kernel, by the way in which kernels run here.

    kernel    is called from Python
    inner     only kernels call it
    inlined   becomes part of every kernel that calls it

and ``instruction`` is what kernels call of `instructions.py`.

Where a library of all kernels was built (`built.py`), a kernel is called there, and the other
two stay plain functions that nobody calls. Elsewhere numba compiles all of them
(`kernel_cache.py`), and the first function that is decorated imports it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar, cast

from bpe_core.kernels.built import BuiltKernel, library
from bpe_core.kernels.ways import check_can_run

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Compile ``function``, at its first call or when the wheel was built, without the GIL.

    Kernels create no arrays and outlive none, so they need no reference counts: with them,
    each call that takes the tables incremented and decremented all of their counts, under a
    lock: four fifths of the time.

    Whatever only kernels call is ``inner`` or ``inlined``: of the 0.3 s that compiling a kernel
    takes, a third is for the entry from Python.
    """
    if (built := library()) is not None:
        return cast(Kernel, BuiltKernel(function, built))
    check_can_run()
    return _by_numba(function)


def inner(function: Kernel) -> Kernel:
    """A kernel that only kernels call."""
    return _by_numba(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inlined(function: Kernel) -> Kernel:
    """A kernel that becomes part of every kernel that calls it: for what a hot loop is made of.

    A call passes every field of every array, some seven numbers each, so a call with a tuple of
    arrays costs more than a look-up in a table. Only kernels can call it.
    """
    return _by_numba(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def instruction(name: str) -> Any:
    """What `instructions.py` makes of one of the processor's, for kernels to call."""
    if library() is not None:
        return None
    return getattr(import_module("bpe_core.kernels.instructions"), name)


def _by_numba(function: Kernel, **options: bool) -> Kernel:
    if library() is not None:
        return function
    check_can_run()
    from bpe_core.kernels.kernel_cache import compiled

    return compiled(function, **options)
