"""Tables for people at a terminal and, as Markdown, for everything else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` are as long as ``headers``; the first column holds names."""

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]

    def draw(self, console: Console) -> None:
        """With lines at a terminal, else as Markdown."""
        if not console.is_terminal:
            console.file.write(table(self.headers, self.rows) + "\n")
            return
        drawn = RichTable()
        for place, header in enumerate(self.headers):
            drawn.add_column(Text(header), justify="right" if place else "left")
        for row in self.rows:
            drawn.add_row(*(Text(shown(cell)) for cell in row))
        console.print(drawn)


def table(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; floats with three digits that count.

    >>> print(table(["lane", "s"], [["linked", 0.12345]]))
    | lane | s |
    | --- | --- |
    | linked | 0.123 |
    """
    lines = [headers, ["---"] * len(headers), *rows]
    return "\n".join(f"| {' | '.join(map(shown, line))} |" for line in lines)


def shown(value: object) -> str:
    """A cell; no exponents, so that figures compare at a glance.

    >>> shown(1234.5), shown(0.001234), shown(0.0000123), shown("x"), shown(None)
    ('1234', '0.00123', '0.0000123', 'x', '')
    """
    if value is None:
        return ""
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if abs(value) >= 0.0001 or not value else f"{value:.7f}"
