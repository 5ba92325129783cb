"""The board of a text in several systems: one row each, all over the same bytes.

The bytes are divided into cells at every cut that anyone makes, so that a piece stands over
whole cells and equal offsets are aligned. Pieces of the same bytes have one tint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bpe_core.runtime.glyphs import is_whole
from bpe_lab.scenes.compare.cuts import Part, Row, is_shared, shared_cuts
from bpe_lab.scenes.recording import Json, TokenTable, still, text

ALIGNED = "aligned"
TITLE = "compare.text.board"


def text_board(source: str, rows: Sequence[Row], looks: Mapping[str, int]) -> Json:
    """The recording; ``looks`` are the systems' indices in the palette of lanes."""
    drawing = _Drawing(source.encode(), _cells(source, rows))
    shared = shared_cuts(rows)
    widget = {
        "id": ALIGNED,
        "kind": ALIGNED,
        "cells": len(drawing.cells),
        "text": list(drawing.text()),
        "joints": [drawing.opening[offset] for offset in sorted(shared)],
        "rows": [drawing.row(row, looks[row.name], shared) for row in rows],
        "ruler": "compare.text.ruler",
    }
    return still(
        {ALIGNED: {}},
        widgets=[widget],
        layout={"stage": [ALIGNED]},
        tokens=drawing.tokens,
        title=TITLE,
    )


Cell = tuple[int, int]


def _cells(source: str, rows: Iterable[Row]) -> list[Cell]:
    """The bytes between neighbouring cuts; where a piece stands for none, an empty cell."""
    parts = [part for row in rows for part in row.parts]
    changed = [offset for row in rows for span in row.changed for offset in span]
    offsets = {0, len(source.encode()), *changed}
    offsets |= {offset for part in parts for offset in (part.start, part.end)}
    filled = pairwise(sorted(offsets))
    empty = {(part.start, part.end) for part in parts if part.start == part.end}
    return sorted([*filled, *empty])


@dataclass(slots=True)
class _Drawing:
    """``opening[offset]`` is the first cell with bytes at or behind an offset."""

    data: bytes
    cells: list[Cell]
    tokens: TokenTable = field(default_factory=TokenTable)
    opening: dict[int, int] = field(default_factory=dict)
    known: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, (start, end) in enumerate(self.cells):
            if start < end:
                self.opening[start] = number
        self.opening[len(self.data)] = len(self.cells)

    def text(self) -> Iterator[Json]:
        """The text itself as ``[token, from, to]``: whole characters over their cells."""
        first = begins = 0
        for number, (start, end) in enumerate(self.cells):
            if start == end and start == begins:
                first = number + 1
            elif start < end and (end == len(self.data) or self.data[end] & 0xC0 != 0x80):
                token = self.tokens.index("text", self.data[begins:end], "piece")
                yield [token, first, number + 1]
                first, begins = number + 1, end

    def row(self, row: Row, look: int, shared: frozenset[int]) -> Json:
        """Pieces as ``[token, from, to, look]``, and the cells before which it cuts alone."""
        own = [cut for cut in row.cuts if not is_shared(cut, shared)]
        return {
            "id": row.name,
            "title": f"system.{row.name}",
            "look": look,
            "aside": text("compare.text.tokens", tokens=len(row.parts)),
            "parts": list(self.parts(row)),
            "own": sorted({self.opening[offset] for cut in own for offset in cut}),
            "gone": [list(gap) for gap in self.gone(row)],
        }

    def parts(self, row: Row) -> Iterator[Json]:
        """Several empty pieces at one offset share its empty cell."""
        for part in row.parts:
            start, end = self.span(part)
            is_changed = any(a < part.end and part.start < b for a, b in row.changed)
            yield [self.token(part), start, end, "changed" if is_changed else ""]

    def span(self, part: Part) -> tuple[int, int]:
        """The cells of a piece."""
        if part.start == part.end:
            empty = self.cells.index((part.start, part.end))
            return empty, empty + 1
        last = max(self.opening[offset] for offset in self.opening if offset < part.end)
        return self.opening[part.start], last + 1

    def token(self, part: Part) -> int:
        """As the system writes it, tinted by its bytes; bytes that are no character as such."""
        number = part.data[0] if len(part.data) == 1 else self._number(part.data)
        label = part.written.encode("utf-8", "replace") if is_whole(part.data) else part.data
        return self.tokens.index(number, label, "byte" if number < 256 else "learned")

    def _number(self, data: bytes) -> int:
        return self.known.setdefault(data, 256 + len(self.known))

    def gone(self, row: Row) -> Iterator[tuple[int, int]]:
        """The cells of what a system has left out of the text."""
        reached = 0
        held = [(part.start, part.end) for part in row.parts]
        for start, end in [*held, (len(self.data), len(self.data))]:
            if start > reached and any(a < start and reached < b for a, b in row.changed):
                yield self.opening[reached], self.opening[start]
            reached = max(reached, end)
