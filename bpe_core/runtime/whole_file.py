"""A file that is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ELOOP, ENOSPC
from pathlib import Path
from typing import BinaryIO

from bpe_core.errors import IsAFolderError, OptionError
from bpe_core.runtime.durable import sync_file, sync_folder

FULL = (ENOSPC, EDQUOT, EFBIG)  # errors of writing only


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Errors of writing, such as a full disk's, that name no file get the name of this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in (*FULL, EIO):
            error.filename = str(path)
        raise


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open for writing a file that becomes ``target`` once all is written.

    Until then it is beside it, under another name, and the old ``target`` stays, also where
    power fails. An error, a full disk or a cancelled call leaves nothing behind. A link is
    followed. Raises ``IsAFolderError``, ``OptionError`` for a target that is not a regular
    file, and ``OSError``.
    """
    path = Path(os.path.realpath(target))
    # All links were followed; one that is left leads round in a circle.
    if any(part.is_symlink() for part in (path, *path.parents)):
        raise OSError(ELOOP, os.strerror(ELOOP), str(target))
    if path.is_dir():
        raise IsAFolderError(path=str(target))
    if path.exists() and not path.is_file():
        raise OptionError(name="target", value=str(target), rule="a file, not a pipe or device")
    # A name has at most 255 bytes, a character of it takes at most four.
    partial = path.with_name(f".{path.name[:50]}.{secrets.token_hex(4)}.partial")
    try:
        with naming(target), partial.open("xb") as file:
            yield file
            sync_file(file)
        partial.replace(path)
        sync_folder(path.parent)
    finally:
        partial.unlink(missing_ok=True)
