"""What a reader can be asked while subword-nmt learns: what waits, what a word counts."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_core.events import Event
from bpe_lab.exercises.set_aside_questions import set_aside_questions
from bpe_lab.exercises.word_questions import word_questions
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.worded_questions import worded_json

VEIL = ("beads",)  # each pair over its count, beside the line


class LearningQuestions:
    """By the number of the event that they are asked before."""

    def __init__(self, events: Iterable[Event], brush: Brush) -> None:
        run = list(events)
        self._asked = dict(word_questions(run)) | dict(set_aside_questions(run))
        self._brush = brush

    def before(self, event: int) -> tuple[Json, ...]:
        """What is asked before the event of this index."""
        question = self._asked.get(event)
        return () if question is None else (worded_json(question, self._word),)

    def _word(self, _name: str, value: object) -> Json:
        if isinstance(value, tuple):
            return {"pair": self._brush.pair(value)}
        return f"{value:.4g}" if isinstance(value, float) else value
