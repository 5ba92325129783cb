"""Texts as BytePiece takes them: composed (NFC), cut behind line ends; in blocks for training.

So texts come back composed: decoding gives ``normalized(text)``, which is ``text`` wherever
its characters were composed already. A carriage return is an ordinary character.

Blocks hold training texts of any size, flagged where each of them ends: files are read with
bounded memory, short texts share a block. Long texts are cut behind line ends, which neither
composing nor cutting into texts crosses, so it does not matter where a block ends.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import BPELabError
from bpe_core.pretokenize.text_parts import note
from bpe_core.runtime.arguments import has_items
from bpe_core.runtime.text import as_text, decode_utf8
from bpe_core.systems.bytepiece.kernels.training import mark_borders
from bpe_core.texts.sources import OneText, Source, blocks_of, no_source

LONGEST_LINE, LONGEST_RUN = 10_000, 100  # characters and line ends of a training text
LONGEST = 4 * LONGEST_LINE + LONGEST_RUN  # bytes of a text
BLOCK = 2**23  # bytes
SLACK = 8  # zeros behind the texts, so that kernels may read eight bytes at any offset
LINE_END = b"\n"

_LINE = re.compile(r"[^\n]*\n+|[^\n]+")
_PART = re.compile(rf"[^\n]{{,{LONGEST_LINE}}}\n{{1,{LONGEST_RUN}}}|[^\n]{{1,{LONGEST_LINE}}}")
# subtle: \d is every decimal digit of Unicode, not only 0 to 9.
_PART_OR_DIGIT = re.compile(r"\d|" + _PART.pattern.replace(r"[^\n]", r"[^\n\d]"))


def normalized(text: str) -> str:
    """``text`` with its characters composed; raises ``InputError("lone_surrogate")``.

    >>> normalized("e\\u0301") == "\\xe9"
    True
    """
    text = as_text(text)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def lines(text: str) -> Iterator[bytes]:
    """The units of segmentation: a line with all line ends behind it.

    >>> list(lines("a\\n\\nb"))
    [b'a\\n\\n', b'b']
    """
    return (match[0].encode() for match in _LINE.finditer(normalized(text)))


def training_texts(text: str, *, isolate_digits: bool = False) -> Iterator[bytes]:
    """The units of training: a line of bounded length, with the line ends behind it.

    ``isolate_digits`` makes every digit a text of its own, so that no piece has two.

    >>> list(training_texts("in 2024\\n"))
    [b'in 2024\\n']
    >>> list(training_texts("in 24\\n", isolate_digits=True))
    [b'in ', b'2', b'4', b'\\n']
    """
    parts = _PART_OR_DIGIT if isolate_digits else _PART
    return (match[0].encode() for match in parts.finditer(normalized(text)))


class TextBlock(NamedTuple):
    """Texts end to end, then ``SLACK`` bytes; ``last``: by byte, whether a text ends there."""

    data: NDArray[np.uint8]
    last: NDArray[np.bool_]

    @property
    def size(self) -> int:
        return len(self.last)

    def shares(self, most: int) -> Iterator[tuple[int, int]]:
        """At most so many adjacent parts of about equal size that cut no text."""
        start = 0
        for k in range(1, most + 1):
            end = self.size * k // most
            while 0 < end < self.size and not self.last[end - 1]:
                end += 1
            if end > start:
                yield start, end
                start = end


def text_blocks(
    source: Source, *, isolate_digits: bool = False, size: int = BLOCK
) -> Iterator[TextBlock]:
    """The training texts of ``source``, which ``blocks_of`` takes; ``size``: bytes of a block.

    In memory at a time: a few blocks, or a few times the longest line. Raises like
    ``blocks_of``.

    >>> [block.data.tobytes().rstrip(b"\\0") for block in text_blocks(["a\\nb", "c"])]
    [b'a\\nbc']
    """
    held: list[bytes] = []
    filled = 0
    for text in _composed_texts(source, size):
        if held and filled + len(text) > size:
            yield _as_block(held, isolate_digits)
            held, filled = [], 0
        held.append(text)
        filled += len(text)
    if held:
        yield _as_block(held, isolate_digits)


def _as_block(texts: list[bytes], isolate_digits: bool) -> TextBlock:
    """``texts``, each processed by itself."""
    ends = np.fromiter(accumulate(map(len, texts)), np.int64, len(texts))
    data = np.frombuffer(b"".join([*texts, bytes(SLACK)]), np.uint8)
    last = np.empty(len(data) - SLACK, np.bool_)
    digits = decimal_digits() if isolate_digits else np.zeros(0, np.bool_)
    mark_borders(data, ends, digits, LONGEST_LINE, LONGEST_RUN, last)
    return TextBlock(data, last)


@cache
def decimal_digits() -> NDArray[np.bool_]:
    r"""For every code point, whether ``\d`` in `training_texts` matches it.

    >>> decimal_digits()[[ord("7"), ord("\u0667"), ord("\u00bd")]].tolist()
    [True, True, False]
    """
    points = np.arange(0x110000, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    digits = np.zeros(len(points), np.bool_)
    for run in re.finditer(r"\d+", points):
        digits[run.start() : run.end()] = True
    return digits


def _composed_texts(source: Source, size: int) -> Iterator[bytes]:
    """Every text as UTF-8, long ones in parts of about ``size`` bytes; none empty."""
    if isinstance(source, OneText):
        yield from _parts(source, size)
        return
    if isinstance(source, Mapping) or not has_items(source):
        raise no_source(source)
    for number, text in enumerate(source):
        try:
            yield from _parts(text, size)
        except (BPELabError, OSError) as error:
            error.add_note(note(number))
            raise


def _parts(text: OneText, size: int) -> Iterator[bytes]:
    """One text; a file read in parts."""
    if not isinstance(text, OneText):  # a list of texts would be taken for one
        raise no_source(text)
    if isinstance(text, str):
        yield from _cut(normalized(text).encode(), size)
    elif isinstance(text, Path):
        yield from map(_composed, _whole_lines(text, size))
    else:
        for block in blocks_of(text):
            yield from _cut(_composed(block.text.tobytes()), size)


def _composed(data: bytes) -> bytes:
    return data if data.isascii() else normalized(decode_utf8(data)).encode()


def _cut(data: bytes, size: int) -> Iterator[bytes]:
    """``data`` cut behind line ends, into parts of at least ``size`` bytes."""
    start = 0
    while len(data) - start > size and (end := data.find(LINE_END, start + size)) >= 0:
        while data[end : end + 1] == LINE_END:
            end += 1
        yield data[start:end]
        start = end
    if start < len(data):
        yield data[start:] if start else data


def _whole_lines(path: Path, size: int) -> Iterator[bytes]:
    """A file in parts that end behind a whole run of line ends."""
    held: list[bytes] = []
    for block in blocks_of(path, size=size):
        data = block.text.tobytes()
        # subtle: of line ends at the very end, more may follow.
        end = data.rstrip(LINE_END).rfind(LINE_END) + 1
        if end:
            yield b"".join([*held, data[:end]])
            held = []
        held.append(data[end:])
    if held:
        yield b"".join(held)
