"""Beside the lattice: all ways into one node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bpe_core.systems.bytepiece.bytepiece_events import PieceFound
from bpe_lab.scenes.bytepiece.piece_names import Pieces, exact
from bpe_lab.scenes.recording import Json, text

MOST_ROWS = 4


@dataclass(frozen=True, slots=True)
class Ways:
    """The arcs into each node, in order; a table of those into the present one."""

    pieces: Pieces
    arcs: list[PieceFound]

    def widget(self) -> Json:
        """A table as high as the most ways into one node, within bounds."""
        ends = [arc.end for arc in self.arcs]
        most = max((ends.count(end) for end in set(ends)), default=1)
        columns = (("token", "piece"), ("text", "from"), ("text", "value"), ("text", "score"))
        return {
            "id": "ways",
            "kind": "table",
            "title": "bytepiece.ways.title",
            "rows": min(most, MOST_ROWS),
            "columns": [
                {"kind": kind, "title": f"bytepiece.ways.{name}"} for kind, name in columns
            ],
        }

    def draw(self, met: int, scores: Mapping[int, float], end: int | None) -> Json:
        """Ways into ``end`` of the first ``met``; the best one is chosen."""
        rows = [arc for arc in self.arcs[:met] if arc.end == end]
        if not rows:
            return {"rows": []}
        winner = max(rows, key=lambda arc: arc.score)  # of equal ones the first
        drawn = rows if len(rows) <= MOST_ROWS else [winner, *rows[1 - MOST_ROWS :]]
        return {
            "rows": [self._row(arc, scores, arc is winner) for arc in drawn],
            "aside": text("bytepiece.ways.aside", position=rows[0].end),
        }

    def _row(self, arc: PieceFound, scores: Mapping[int, float], wins: bool) -> Json:
        cells = [
            self.pieces.piece(arc.piece_id),
            f"{arc.start}: {exact(scores[arc.start])}",
            exact(arc.log_probability),
            exact(arc.score),
        ]
        return {"cells": cells, "look": "chosen" if wins else ""}
