"""Temporary folders: each has an owner, and goes when its owner is gone.

A process deletes its folders itself, but one that was killed cannot; the next one does, since
they hold the reader's text. The owner keeps a lock on a file in it, which the system takes away
when the process ends, however that comes about. Its number is in the file for whoever looks.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

RUN = "bpe-race-"  # of races and commands
PREFIXES = (RUN, "bpe-lab-")
OWNER = "owner.pid"


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
