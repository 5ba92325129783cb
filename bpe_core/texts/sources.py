"""Texts from strings, bytes, files and iterables of them, in blocks of a good size.

A file is read in chunks that no pre-token crosses, and not mapped into memory: a mapped file
that another program makes shorter would end this process by a signal, and reading costs little
in comparison. Short texts stand end to end in one block, so that each of a million costs
little.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import IO, NamedTuple, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import BPELabError, InputError, OptionError
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.scan import checked_utf8
from bpe_core.pretokenize.text_parts import (
    ORDINARY,
    Block,
    Items,
    Parts,
    Spans,
    Text,
    note,
    parts_of,
    settled_parts,
    special_token_spans,
)
from bpe_core.runtime.arguments import has_items
from bpe_core.runtime.files import as_path
from bpe_core.runtime.text import LFS_POINTER, as_text, utf8_of

OneText: TypeAlias = str | bytes | bytearray | memoryview | Path
Source: TypeAlias = OneText | Iterable[OneText]

BLOCK = 32 * 2**20  # bytes
LARGEST_POINTER = 1024  # bytes, by its specification; a text that quotes one may be larger


def blocks_of(
    source: Source,
    *,
    pattern: str = "gpt2",
    special_tokens: Sequence[str] = (),
    size: int = BLOCK,
) -> Iterator[Block]:
    """The texts of ``source`` in order, as blocks of about ``size`` bytes, none empty.

    A ``str`` or ``bytes`` is one text and one block, and so is a ``memoryview`` of bytes: of
    ``bytes``, it is a part of a text that is not copied, while what others may write to is. A
    ``Path`` is a file, read in blocks that end at safe cuts. The items of an iterable are texts
    of their own, taken one by one as they are needed; many short ones share a block, and no
    pre-token crosses from one into the next. In memory at a time: about four blocks, or three
    times the longest text without a safe cut.

    Raises ``NotUTF8Error`` with the offset in its text, ``InputError("file_changed")``,
    ``InputError("is_a_folder")`` or ``OSError``, with a note naming the item of an iterable;
    ``OptionError`` for what is not a text.

    >>> [block.text.tobytes() for block in blocks_of(["to be", b"or", "not"], size=7)]
    [b'to be', b'ornot']
    """
    specials = [as_text(token).encode() for token in special_tokens]
    if isinstance(source, OneText):
        for chunk in _chunks(source, pattern, specials, size):
            yield chunk.as_block(specials)
        return
    short = Joined()
    for number, chunk in _chunks_of_all(source, pattern, specials, size):
        if short.data and len(short.data) + len(chunk.text) > size:
            yield short.as_block(specials)
            short = Joined()
        if not short.data and 2 * len(chunk.text) > size:
            items = Items(np.array([number]), np.array([len(chunk.text)]))
            # Large enough for a block of its own, so it is not copied.
            yield chunk.as_block(specials)._replace(items=items)
        else:
            short.add(chunk.text, number)
    if short.data:
        yield short.as_block(specials)


def _chunks_of_all(
    source: Iterable[OneText], pattern: str, specials: Sequence[bytes], size: int
) -> Iterator[tuple[int, Chunk]]:
    """Chunks with the number of their text."""
    if isinstance(source, Mapping) or not has_items(source):
        raise no_source(source)
    for number, item in enumerate(source):
        try:
            for chunk in _chunks(item, pattern, specials, size):
                yield number, chunk
        except (BPELabError, OSError) as error:
            error.add_note(note(number))
            raise


def _chunks(
    text: OneText, pattern: str, specials: Sequence[bytes], size: int
) -> Iterator[Chunk]:
    """One text; a file in several chunks. Raises like ``blocks_of``."""
    if isinstance(text, Path):
        yield from file_chunks(as_path("source", text), pattern, specials, size)
        return
    data: bytes | memoryview
    if isinstance(text, str):
        data = utf8_of(text)
    elif isinstance(text, bytes | bytearray) or _is_of_bytes(text):
        data = constant(text)
        checked_utf8(data)
    else:
        raise no_source(text)
    if data:
        yield Chunk(np.frombuffer(data, np.uint8))


def _is_of_bytes(text: object) -> TypeGuard[memoryview]:
    """Whether it is a view of contiguous bytes."""
    return isinstance(text, memoryview) and (text.format, text.strides) == ("B", (1,))


def constant(data: bytes | bytearray | memoryview) -> bytes | memoryview:
    """``data``, or a copy where somebody may write to it, after it was seen to be UTF-8.

    subtle: a read-only view may be one of a bytearray, or of a file in memory.

    >>> type(constant(memoryview(b"to"))), constant(memoryview(bytearray(b"to")).toreadonly())
    (<class 'memoryview'>, b'to')
    """
    if isinstance(data, memoryview) and isinstance(data.obj, bytes):
        return data
    return bytes(data)  # of bytes, the very same


def no_source(value: object) -> OptionError:
    """The error for a value that is none of these."""
    rule = "a text (str or UTF-8 bytes), a Path of a file, or an iterable of these"
    return OptionError(name="source", value=value, rule=rule)


def source_size(source: Source) -> int | None:
    """Bytes of UTF-8 in all the texts; None if they would have to be consumed to know it.

    >>> source_size(["né", b"or"]), source_size(iter(["to"]))
    (5, None)
    """
    if isinstance(source, str):
        return len(source) if source.isascii() else len(utf8_of(source))
    if isinstance(source, bytes | bytearray | memoryview):
        return len(source)
    if isinstance(source, Path):
        status = as_path("source", source).stat()
        return status.st_size if S_ISREG(status.st_mode) else None
    if isinstance(source, list | tuple):
        sizes = [source_size(item) for item in source if isinstance(item, OneText)]
        return sum(size for size in sizes if size is not None)
    return None


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
    with the offset in the file, ``InputError("file_changed")`` if its size or time of change is
    not what it was at first, ``InputError("is_a_folder")``, ``OptionError`` for a Git LFS
    pointer, and ``OSError``.
    """
    if path.is_dir():
        raise InputError("is_a_folder", path=str(path))
    if is_pointer(path):
        rule = "a text; this is a Git LFS pointer to it, fetch that by git lfs pull"
        raise OptionError(name="file", value=str(path), rule=rule)
    with path.open("rb", buffering=0) as file:
        stamp = _stamp(file)
        held, checked, start, at_end = np.empty(0, np.uint8), 0, 0, False
        while not at_end:
            data, at_end = _read_on(file, held, size)
            if _stamp(file) != stamp:
                raise InputError("file_changed", path=str(path))
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


class Joined:
    """Builds a block; a text ends where a part ends.

    >>> block = Joined()
    >>> for text in (b"a<|", b"|><||>"):
    ...     block.add(np.frombuffer(text, np.uint8), 0)
    >>> text, parts, _ = block.as_block([b"<||>"])
    >>> text.tobytes(), parts.ends.tolist(), parts.special.tolist()
    (b'a<||><||>', [3, 5, 9], [-1, -1, 0])
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.borders = array("q")
        self.numbers = array("q")

    def add(self, text: Text, number: int) -> None:
        """Add a text of at least one byte, ``number`` of its iterable."""
        self.data += text.data
        self.borders.append(len(self.data))
        self.numbers.append(number)

    def as_block(self, special_tokens: Sequence[bytes]) -> Block:
        text = np.frombuffer(self.data, np.uint8)
        text.flags.writeable = False
        borders = np.frombuffer(self.borders, np.int64)
        spans = _within(
            text, borders, special_tokens, special_token_spans(text, special_tokens)
        )
        items = Items(np.frombuffer(self.numbers, np.int64), borders)
        return Block(text, _cut(borders, spans), items)


def _within(
    text: Text, borders: NDArray[np.int64], special_tokens: Sequence[bytes], spans: Spans
) -> Spans:
    """``spans`` as if each text had been searched alone.

    subtle: a match may cross the end of a text, and hide others. The texts that it touches are
    searched again one by one; for the others nothing changes, since the search entered and
    left them between two matches.
    """
    starts, ends, _ = spans
    first, last = np.searchsorted(borders, starts, "right"), np.searchsorted(borders, ends)
    across = first < last
    if not across.any():
        return spans
    ranges = zip(first[across].tolist(), last[across].tolist(), strict=True)
    touched = sorted({k for start, end in ranges for k in range(start, end + 1)})
    untouched = ~(across | np.isin(first, touched))
    again = [tuple(column[untouched] for column in spans)]
    for k in touched:
        start = int(borders[k - 1]) if k else 0
        starts, ends, numbers = special_token_spans(text[start : borders[k]], special_tokens)
        again.append((starts + start, ends + start, numbers))
    starts, ends, numbers = (np.concatenate(column) for column in zip(*again, strict=True))
    order = np.argsort(starts)
    return starts[order], ends[order], numbers[order]


def _cut(borders: NDArray[np.int64], spans: Spans) -> Parts:
    """Parts that end at every border and around every special token."""
    starts, ends, numbers = spans
    cuts = np.unique(np.concatenate((borders, starts, ends))) if len(starts) else borders
    cuts = cuts[cuts > 0]
    special = np.full(len(cuts), ORDINARY, np.int32)
    special[np.searchsorted(cuts, ends)] = numbers
    return Parts(cuts, special)
