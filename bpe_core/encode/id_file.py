"""Token ids in a file, in the form that its suffix names (`SUFFIXES`), and as people type them.

numpy's ``.npy`` has a header, which is written last.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError
from bpe_core.model import BPEModel

A_LINE = 20  # ids
MOST_DIGITS = 18  # of an id that is typed
A_PIECE = 1024 * A_LINE  # ids to write at a time


class IdFormat(StrEnum):
    """How ids are written: decimal digits and spaces, numpy's own files, or bare integers."""

    TEXT = "text"
    NPY = "npy"
    RAW = "raw"


SUFFIXES: Mapping[str, IdFormat] = {
    "": IdFormat.TEXT,
    ".txt": IdFormat.TEXT,
    ".ids": IdFormat.TEXT,
    ".npy": IdFormat.NPY,
}


def format_named(path: Path) -> IdFormat:
    """The form that a file's suffix names; bare integers for any other.

    >>> format_named(Path("a.txt")).value, format_named(Path("a.bin")).value
    ('text', 'raw')
    """
    return SUFFIXES.get(path.suffix, IdFormat.RAW)


class IdFile:
    """Writes ids block by block; ``end`` puts their number into the header."""

    def __init__(self, file: BinaryIO, form: IdFormat, dtype: np.dtype[Any]) -> None:
        self.file, self.form, self.dtype = file, form, dtype
        self.count = 0
        self._lines = IdLines(file)
        if form is IdFormat.NPY:
            file.write(header(dtype, 0))

    def write(self, ids: NDArray[Any]) -> None:
        if self.form is IdFormat.TEXT:
            self._lines.write(ids)
        else:
            self.file.write(np.ascontiguousarray(ids, self.dtype).data)
        self.count += len(ids)

    def end(self) -> None:
        self._lines.end()
        if self.form is IdFormat.NPY:
            self.file.seek(0)
            self.file.write(header(self.dtype, self.count))


class IdLines:
    """Writes decimal ids, twenty a line, however they are cut into blocks."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self._rest: list[int] = []  # of a line

    def write(self, ids: NDArray[Any]) -> None:
        for start in range(0, len(ids), A_PIECE):
            numbers = [*self._rest, *ids[start : start + A_PIECE].tolist()]
            whole = len(numbers) - len(numbers) % A_LINE
            self._rest = numbers[whole:]
            self._write_lines(numbers[:whole])

    def end(self) -> None:
        self._write_lines(self._rest)
        self._rest = []

    def _write_lines(self, numbers: list[int]) -> None:
        words = list(map(str, numbers))
        rows = (" ".join(words[at : at + A_LINE]) for at in range(0, len(words), A_LINE))
        self.file.write("".join(f"{row}\n" for row in rows).encode())


def header(dtype: np.dtype[Any], count: int) -> bytes:
    """The header of a ``.npy`` file of ``count`` numbers.

    subtle: numpy leaves space for the count to grow, so all headers have the same length.

    >>> len(header(np.dtype("<u2"), 0)) == len(header(np.dtype("<u2"), 10**18))
    True
    """
    fields = {"descr": dtype.str, "fortran_order": False, "shape": (count,)}
    stream = BytesIO()
    np.lib.format.write_array_header_1_0(stream, fields)
    return stream.getvalue()


def smallest_type(model: BPEModel) -> np.dtype[Any]:
    """The smallest type that holds every id of a model: 16 bits, else 32, little-endian.

    >>> from bpe_core.model import Vocabulary
    >>> smallest_type(BPEModel(Vocabulary.of_bytes(), ())).str
    '<u2'
    """
    return np.dtype("<u2" if len(model.vocabulary) <= 2**16 else "<u4")


def parse_ids(typed: str, *, limit: int) -> list[int]:
    """Integers separated by spaces, commas or brackets, at most ``limit`` of them.

    Whether a vocabulary has them is checked when they are decoded.

    >>> parse_ids("[257, 256] -1", limit=9)
    [257, 256, -1]
    >>> parse_ids("257, 2.5", limit=9)
    Traceback (most recent call last):
    bpe_core.errors.InputError: '2.5' at position 1 is not a token id, an integer
    """
    parts = [part for part in re.split(r"[\s,;，、\[\]()]+", typed) if part]
    if len(parts) > limit:
        raise InputError("too_many_ids", count=len(parts), limit=limit)
    ids = []
    for position, part in enumerate(parts):
        if not re.fullmatch(rf"-?[0-9]{{1,{MOST_DIGITS}}}", part):
            raise InputError("not_an_id", value=part, position=position)
        ids.append(int(part))
    return ids
