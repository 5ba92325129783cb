"""Answers to the questions before a page's figures, on their way to the reader's own progress.

The browser alone keeps them (`ui/progress/panel.py`); here they last as long as the session.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ui.page.session import held
from ui.page.visit import page_here

MOST = 50  # rows; the browser has those before
MOST_SECONDS = 86_400
AnswerRow = dict[str, object]


@dataclass(slots=True)
class Answers:
    """The rows of this session, the oldest first, the questions that they are of, and the names
    of a lesson's scenes that are answered."""

    rows: list[AnswerRow] = field(default_factory=list)
    questions: set[str] = field(default_factory=set)
    scenes: list[str] = field(default_factory=list)


def note_answer(
    question: str, *, step: int, kind: str, tries: int, is_right: bool, since: float
) -> None:
    """Hold the row of a settled answer, of each ``question`` (its name) the first alone.

    ``step`` is its number among those of its figures, ``since`` when it was opened by
    ``time.monotonic()``.
    """
    answers = held(Answers)
    if question in answers.questions:
        return
    answers.questions.add(question)
    row: AnswerRow = {
        "exercise": f"predict.{page_here()}",
        "generator": 0,
        "seed": "",
        "level": 0,
        "script": "",
        "step": step,
        "kind": kind,
        "first_try": is_right and tries == 1,
        "tries": tries,
        "shown": not is_right,
        "seconds": min(round(time.monotonic() - since, 1), MOST_SECONDS),
        "at": round(time.time() * 1000),
    }
    answers.rows = [*answers.rows, row][-MOST:]


def note_scene(scene: str) -> None:
    """The last question of ``scene`` (its name) is settled, even if it was noted before."""
    scenes = held(Answers).scenes
    if scene not in scenes:
        scenes.append(scene)


def answer_rows() -> dict[str, object]:
    """The rows of this session, the oldest first, and its answered scenes; empty before."""
    answers = held(Answers)
    return {"rows": answers.rows, "scenes": answers.scenes} if answers.rows else {}
