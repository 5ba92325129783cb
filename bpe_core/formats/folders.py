"""A tokenizer's files in a folder: read as they are at one moment, written in one step."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from bpe_core.errors import FormatError
from bpe_core.formats.detect import own_parts
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import bounded, read_bytes
from bpe_core.formats.recognise import NAMES, Role, is_own, known, without_foreign
from bpe_core.runtime.file_set import read_set, write_set


def read_files(path: Path) -> dict[str, bytes]:
    """A file, or the files of a folder that belong to a tokenizer by name and content.

    Those of a folder are of one moment: all of before a save, or all of after it. Raises
    ``FormatError``, and ``FileChangedError`` for a folder that is saved to all the time.
    """
    if not path.is_dir():
        return {path.name: read_bytes(path)}
    parts = tuple(own_parts())
    files = without_foreign(read_set(path, belongs, _if_readable), parts)
    files = files or read_set(path, belongs, bounded)
    if not files:
        raise broken(str(path), WHOLE, "unknown", known=known(parts))
    return files


def _if_readable(path: Path) -> bytes:
    """A file; nothing in the place of a foreign one that is too large or cannot be read."""
    try:
        return bounded(path)
    except FormatError:
        if is_own(path.name, tuple(own_parts())):
            raise
        return b""


def paths_of(path: Path) -> list[Path]:
    """Where `read_files` reads from: the path itself, or those files of a folder, by name."""
    if not path.is_dir():
        return [path]
    return sorted(entry for entry in path.iterdir() if belongs(entry.name))


def belongs(name: str) -> bool:
    """Whether a file's name says that it belongs to a tokenizer."""
    patterns = [*NAMES.values(), *(part.name for part in own_parts())]
    is_hidden = name.startswith(".") or name.endswith(".partial")
    return not is_hidden and any(pattern.search(name) for pattern in patterns)


def write_texts(
    folder: Path, texts: Mapping[str, str], *, removed: Collection[str] = ()
) -> None:
    """Write a tokenizer's files in one step, and remove those that they replace.

    A side file tells of the pair beside it: a pair without one replaces it as well. Raises
    ``OSError``; a failed write leaves the files that were there.
    """
    replaced = {*removed} if Role.VOCABULARY not in texts else {*removed, Role.SIDE.value}
    data = {name: text.encode() for name, text in texts.items()}
    write_set(folder, data, removed=replaced - texts.keys())
