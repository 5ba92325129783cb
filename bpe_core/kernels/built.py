"""Kernels that were compiled when the wheel was built: a library that only has to be loaded.

`scripts/kernels` makes LLVM code of every kernel, by numba, and links it for the platforms of
the wheels. So nothing is compiled after installing, and numba is not even imported. Beside the
libraries lies ``kernels.json``: which sources they are of, for which platform, and how each
kernel is called. Where a library is missing, of other sources or cannot be loaded, numba
compiles the same kernels (`kernel_cache.py`), with the same results.

A kernel takes its arguments in one array of 64-bit slots: first one for its result and one that
numba's functions want for exceptions, then the numbers that stand for the arguments. An array
becomes what numba passes: two empty fields, its length, the size of an item, its address, its
shape and its strides.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import struct
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bpe_core.kernels.sources import BYTEPIECE, OWN, digest_of

FOLDER = OWN / "built"
MANIFEST = "kernels.json"
# In the environment: a folder of libraries in place of ours, ``numba`` to do without one, or
# ``python`` to do without compiled code.
SETTING, BY_NUMBA, IN_PYTHON = "BPE_LAB_KERNELS", "numba", "python"
ALL_BITS = (1 << 64) - 1
SIGN = 1 << 63
LAID = "laid"  # an attribute

# What an argument is: a number's type ("i8"), ["array", its items'], ["tuple", each member's].
Argument: TypeAlias = "str | list[Any]"
Lay: TypeAlias = Callable[[list[int], Any], None]


class Library(NamedTuple):
    """A loaded library; ``kernels`` says of each by its full name how it is called."""

    code: ctypes.CDLL
    kernels: Mapping[str, Any]


class BuiltKernel:
    """A kernel of the library, called like the function that it was made of.

    Raises ``TypeError`` for arrays of other items than it was compiled for: it would read and
    write beyond them. Whether an array may be written to is not asked.
    """

    def __init__(self, function: Callable[..., Any], library: Library) -> None:
        name = f"{function.__module__}.{function.__qualname__}"
        how = library.kernels[name]
        self.py_func, self.__doc__ = function, function.__doc__
        self._code = getattr(library.code, how["symbol"])
        self._code.argtypes, self._code.restype = [ctypes.c_void_p], ctypes.c_int
        self._lays = [_lay_of(argument) for argument in how["arguments"]]
        self._result = RESULTS[how["result"]]

    def __call__(self, *arguments: Any) -> Any:
        slots = [0, 0]
        for lay, argument in zip(self._lays, arguments, strict=True):
            lay(slots, argument)
        memory = array("Q", slots)
        if status := self._code(memory.buffer_info()[0]):
            raise RuntimeError(f"{self.py_func.__qualname__}: status {status}")
        return self._result(memory[0])


RESULTS: Mapping[str, Callable[[int], Any]] = {
    "none": lambda _: None,
    "i8": lambda slot: slot - 2 * (slot & SIGN),
    "u8": lambda slot: slot,
    "b1": lambda slot: bool(slot & 1),
}


def _lay_of(argument: Argument) -> Lay:
    """What writes an argument of this kind to the slots."""
    match argument:
        case ["array", items]:
            return _ArrayLay(np.dtype(items)).lay
        case ["tuple", members]:
            return partial(_lay_members, [_lay_of(member) for member in members])
        case "f8":
            return lambda slots, number: slots.append(
                int.from_bytes(struct.pack("<d", number), "little")
            )
        case _:
            return lambda slots, number: slots.append(int(number) & ALL_BITS)


class _ArrayLay:
    """Lays an array of one dimension and these items.

    Types of records take a microsecond to compare, so the latest one is known again.
    """

    def __init__(self, items: np.dtype[Any]) -> None:
        self._items = self._latest = items
        self._size, self._strides = items.itemsize, (items.itemsize,)

    def lay(self, slots: list[int], values: Any) -> None:
        if values.dtype is not self._latest or values.strides != self._strides:
            self._check(values)
        length, size = len(values), self._size
        slots += (0, 0, length, size, values.ctypes.data, length, size)

    def _check(self, values: Any) -> None:
        one_after_another = values.ndim == 1 and values.flags.c_contiguous
        if values.dtype != self._items or not one_after_another:
            raise TypeError(f"an array of {self._items} is needed, end to end: {values.dtype}")
        self._latest = values.dtype


def _lay_members(lays: Sequence[Lay], slots: list[int], members: Any) -> None:
    """Lay each member; a tuple with a ``__dict__`` remembers its slots there for the next call.

    An array's address takes a microsecond to ask for, and never changes.
    """
    attributes = getattr(members, "__dict__", {})
    if LAID not in attributes:
        laid: list[int] = []
        for lay, member in zip(lays, members, strict=True):
            lay(laid, member)
        attributes[LAID] = laid
    slots += attributes[LAID]


@cache
def library() -> Library | None:
    """The library that was built for this platform, of these very sources, if there is one."""
    setting = os.environ.get(SETTING, "")
    if setting in (BY_NUMBA, IN_PYTHON):
        return None
    folder = Path(setting) if setting else FOLDER
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if manifest["sources"] != fingerprint() or manifest["platform"] != here():
            return None
        files = {int(level): folder / file for level, file in manifest["files"].items()}
        return Library(_best_of(files), manifest["kernels"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def fingerprint() -> str:
    """Names the sources of all kernels."""
    return digest_of((OWN, BYTEPIECE)).hexdigest()


def here() -> str:
    """This platform, as ``kernels.json`` names it.

    >>> here().count("-")
    1
    """
    machine = {"amd64": "x86_64", "arm64": "aarch64"}
    name = platform.machine().lower()
    return f"{platform.system().lower()}-{machine.get(name, name)}"


def _best_of(files: Mapping[int, Path]) -> ctypes.CDLL:
    """The code for the most that this processor has, of files by the level they are for.

    The lowest one runs everywhere and says which level that is.
    """
    lowest = min(files)
    code = ctypes.CDLL(str(files[lowest]))
    if len(files) == 1:
        return code
    best = max(level for level in files if level <= max(lowest, code.processor_level()))
    return code if best == lowest else ctypes.CDLL(str(files[best]))
