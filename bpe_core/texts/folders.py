"""The text files of a folder, as one corpus."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterator
from pathlib import Path

from bpe_core.errors import NoTextFilesError

LOOKED_AT = 8192  # bytes at a file's beginning that decide whether it is text


def folder_files(folder: str | Path, suffixes: Collection[str] | None = None) -> list[Path]:
    """All text files below ``folder``, each folder's entries sorted by name.

    Those that end with one of ``suffixes`` (``".txt"``), else all that begin like UTF-8 text.
    Hidden files and links are left out, so that nothing comes from elsewhere and nothing
    twice. Raises ``NoTextFilesError``, and ``OSError`` for what cannot be read.
    """
    files = list(_files(Path(folder), suffixes))
    if not files:
        raise NoTextFilesError(folder=str(folder))
    return files


def _files(folder: Path, suffixes: Collection[str] | None) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path, suffixes)
        elif path.is_file() and (
            begins_as_text(path) if suffixes is None else path.suffix in suffixes
        ):
            yield path


def begins_as_text(path: Path) -> bool:
    """Whether a file begins with UTF-8 and without a NUL byte; an empty one does not."""
    with path.open("rb") as file:
        data = file.read(LOOKED_AT)
    try:
        # Not at the end of the file, so a character may be cut there.
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return bool(data) and b"\0" not in data
