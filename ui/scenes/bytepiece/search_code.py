"""The two searches as pseudo-code, and which lines are running."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.events import SubGoal
from ui.scenes.recording import Json

COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
LATTICE = (
    (CHOOSE, "score[0] = 0"),
    (CHOOSE, "for start in 0 … n−1:"),
    (CHOOSE, "  for piece from start to end:"),
    (CHOOSE, "    if score[start] + log p(piece) > score[end]:"),
    (CHOOSE, "      score[end], back[end] = that sum, start"),
    (MERGE, "end = n; while end > 0:"),
    (MERGE, "  take back[end] … end; end = back[end]"),
)
LATTICE_LINES = {"start": [1], "weigh": [2, 3], "keep": [2, 3, 4], "back": [5], "take": [6]}
STATES = (
    (COUNT, "value[i][s] = log p(byte i | the s bytes before it)", "value"),
    (CHOOSE, "score[i][0] = max(score[i−1][s] for all s) + value[i][0]", "score"),
    (CHOOSE, "score[i][s+1] = score[i−1][s] + value[i][s+1]", "last"),
    (MERGE, "go back from the best state of the last byte"),
    (MERGE, "cut before every byte in state 0"),
)
STATES_LINES = {"values": [0], "scores": [1, 2], "end": [3], "cut": [4]}


def code_widget(lines: Sequence[tuple[SubGoal, str] | tuple[SubGoal, str, str]]) -> Json:
    """One tab of pseudo-code; a line may name a note of the catalogue."""
    title = "bytepiece.code.title"
    rows = [
        {"code": code, "goal": goal, "note": f"bytepiece.code.{note[0]}" if note else None}
        for goal, code, *note in lines
    ]
    tab = {"title": title, "first": 1, "lines": rows}
    return {"id": "code", "kind": "code", "title": "bytepiece.code.title", "tabs": [tab]}
