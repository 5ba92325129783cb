"""What came of the questions before a page's figures, on its way to the reader's own progress.

The browser alone keeps it (`ui/progress/marks_mount.py`); here it lasts as long as the session.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ui.page.arrival import page_here, scene_here
from ui.page.session import held

MOST = 50  # rows; the browser has those before
MOST_SECONDS = 86_400
Mark = dict[str, object]


@dataclass(slots=True)
class Answers:
    """The rows of this session, the oldest first, and the questions that they are of."""

    rows: list[Mark] = field(default_factory=list)
    questions: set[str] = field(default_factory=set)


def note(
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
    scene = scene_here()
    mark: Mark = {
        "scene": scene.name if scene else "",
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
    answers.rows = [*answers.rows, mark][-MOST:]


def marks() -> list[Mark]:
    """The rows of this session, the oldest first."""
    return held(Answers).rows
