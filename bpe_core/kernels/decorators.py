"""The decorators that make a kernel of a function.

    kernel    is called from Python
    inner     only kernels call it
    inlined   becomes part of every kernel that calls it

and ``instruction`` is what kernels call of `instructions.py`.

A kernel is called in the object of its part (`objects.py`), and the other two stay plain
functions that nobody calls. Only where the object is made, or ``BPE_LAB_KERNELS`` is ``numba``,
does numba compile them, and the first function that is decorated imports it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from bpe_core.errors import NothingCompiledError
from bpe_core.kernels.objects import BY_NUMBA, SETTING, CompiledKernel
from bpe_core.runtime.machine import import_failure

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

BY_NUMBA_FOR_PYTHON: list[Any] = []  # each kernel that numba has been given to compile


def kernel(function: Kernel) -> Kernel:
    """Compile ``function`` ahead, or by numba at its first call; it runs without the GIL.

    Kernels create no arrays and outlive none, so they need no reference counts: with them,
    each call that takes the tables incremented and decremented all of their counts, under a
    lock: four fifths of the time.

    Whatever only kernels call is ``inner`` or ``inlined``: of the 0.3 s that compiling a kernel
    takes, a third is for the entry from Python.
    """
    if not is_by_numba():
        return cast(Kernel, CompiledKernel(function))
    by_numba = _by_numba(function)
    BY_NUMBA_FOR_PYTHON.append(by_numba)
    return by_numba


def inner(function: Kernel) -> Kernel:
    """A kernel that only kernels call."""
    if not is_by_numba():
        return function
    return _by_numba(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inlined(function: Kernel) -> Kernel:
    """A kernel that becomes part of every kernel that calls it: for what a hot loop is made of.

    A call passes every field of every array, some seven numbers each, so a call with a tuple of
    arrays costs more than a look-up in a table. Only kernels can call it.
    """
    if not is_by_numba():
        return function
    return _by_numba(function, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def instruction(name: str) -> Any:
    """What `instructions.py` makes of one of the processor's, for kernels to call."""
    return (
        getattr(import_module("bpe_core.kernels.instructions"), name) if is_by_numba() else None
    )


def is_by_numba() -> bool:
    """Whether numba compiles kernels in this process."""
    return os.environ.get(SETTING) == BY_NUMBA


def _by_numba(function: Kernel, **options: bool) -> Kernel:
    if reason := import_failure("numba"):
        raise NothingCompiledError(reason=reason)
    _register_all()
    njit: Any = import_module("numba").njit
    return cast(Kernel, njit(nogil=True, **uncounted(), **options)(function))


@cache
def uncounted() -> dict[str, bool]:
    """``_nrt=False``, or nothing where this numba has no such option: it is not a public one.

    Then everything works all the same, several times slower.
    """
    try:
        compiler, cpu = import_module("numba.core.compiler"), import_module("numba.core.cpu")
        cpu.CPUTargetOptions.parse_as_flags(compiler.Flags(), {"_nrt": False})
    except Exception:
        return {}
    return {"_nrt": False}


@cache
def _register_all() -> None:
    """Have numba register all that it knows, once, before there is a kernel to call.

    subtle: it does so at the first call of any kernel. Where the first call of another one, in
    another thread, goes through the same table just then, that fails: "dictionary changed size
    during iteration".
    """
    with suppress(ImportError, AttributeError):  # no public names
        lock = import_module("numba.core.compiler_lock").global_compiler_lock
        target = import_module("numba.core.registry").cpu_target
        with lock:
            target.target_context.refresh()
