"""The two searches as pseudo-code, and which lines are running."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.events import SubGoal
from bpe_lab.scenes.recording import Json, text

COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
LATTICE = (
    (CHOOSE, "score[0] = 0"),
    (CHOOSE, "for start in 0 … n−1:"),
    (CHOOSE, "bytepiece.code.pieces_line"),
    (CHOOSE, "    if score[start] + log p(piece) > score[end]:"),
    (CHOOSE, "bytepiece.code.sum_line"),
    (MERGE, "end = n; while end > 0:"),
    (MERGE, "bytepiece.code.take_line"),
)
LATTICE_LINES = {"start": [1], "weigh": [2, 3], "keep": [2, 3, 4], "back": [5], "take": [6]}
STATES = (
    (COUNT, "bytepiece.code.value_line", "value"),
    (CHOOSE, "score[i][0] = max(score[i−1][s] for all s) + value[i][0]", "score"),
    (CHOOSE, "score[i][s+1] = score[i−1][s] + value[i][s+1]", "last"),
    (MERGE, "bytepiece.code.back_line"),
    (MERGE, "bytepiece.code.cut_line"),
)
STATES_LINES = {"values": [0], "scores": [1, 2], "end": [3], "cut": [4]}


def code_widget(lines: Sequence[tuple[SubGoal, str] | tuple[SubGoal, str, str]]) -> Json:
    """One tab of pseudo-code; the catalogue has lines in words and the notes of lines."""
    title = "bytepiece.code.title"
    rows = [
        {
            "code": _code(code),
            "goal": goal,
            "note": f"bytepiece.code.{note[0]}" if note else None,
        }
        for goal, code, *note in lines
    ]
    tab = {"title": title, "first": 1, "lines": rows}
    return {"id": "code", "kind": "code", "title": "bytepiece.code.title", "tabs": [tab]}


def _code(line: str) -> Json:
    """A line as it is, or its words in the reader's language."""
    return text(line) if line.startswith("bytepiece.code.") else line
