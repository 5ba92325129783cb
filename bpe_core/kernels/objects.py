"""Kernels from source to machine code: one way, for a checkout and a wheel alike.

numba compiles the kernels of a part once, in a process of its own (`bpe_core/toolchain.py`).
What comes of it, an object file of some 30 KB, is kept in the user's cache; every later process
loads it by llvmlite in milliseconds, and never imports numba. Each part has one object:

    texts      where pre-tokens end, and their counts
    encode     pre-tokens to ids, and ids to bytes
    train      the linked trainer's loop
    bytepiece  n-grams and the lattice of BytePiece

The name of an object says all that it depends on: every source, llvmlite, Python, the system
and the processor. A digest stands in front, since damaged code would end the process. Where the
cache cannot be written the object is used from memory, and where nothing can be compiled
Python does the work: whoever has both forms of a loop asks ``can_run``.

A kernel takes its arguments in one array of 64-bit slots: first one for its result and one that
numba's functions want for exceptions, then the numbers that stand for the arguments. An array
becomes what numba passes: two empty fields, its length, the size of an item, its address, its
shape and its strides.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import struct
import subprocess
import sys
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from platform import machine
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bpe_core.errors import NothingCompiledError
from bpe_core.runtime.machine import import_failure, is_importable, user_cache

# In the environment: ``numba`` to compile in this process and keep nothing, for work on
# kernels, or ``python`` to do without compiled code.
SETTING, BY_NUMBA, IN_PYTHON = "BPE_LAB_KERNELS", "numba", "python"
OWN = Path(__file__).parent
# The kernels of each part, and the sources beside ours that it is made of.
PARTS: Mapping[str, tuple[Path, ...]] = {
    "texts": (),
    "encode": (),
    "train": (),
    "bytepiece": (OWN.parent / "systems" / "bytepiece" / "kernels",),
}
OF_ENCODING = ("ranks", "linear", "encode", "decode_ids", "known_pre_tokens")  # modules
PROCESSOR = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
MOST_OBJECTS = 4  # objects of a part: of other branches, interpreters and processors
ALL_BITS = (1 << 64) - 1
SIGN = 1 << 63
LAID = "laid"  # an attribute

# What an argument is: a number's type ("i8"), ["array", its items'], ["tuple", each member's].
Argument: TypeAlias = "str | list[Any]"
Lay: TypeAlias = Callable[[list[int], Any], None]


class Library(NamedTuple):
    """The loaded object of a part; ``kernels`` says of each by its name how it is called."""

    engine: Any  # which owns the code
    kernels: Mapping[str, Any]


_libraries: dict[str, Library] = {}
_loading = {part: Lock() for part in PARTS}


class CompiledKernel:
    """A kernel, called like the function that it was made of; a first call loads its part.

    Raises ``TypeError`` for arrays of other items than it was compiled for: it would read and
    write beyond them. Whether an array may be written to is not asked. Raises
    ``NothingCompiledError`` where nothing can be compiled.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func, self.__doc__ = function, function.__doc__
        self._code: Callable[[int], int] | None = None

    def __call__(self, *arguments: Any) -> Any:
        code = self._code or self._load()
        slots = [0, 0]
        for lay, argument in zip(self._lays, arguments, strict=True):
            lay(slots, argument)
        memory = array("Q", slots)
        if status := code(memory.buffer_info()[0]):
            raise RuntimeError(f"{self.py_func.__qualname__}: status {status}")
        return self._result(memory[0])

    def _load(self) -> Callable[[int], int]:
        part, name = part_of(self.py_func.__module__), name_of(self.py_func)
        engine, kernels = library(part)
        row = kernels[name]
        self._lays = [_lay_of(argument) for argument in row["arguments"]]
        self._result = RESULTS[row["result"]]
        signature = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        self._code = signature(engine.get_function_address(name))
        return self._code


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


def part_of(module: str) -> str:
    """The part that the kernels of a module belong to.

    >>> part_of("bpe_core.kernels.train_loop"), part_of("bpe_core.kernels.scan.classes")
    ('train', 'texts')
    """
    if "bytepiece" in module:
        return "bytepiece"
    if module.startswith("bpe_core.kernels.train"):
        return "train"
    return "encode" if module.endswith(OF_ENCODING) else "texts"


def name_of(kernel: Callable[..., Any]) -> str:
    """The name of a kernel in its object."""
    return f"{kernel.__module__}.{kernel.__qualname__}".replace(".", "_")


def library(part: str) -> Library:
    """The kernels of a part: loaded from the user's cache, or compiled in another process.

    Raises ``NothingCompiledError`` where that fails.
    """
    with _loading[part]:
        if part not in _libraries:
            _libraries[part] = loaded(stored(part) or _compiled(part))
        return _libraries[part]


def libraries(parts: Iterable[str]) -> None:
    """Have ``parts`` in memory; what has to be compiled is compiled side by side.

    Raises ``NothingCompiledError``.
    """
    with ThreadPoolExecutor() as pool:
        list(pool.map(library, parts))


def loaded(content: bytes) -> Library:
    """What an object holds, as code that can be called."""
    from llvmlite import binding

    table, _, code = content.partition(b"\n")
    machine_of_code = target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine_of_code)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Library(engine, json.loads(table))


def target_machine() -> Any:
    """This processor, as code is compiled for it and loaded.

    subtle: on x86-64 the code is not position-independent, as numba's own is not; otherwise
    kernels that call ``exp`` crash now and then.
    """
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    name, features = processor()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=name,
        features=features,
        opt=3,
        reloc="static" if machine().lower() in ("x86_64", "amd64") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def processor() -> tuple[str, str]:
    """The name and features that are compiled for: those of this processor.

    Or what ``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES`` say in their place: an image that says
    ``generic`` brings its objects to machines of another kind.
    """
    from llvmlite import binding

    name, features = map(os.environ.get, PROCESSOR)
    if name:
        return name, features or ""
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


@cache
def object_file(part: str) -> Path:
    """Where the object of a part is kept; its name says all that it depends on."""
    import llvmlite

    about = (llvmlite.__version__, sys.version, sys.platform, machine(), *processor())
    digest = hashlib.sha256(repr(about).encode())
    for folder in (OWN, *PARTS[part]):
        for source in sorted(folder.rglob("*.py")):
            digest.update(f"{source.name}\0{source.stat().st_size}\0".encode())
            digest.update(source.read_bytes())
    return user_cache() / "bpe-lab" / f"kernels-{part}-{digest.hexdigest()[:16]}.o"


def stored(part: str) -> bytes | None:
    """The object of a part; None if it was never stored, or is damaged."""
    path = object_file(part)
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if hashlib.sha256(content).hexdigest().encode() != digest:
        return None
    with suppress(OSError):
        os.utime(path)  # used, so not to be forgotten
    return content


def store(part: str, content: bytes) -> None:
    """Keep an object, whole or not at all; forgets those of its part used longest ago.

    Raises ``OSError`` where it cannot be written.
    """
    from bpe_core.runtime.files import whole_file

    path = object_file(part)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
    used = []
    for other in path.parent.glob(f"kernels-{part}-*.o"):
        with suppress(OSError):
            used.append((other.stat().st_mtime, other))
    for _, old in sorted(used, reverse=True)[MOST_OBJECTS:]:
        with suppress(OSError):
            old.unlink()


def compiling(part: str, **options: Any) -> subprocess.Popen[bytes]:
    """A process that compiles a part, stores it if it can, and writes it to its output."""
    root = str(OWN.parents[1])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    plain = {  # what else numba is told, such as to check bounds, would be in the object
        name: value
        for name, value in os.environ.items()
        if not name.startswith("NUMBA_") or name in PROCESSOR
    }
    return subprocess.Popen(
        [sys.executable, "-m", "bpe_core.toolchain", part, str(os.getpid())],
        stdin=subprocess.DEVNULL,
        env={**plain, SETTING: BY_NUMBA, "PYTHONPATH": path},
        **options,
    )


def _compiled(part: str) -> bytes:
    """The object of a part, made now; raises ``NothingCompiledError``."""
    if os.environ.get(SETTING) == IN_PYTHON:
        raise NothingCompiledError(reason=f"{SETTING} is {IN_PYTHON}")
    try:
        with compiling(part, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            content, errors = process.communicate()
    except OSError as error:
        raise NothingCompiledError(reason=error) from error
    if process.returncode:
        last = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise NothingCompiledError(reason=last.partition(": ")[2] or last)
    return content


@cache
def why_none_run(*parts: str) -> str:
    """Why the kernels of ``parts`` do not run here; empty where they do.

    Asked once per process, by loading them.
    """
    setting = os.environ.get(SETTING)
    if setting == IN_PYTHON:
        return f"{SETTING} is {IN_PYTHON}"
    if setting == BY_NUMBA:
        return import_failure("numba")
    if failure := import_failure("llvmlite.binding"):
        return failure
    try:
        libraries(parts)
    except NothingCompiledError as error:
        return str(error.values["reason"])
    return ""


def can_run(part: str, *others: str) -> bool:
    """Whether the kernels of these parts run here.

    Where they are not compiled yet, this waits until they are.
    """
    return not why_none_run(part, *others)


def is_compiled(part: str) -> bool:
    """Whether a first call need not wait: it is there, or cannot be compiled here at all."""
    if os.environ.get(SETTING) in (BY_NUMBA, IN_PYTHON) or not is_importable("numba"):
        return True
    return object_file(part).exists()
