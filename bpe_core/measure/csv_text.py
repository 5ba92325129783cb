"""Rows as CSV that any program opens: no comments, a head line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO


def csv_text(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """``rows`` under the names of their columns; None is empty.

    >>> csv_text(["lane", "cut"], [["linked", None]])
    'lane,cut\\nlinked,\\n'
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return file.getvalue()
