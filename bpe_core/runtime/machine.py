"""What the machine has and Python in it: folders, optional packages, the garbage collector.

A temporary folder has an owner, and goes when its owner is gone. A process deletes its folders
itself, but one that was killed cannot; the next one does, since they hold the reader's text.
The owner keeps a lock on a file in it, which the system takes away when the process ends,
however that comes about. Its number is in the file for whoever looks.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

RUN = "bpe-race-"  # of races and commands
PREFIXES = (RUN, "bpe-lab-")
OWNER = "owner.pid"

MANY_OBJECTS = 10_000  # new objects

# In a browser Python has one thread and no clock for it: the process's is the same.
thread_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)


def user_cache() -> Path:
    """The user's own cache folder; it need not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


@contextmanager
def temporary_folder(prefix: str = RUN) -> Iterator[Path]:
    """A folder for this user alone, until the end; old ones that nobody owns are deleted.

    ``prefix`` begins with one of ``PREFIXES``. The file ``OWNER`` is in the folder.
    """
    delete_orphans(Path(tempfile.gettempdir()))
    folder = tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True)
    with folder as name, owned(Path(name)):
        yield Path(name)


def delete_orphans(parent: Path) -> None:
    """Delete this user's folders there whose owner has ended.

    Where the system has no locks all stay. So does a folder without the file of an owner.
    """
    if not hasattr(os, "getuid"):
        return
    for folder in (path for prefix in PREFIXES for path in parent.glob(f"{prefix}*")):
        with suppress(OSError):
            if folder.lstat().st_uid == os.getuid() and is_orphan(folder):
                shutil.rmtree(folder, ignore_errors=True)


def is_orphan(folder: Path) -> bool:
    """Whether its owner has ended; raises ``OSError`` where it never had one."""
    owner = os.open(folder / OWNER, os.O_RDWR)
    try:
        return lock(owner)
    finally:
        os.close(owner)


@contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Be the owner of ``folder``.

    subtle: the file gets its name when it is locked, so that nobody finds it unlocked.
    """
    unnamed = folder / "owner"
    owner = os.open(unnamed, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(owner)
        os.write(owner, b"%d\n" % os.getpid())
        if os.name == "posix":
            unnamed.rename(folder / OWNER)
        yield
    finally:
        os.close(owner)


def lock(file: int) -> bool:
    """Whether this process has the only lock on an open file now; never without locks."""
    try:
        import fcntl
    except ImportError:
        return False
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


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


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection while many objects are made at once, all of which stay.

    Python collects after every 700 new objects, and now and then goes through all that exist:
    with numba imported, a tenth of a second for the merges of one vocabulary. It is the whole
    process that pauses; of two that overlap, the first to end ends it for both. Where many were
    made, all that is there at its end counts as old at once: Python would go through it three
    times to see that.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            # subtle: what somebody froze stays frozen, and to count it takes longer than to
            # look through a few new objects.
            if gc.get_count()[0] > MANY_OBJECTS and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()
