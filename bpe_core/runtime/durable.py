"""What was written is on the disk, not only in the system's memory."""

from __future__ import annotations

import os
from contextlib import suppress
from errno import EINVAL, ENOTSUP
from pathlib import Path
from typing import BinaryIO


def sync_file(file: BinaryIO) -> None:
    """Wait until all of an open file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until a folder's names are on the disk, where a system can open folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (EINVAL, ENOTSUP):  # a file system that has no such thing
            raise
    finally:
        with suppress(OSError):
            os.close(descriptor)
