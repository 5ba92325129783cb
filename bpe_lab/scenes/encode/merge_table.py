"""The list of merges that an exercise looks its ranks up in."""

from __future__ import annotations

from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.token_palette import Palette

MERGES = "merges"


def merge_table(palette: Palette) -> tuple[Json, Json]:
    """The table and its state, which stands still."""
    merges = palette.model.merges
    columns = [
        {"kind": "number", "title": "encode.merges.rank"},
        {"kind": "pair", "title": "encode.merges.pair"},
    ]
    rows = [
        {"cells": [rank, palette.pair((merge.left, merge.right))], "look": ""}
        for rank, merge in enumerate(merges)
    ]
    title = "encode.merges.title"
    widget = {"id": MERGES, "kind": "table", "title": title, "rows": len(rows)}
    return {**widget, "columns": columns}, {"rows": rows}
