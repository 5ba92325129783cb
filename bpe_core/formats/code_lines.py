"""The lines of subword-nmt's codes, for all readers: the version, and two symbols per line."""

from __future__ import annotations

from typing import NamedTuple

from bpe_core.formats.format_rules import at, broken
from bpe_core.formats.model_files import lines_of

HEADER = "#version: 0.2"
GLUED, SEPARATE = "0.2", "0.1"  # ``</w>`` at the last character of a word, or behind it


class CodeLine(NamedTuple):
    """A merge and the number of its line."""

    number: int
    left: str
    right: str


def code_lines(file: str, data: bytes) -> tuple[str, list[CodeLine]]:
    """The version and the merges; raises ``FormatError`` for a line of another form.

    >>> code_lines("codes", b"#version: 0.2\\ne s\\n")
    ('0.2', [CodeLine(number=2, left='e', right='s')])
    """
    lines = lines_of(file, data)
    version = SEPARATE
    if lines and lines[0][1].startswith("#version"):
        version = lines.pop(0)[1].removeprefix("#version:").strip()
        if version not in (SEPARATE, GLUED):
            raise broken(file, at("line", 1), "one_of", known="0.1, 0.2", value=repr(version))
    merges = []
    for number, line in lines:
        symbols = line.strip(" ").split(" ")
        if len(symbols) != 2 or not all(symbols):
            raise broken(file, at("line", number), "two_symbols")
        merges.append(CodeLine(number, *symbols))
    return version, merges
