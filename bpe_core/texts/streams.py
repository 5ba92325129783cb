"""A file in chunks that no pre-token crosses, read with bounded memory.

Files are read, not mapped into memory: a mapped file that another program makes shorter would
end this process by a signal, and reading costs little in comparison.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import IO, NamedTuple

import numpy as np

from bpe_core.errors import FileChangedError, IsAFolderError, OptionError
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import checked_utf8
from bpe_core.pretokenize.text_parts import Block, Parts, Text, parts_of, settled_parts
from bpe_core.runtime.text import LFS_POINTER

LARGEST_POINTER = 1024  # bytes, by its specification; a text that quotes one may be larger


class Chunk(NamedTuple):
    """A text or a section of one that can be processed by itself; its parts if known."""

    text: Text
    parts: Parts | None = None

    def as_block(self, special_tokens: Sequence[bytes]) -> Block:
        parts = parts_of(self.text, special_tokens) if self.parts is None else self.parts
        return Block(self.text, parts)


def is_pointer(path: Path) -> bool:
    """Whether a file is a Git LFS pointer: a text that is not the one meant.

    subtle: a pipe is not looked at, since it can be read only once.
    """
    if not path.is_file() or path.stat().st_size > LARGEST_POINTER:
        return False
    with path.open("rb") as file:
        return file.read(len(LFS_POINTER)) == LFS_POINTER


def file_chunks(
    path: Path, pattern: str, special_tokens: Sequence[bytes], size: int
) -> Iterator[Chunk]:
    """The bytes of a file, cut where neither a pre-token nor a special token is cut.

    A chunk has at most ``size`` bytes, or as many as come without a safe cut; a custom
    pattern has none. Memory: about three times the longest chunk. Raises ``NotUTF8Error``
    with the offset in the file, ``FileChangedError`` if its size or time of change is not
    what it was at first, ``IsAFolderError``, ``OptionError`` for a Git LFS pointer, and
    ``OSError``.
    """
    if path.is_dir():
        raise IsAFolderError(path=str(path))
    if is_pointer(path):
        rule = "a text; this is a Git LFS pointer to it, fetch that by git lfs pull"
        raise OptionError(name="file", value=str(path), rule=rule)
    with path.open("rb", buffering=0) as file:
        stamp = _stamp(file)
        held, checked, start, at_end = np.empty(0, np.uint8), 0, 0, False
        while not at_end:
            data, at_end = _read_on(file, held, size)
            if _stamp(file) != stamp:
                raise FileChangedError(path=str(path))
            rest = data[checked:]
            checked += checked_utf8(rest.data, start=start + checked, at_end=at_end)
            if not at_end:
                settled = settled_beginning(data[:checked], pattern, special_tokens)
                if settled.end:
                    yield Chunk(data[: settled.end], settled)
                held, checked = data[settled.end :], checked - settled.end
                start += settled.end
    if len(data):
        yield Chunk(data)


def settled_beginning(text: Text, pattern: str, special_tokens: Sequence[bytes]) -> Parts:
    """The parts of a beginning that are certain whatever follows; none under a custom pattern.

    subtle: a text could be cut behind a special token under any pattern, but the errors of a
    custom one name offsets in the whole text.
    """
    if is_custom(pattern):
        return parts_of(text[:0])
    return settled_parts(text, pattern, special_tokens)


def _stamp(file: IO[bytes]) -> tuple[int, int]:
    """A value that changes with the file; pipes change all the time, so theirs is constant."""
    status = os.fstat(file.fileno())
    return (status.st_size, status.st_mtime_ns) if S_ISREG(status.st_mode) else (0, 0)


def _read_on(file: IO[bytes], held: Text, size: int) -> tuple[Text, bool]:
    """``held`` and what follows it, read-only, and whether the file ends there.

    ``size`` bytes in all, or twice ``held``: so the time to read a text without cuts grows
    with its length, not with its square.
    """
    data = np.empty(max(size, 2 * len(held), 1), np.uint8)
    data[: len(held)] = held
    filled = len(held)
    while filled < len(data) and (read := file.readinto(data[filled:].data)):  # type: ignore[attr-defined]  # a raw file
        filled += read
    data.flags.writeable = False
    return data[:filled], filled < len(data)
