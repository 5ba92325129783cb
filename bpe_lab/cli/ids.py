"""Token ids in files and pipes, a block at a time: as text, numpy's ``.npy``, or raw."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.id_file import IdFormat, IdLines, format_named
from bpe_core.errors import NotAnIdError, OptionError

Ids: TypeAlias = NDArray[Any]

BLOCK = 1 << 18  # ids
MAGIC = b"\x93NUMPY"
LONGEST = 18  # characters of an id in a text, so that it fits into 64 bits
ALL_DIGITS = re.compile(rb"[0-9\s]*")
TOO_LONG = re.compile(rb"[0-9]{%d}" % (LONGEST + 1))


def format_of(path: Path | None, asked: IdFormat | None) -> IdFormat:
    """The requested form, else the one of the file's suffix, else raw.

    >>> format_of(None, None).value, format_of(Path("a.bin"), None).value
    ('text', 'raw')
    """
    named = format_named(path) if path else IdFormat.TEXT
    if path and asked and IdFormat.NPY in (asked, named) and asked != named:
        raise OptionError(name="format", value=asked.value, rule=f"not in {path.name}")
    return asked or named


def write_text(ids: Iterator[Ids], file: BinaryIO) -> None:
    """Decimal ids, spaces between them, twenty a line."""
    lines = IdLines(file)
    for block in ids:
        lines.write(block)
    lines.end()


def read_blocks(file: BinaryIO, form: IdFormat, dtype: np.dtype[Any]) -> Iterator[Ids]:
    """The ids of an open file or pipe, about ``BLOCK`` at a time.

    Raises ``NotAnIdError`` for a text with anything else, ``OptionError`` for arrays
    that are not lists of integers.
    """
    if form is IdFormat.TEXT:
        return _of_text(file)
    if form is IdFormat.NPY:
        dtype = _npy_type(file)
    return _of_integers(file, dtype)


def _npy_type(file: BinaryIO) -> np.dtype[Any]:
    """The type of the array whose header comes next."""
    try:
        version = np.lib.format.read_magic(file)
        readers = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }
        shape, _, dtype = readers[version](file)
    except (ValueError, KeyError) as error:
        raise OptionError(name="format", value="npy", rule="the header is broken") from error
    if len(shape) != 1 or dtype.kind not in "iu":
        value = f"{dtype} {shape}"
        raise OptionError(name="array", value=value, rule="not one row of integers")
    return np.dtype(dtype)


def _of_integers(file: BinaryIO, dtype: np.dtype[Any]) -> Iterator[Ids]:
    while data := file.read(BLOCK * dtype.itemsize):
        if len(data) % dtype.itemsize:
            rule = "the file does not end with a whole id"
            raise OptionError(name="dtype", value=dtype.name, rule=rule)
        yield np.frombuffer(data, dtype).astype(dtype.newbyteorder("="), copy=False)


def _of_text(file: BinaryIO) -> Iterator[Ids]:
    """subtle: the last number of a block may go on in the next one, so it is held back."""
    held, position = b"", 0
    while data := held + (more := file.read(4 * BLOCK)):
        held = b"" if not more or data[-1:].isspace() else data.rsplit(None, 1)[-1]
        ids = _integers(data[: len(data) - len(held)], position)
        if len(held) > LONGEST:
            raise _no_id(held, position + len(ids))
        if len(ids):
            yield ids
            position += len(ids)


def _integers(text: bytes, position: int) -> Ids:
    """Parsed by numpy, unless something needs a closer look: a sign, or not an id."""
    if ALL_DIGITS.fullmatch(text) and not TOO_LONG.search(text) and not text.isspace():
        return np.fromstring(text, np.int64, sep=" ") if text else np.empty(0, np.int64)
    words = text.split()
    for index, word in enumerate(words):
        if not word.removeprefix(b"-").isdigit() or len(word) > LONGEST:
            raise _no_id(word, position + index)
    return np.array(list(map(int, words)), np.int64)


def _no_id(word: bytes, position: int) -> NotAnIdError:
    return NotAnIdError(value=word[:80].decode(errors="replace"), position=position)
