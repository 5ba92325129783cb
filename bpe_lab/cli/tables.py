"""Tables for people at a terminal and, as Markdown, for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` are as long as ``headers``; the first column holds names."""

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]

    def draw(self, console: Console) -> None:
        """Columns at a terminal, else Markdown; no cell is ever cut or folded."""
        form = aligned if console.is_terminal else table
        console.file.write(form(self.headers, self.rows) + "\n")


def aligned(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as necessary, the first left-aligned, the others right-aligned.

    >>> print(aligned(["lane", "s"], [["linked", 0.12345]]))
    lane        s
    linked  0.123
    """
    lines = [list(map(cell_text, line)) for line in (headers, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; floats with three significant digits, bars of a cell escaped.

    >>> print(table(["lane", "s"], [["linked", 0.12345]]))
    | lane | s |
    | --- | --- |
    | linked | 0.123 |
    """
    lines = [headers, ["---"] * len(headers), *rows]
    cells = ([cell_text(cell).replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def cell_text(value: object) -> str:
    """The text of a cell; no exponents, so that figures compare at a glance.

    >>> [cell_text(value) for value in (1234.5, 0.001234, 0.0000123, "x", None)]
    ['1234', '0.00123', '0.0000123', 'x', '']
    """
    if value is None:
        return ""
    if not isinstance(value, float):
        return printable(str(value))
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) >= 0.0001 or not value else f"{value:.7f}"


def printable(text: str) -> str:
    """``text`` as one line without control characters: names may come from any file.

    >>> printable("a" + chr(27) + "[1m" + chr(10) + "b")
    'a [1m b'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)
