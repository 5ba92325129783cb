"""A tokenizer's files in a folder: read as they are at one moment, written in one step."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from bpe_core.formats.detect import own_parts
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import bounded, read_bytes
from bpe_core.formats.recognise import NAMES, Role, known
from bpe_core.runtime.file_set import read_set, write_set


def read_files(path: Path) -> dict[str, bytes]:
    """A file, or the files of a folder whose names say that they belong to a tokenizer.

    Those of a folder are of one moment: all of before a save, or all of after it. Raises
    ``FormatError``, and ``FileChangedError`` for a folder that is saved to all the time.
    """
    if not path.is_dir():
        return {path.name: read_bytes(path)}
    files = read_set(path, belongs, bounded)
    if not files:
        raise broken(str(path), WHOLE, "unknown", known=known(tuple(own_parts())))
    return files


def paths_of(path: Path) -> list[Path]:
    """Where `read_files` reads from: the path itself, or those files of a folder, by name."""
    if not path.is_dir():
        return [path]
    return sorted(entry for entry in path.iterdir() if belongs(entry.name))


def belongs(name: str) -> bool:
    """Whether a file's name says that it belongs to a tokenizer."""
    patterns = [*NAMES.values(), *(part.name for part in own_parts())]
    return not name.endswith(".partial") and any(pattern.search(name) for pattern in patterns)


def write_texts(
    folder: Path, texts: Mapping[str, str], *, removed: Collection[str] = ()
) -> None:
    """Write a tokenizer's files in one step, and remove those that they replace.

    A side file and added tokens tell of the pair beside them: it replaces them as well. Raises
    ``OSError``; a failed write leaves the files that were there.
    """
    replaced = {*removed}
    if Role.VOCABULARY in texts:
        replaced |= {Role.SIDE.value, Role.ADDED.value}
    data = {name: text.encode() for name, text in texts.items()}
    write_set(folder, data, removed=replaced - texts.keys())
