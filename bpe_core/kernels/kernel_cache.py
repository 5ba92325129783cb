"""Kernels compiled by numba at their first call, and where they are stored between processes.

Compiling takes seconds, loading what was compiled a fraction of one. numba's own cache looks
only at the file of the function that it loads: where a kernel calls one of another file and
that one is edited, the caller keeps its old result, silently. Here the folder is named after
all sources of this package, numba and the processor, so that any edit starts an empty folder.

Older folders are deleted, except for the few that were used last.

The folder is the user's own. numba unpickles what it finds there, so a shared folder (a fixed
name under /tmp) would let others run code here; where the user's folder cannot be written,
the kernels go to a new private folder, which is deleted when the process ends. Where that
cannot be written either, or the disk becomes full meanwhile, they are compiled and stored
nowhere.
"""

from __future__ import annotations

import atexit
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from errno import ENOSPC
from functools import cache
from importlib import import_module
from pathlib import Path
from pickle import UnpicklingError
from threading import Lock
from typing import Any, TypeVar, cast

import numba
from llvmlite import binding

from bpe_core.kernels.sources import OWN, digest_of
from bpe_core.runtime.machine import temporary_folder, user_cache

PROBE = 1 << 16  # bytes: a full disk still has room for an empty file
UNREADABLE = (OSError, EOFError, UnpicklingError)
MAX_FOLDERS = 4  # folders: this one, and those of other branches, interpreters and processors

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

config: Any = numba.config  # its names are made at run time
njit: Any = numba.njit  # its stub leaves out `_nrt`
not_stored: list[OSError] = []  # why kernels of this process could not be stored
_decorating = Lock()  # numba's setting belongs to the whole process


def compiled(function: Kernel, **options: bool) -> Kernel:
    """Compile ``function`` at its first call, without the GIL, and keep the result on disk.

    numba reads its setting while it decorates; it is put back at once, so that the other
    numba functions of a program stay where they were. Two threads may import kernels at once,
    each its own package: without a lock one puts back what the other had set.
    """
    folder = cache_folder(package_of(function))
    with _decorating:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
        options |= {"nogil": True, "cache": folder is not None, **uncounted()}
        try:
            result: Any = njit(**options)(function)
        finally:
            config.CACHE_DIR = before
    _go_on_without_cache(result)
    return cast(Kernel, result)


def _go_on_without_cache(result: Any) -> None:
    """What cannot be stored is used all the same, and what cannot be read is compiled."""
    cache = getattr(result, "_cache", None)
    load, save = (getattr(cache, f"{verb}_overload", None) for verb in ("load", "save"))
    if cache is None or load is None or save is None:
        return  # another numba

    def load_if_whole(*arguments: Any) -> Any:
        try:
            return load(*arguments)
        except UNREADABLE:
            with suppress(OSError):
                cache.flush()
            return None

    def save_if_possible(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError as error:
            not_stored.append(error)
            cache.disable()

    cache.load_overload, cache.save_overload = load_if_whole, save_if_possible


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


def package_of(function: Callable[..., Any]) -> Path:
    """The folder of the kernels that a function is one of; ours for one that is in none."""
    folders = Path(function.__code__.co_filename).parents
    return next((folder for folder in folders if folder.name == OWN.name), OWN)


def cache_folder(package: Path = OWN) -> Path | None:
    """The folder of a package's sources; a temporary one where that cannot be written.

    None where nothing can be written.
    """
    return _folder_of(package)


@cache
def _folder_of(package: Path) -> Path | None:
    base = Path(config.CACHE_DIR) if config.CACHE_DIR else user_cache()  # NUMBA_CACHE_DIR
    name = OWN.name if package == OWN else f"{package.parent.name}-{package.name}"
    folder = base / "bpe-lab" / f"{name}-{fingerprint(package)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder, buffering=0) as probe:
            if probe.write(bytes(PROBE)) < PROBE:
                raise OSError(ENOSPC, os.strerror(ENOSPC), str(folder))
            os.utime(folder)
            forget_old(folder.parent, name)
            return folder
    except OSError:
        return _private_folder()


def _private_folder() -> Path | None:
    """A folder that ends with the process; None where the system has no room for one."""
    stack = ExitStack()
    try:
        folder = stack.enter_context(temporary_folder("bpe-lab-kernels-"))
    except OSError:
        return None
    atexit.register(stack.close)
    return folder


def forget_old(folder: Path, name: str) -> None:
    """Delete those of a package's folders there that were used longest ago; others may, too."""
    used: list[tuple[float, Path]] = []
    for kernels in folder.glob(f"{name}-*"):
        with suppress(OSError):
            used.append((kernels.stat().st_mtime, kernels))
    for _, old in sorted(used, reverse=True)[MAX_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def fingerprint(package: Path = OWN) -> str:
    """Names all that compiled kernels depend on: every source, numba, the processor."""
    digest = digest_of([OWN] if package == OWN else [OWN, package])
    digest.update(repr((numba.__version__, sys.version, *processor())).encode())
    return digest.hexdigest()[:16]


def processor() -> tuple[str, str, str]:
    """What is compiled for: this processor, or what ``NUMBA_CPU_NAME`` says in its place.

    An image that says ``generic`` brings its kernels to machines of another kind.
    """
    chosen = config.CPU_NAME
    if chosen:
        return platform.machine(), str(chosen), str(config.CPU_FEATURES)
    return platform.machine(), binding.get_host_cpu_name(), ""


_register_all()
