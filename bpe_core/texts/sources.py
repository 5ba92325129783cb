"""Texts from strings, bytes, files and iterables of them, in blocks of a good size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias, TypeGuard

import numpy as np

from bpe_core.errors import BPELabError, FileNameAsTextError, OptionError
from bpe_core.pretokenize.scan import checked_utf8
from bpe_core.pretokenize.text_parts import Block, Items, note
from bpe_core.runtime.arguments import has_items
from bpe_core.runtime.files import as_path
from bpe_core.runtime.text import as_text, utf8_of
from bpe_core.texts.joined import Joined
from bpe_core.texts.streams import Chunk, file_chunks

OneText: TypeAlias = str | bytes | bytearray | memoryview | Path
Source: TypeAlias = OneText | Iterable[OneText]

BLOCK = 32 * 2**20  # bytes
LONGEST_NAME = 4096  # characters


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

    Raises ``NotUTF8Error`` with the offset in its text, ``FileChangedError``,
    ``IsAFolderError`` or ``OSError``, with a note naming the item of an iterable;
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


def check_no_file_name(source: object) -> None:
    """Raise ``FileNameAsTextError`` for a ``str`` that is the name of a file that exists.

    For callers in Python only: a page must tell nobody which files the server has.
    """
    if isinstance(source, str) and len(source) <= LONGEST_NAME:
        try:
            is_file = Path(source).is_file()
        except (OSError, ValueError):  # a text that can be no name
            return
        if is_file:
            raise FileNameAsTextError(name=source)


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
