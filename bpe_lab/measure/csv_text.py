"""Rows as CSV for spreadsheets: no comments, a head line, and nothing that they would compute.

A spreadsheet takes a cell that begins with ``=`` for a formula, which may fetch an address or
start a program, and quotation marks do not keep it from that. So a text that begins like one
gets an apostrophe in front (OWASP, "CSV Injection"), and stays readable. Numbers stay numbers.
What must be exact has a column in hex beside it, or a file of another kind.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

# The four signs, what is skipped before them, and the four as wide as a Chinese character.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """``rows`` under the names of their columns; None is empty.

    >>> csv_text(["lane", "cut"], [["linked", None], ["==", -1]])
    "lane,cut\\nlinked,\\n'==,-1\\n"
    """
    lines = _Lines()
    writer = csv.writer(lines, lineterminator=lines.border)
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return "".join(lines)


def csv_file(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> bytes:
    """The same in UTF-8 for people who open it.

    With a byte order mark, without which spreadsheets take Chinese for Latin-1.
    """
    return csv_text(columns, rows).encode("utf-8-sig")


class _Lines(list[str]):
    """Rows as they are written, each ending with a newline.

    subtle: the writer puts cells into quotation marks that hold a character of its border of
    rows; told to end them with a newline alone, it leaves a return bare, which ends a row too.
    """

    border = "\r\n"

    def write(self, row: str) -> None:
        """One row, as the writer ends it."""
        self.append(row.removesuffix(self.border) + "\n")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
