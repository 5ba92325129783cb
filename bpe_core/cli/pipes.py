"""Standard input as a file, and files that are written whole or not at all."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bpe_core.errors import OptionError
from bpe_core.whole_file import whole_file

STDIN = "-"


def as_file(name: str, folder: Path) -> Path:
    """The file called ``name``; a pipe is copied to ``folder``, so that memory stays bounded.

    Raises ``FileNotFoundError``.
    """
    path = Path(name)
    if name != STDIN:
        path.stat()
        if path.is_file() or path.is_dir():
            return path
    copy = folder / f"{len(list(folder.iterdir()))}.txt"
    with copy.open("xb") as file:
        if name == STDIN:
            shutil.copyfileobj(sys.stdin.buffer, file)
        else:
            with path.open("rb") as pipe:
                shutil.copyfileobj(pipe, file)
    return copy


@contextmanager
def read_bytes(name: str) -> Iterator[BinaryIO]:
    """A file or standard input, open for reading."""
    if name == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def written(path: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that has its name once it is whole."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as file:
        yield file


def check_folder(path: Path | None) -> None:
    """Better before long work than after it: raise ``OptionError`` if nothing can be there."""
    if path and not path.absolute().parent.is_dir():
        raise OptionError(name="file", value=str(path), rule="its folder is not there")
