"""A file that is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ELOOP
from pathlib import Path
from typing import BinaryIO

from bpe_core.errors import IsAFolderError, OptionError


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open for writing what becomes ``target`` once all is written.

    Until then it lies beside it, under another name, and what stood at ``target`` stays. An
    error, a full disk or a cancelled call leaves nothing behind. A link is followed. Raises
    ``IsAFolderError``, ``OptionError`` for a target that is no plain file, and ``OSError``.
    """
    try:
        place = target.resolve()
    except RuntimeError as error:  # what Python 3.11 and 3.12 raise
        raise OSError(ELOOP, os.strerror(ELOOP), str(target)) from error
    if place.is_dir():
        raise IsAFolderError(path=str(target))
    if place.exists() and not place.is_file():
        raise OptionError(name="target", value=str(target), rule="a file, not a pipe or device")
    # A name has room for 255 bytes, a character of it takes four at most.
    partial = place.with_name(f".{place.name[:50]}.{secrets.token_hex(4)}.partial")
    try:
        with partial.open("xb") as file:
            yield file
        partial.replace(place)
    finally:
        partial.unlink(missing_ok=True)
