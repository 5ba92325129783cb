"""What is kept of measuring: quartiles, rows as CSV, and values that come back from JSON.

CSV is for spreadsheets: no comments, a head line, and nothing that they would compute. A
spreadsheet takes a cell that begins with ``=`` for a formula, which may fetch an address or
start a program, and quotation marks do not keep it from that. So a text that begins like one
gets an apostrophe in front (OWASP, "CSV Injection"), and stays readable. Numbers stay numbers.
What must be exact has a column in hex beside it, or a file of another kind.
"""

from __future__ import annotations

import csv
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

# The four signs, what is skipped before them, and the four as wide as a Chinese character.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
MOST = 2**63  # what was measured is less; more breaks arithmetic

Fields = TypeVar("Fields", bound=tuple[Any, ...])


class Band(NamedTuple):
    """Lower quartile, median, upper quartile; seconds, or a ratio."""

    lower: float
    middle: float
    upper: float


def quartiles(values: Sequence[float]) -> Band:
    """Lower quartile, median, upper quartile.

    >>> quartiles([1.0, 2.0, 3.0, 4.0, 5.0])
    Band(lower=2.0, middle=3.0, upper=4.0)
    >>> quartiles([7.0])
    Band(lower=7.0, middle=7.0, upper=7.0)
    """
    if len(values) < 2:
        return Band(values[0], values[0], values[0])
    return Band(*statistics.quantiles(values, n=4, method="inclusive"))


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


def checked(kind: type[Fields], values: Mapping[str, Any]) -> Fields:
    """A named tuple of plain fields; raises ``TypeError`` for a value of another type.

    >>> checked(Band, {"lower": 1, "middle": 2.0, "upper": "3"})
    Traceback (most recent call last):
    TypeError: upper
    """
    fields = kind(**values)
    for name, hint in get_type_hints(kind).items():
        of_type(hint, getattr(fields, name), name)
    return fields


def of_type(hint: Any, value: Any, name: str) -> Any:
    """``value`` if it is of a type; an integer is a float too, and figures are from 0 on."""
    if get_origin(hint) is Literal:
        fits = value in get_args(hint)
    elif hint is float:
        fits = type(value) in (int, float) and 0 <= value < MOST
    elif hint is int:
        fits = type(value) is int and 0 <= value < MOST
    else:
        fits = type(value) is hint
    if not fits:
        raise TypeError(name)
    return value
