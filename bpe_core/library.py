"""Python's own standard library: a real corpus on any machine, without a download."""

from __future__ import annotations

import sysconfig
from collections.abc import Iterator
from pathlib import Path

from bpe_core.errors import InputError
from bpe_core.texts.corpus import Corpus

FOREIGN = {"site-packages", "dist-packages", "__pycache__"}
GENERATED = "_sysconfigdata"  # written when this Python was built: paths of that machine


def standard_library(limit: int | None = None, *, folder: str | Path | None = None) -> Corpus:
    """What `library_bytes` gives, as a corpus.

    >>> standard_library(1000).size
    1000
    """
    return Corpus(library_bytes(limit, folder=folder).decode())


def library_bytes(limit: int | None = None, *, folder: str | Path | None = None) -> bytes:
    """The library's ``.py`` files end to end, up to ``limit`` bytes at a character border.

    Always in the same order, read as bytes, line ends as they are; a file that is not UTF-8
    (some of the library's own tests) is left out whole. ``folder`` replaces the
    library. Raises ``InputError("no_library")`` where there are no files.
    """
    root = Path(folder or sysconfig.get_path("stdlib"))
    parts: list[bytes] = []
    size = 0
    for path in source_files(root):
        data = path.read_bytes()
        try:
            data.decode()
        except UnicodeDecodeError:
            continue
        parts.append(data)
        size += len(data)
        if limit is not None and size >= limit:
            break
    text = b"".join(parts)
    if limit is not None:  # every part is UTF-8: only the character at the cut can be broken
        text = text[:limit].decode(errors="ignore").encode()
    if not text:
        raise InputError("no_library", folder=str(root))
    return text


def source_files(folder: Path) -> Iterator[Path]:
    """The library's own source files, folder by folder, each sorted by name.

    Folders of installed packages are not entered, and neither are links to folders.
    """
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in FOREIGN and not path.is_symlink():
                yield from source_files(path)
        elif path.suffix == ".py" and not path.name.startswith(GENERATED):
            yield path
