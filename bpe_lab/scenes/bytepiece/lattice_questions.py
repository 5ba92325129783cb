"""What a reader can be asked while the best way grows, and what is then hidden."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bpe_core.systems.bytepiece.bytepiece_events import SearchEvent
from bpe_lab.exercises.lattice_questions import lattice_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.bytepiece.piece_names import Pieces, exact
from bpe_lab.scenes.recording import Json, Text, text
from bpe_lab.scenes.worded_questions import worded_json

VEIL = ("lattice.path",)  # the way to the node at hand; the stored pieces are read off


class LatticeQuestions:
    """The closest decisions, and the way back."""

    def __init__(self, events: Sequence[SearchEvent], pieces: Pieces, data: bytes) -> None:
        self._pieces, self._data = pieces, data
        self._asked = {
            id(events[index]): question for index, question in lattice_questions(events)
        }

    def before(self, event: SearchEvent) -> tuple[Json, ...]:
        """What is asked before an event of the run."""
        question = self._asked.get(id(event))
        return () if question is None else (self._written(question),)

    def _written(self, question: Question) -> Json:
        label = self._way if question.ask == "best_way" else None
        return worded_json(question, self._word, label=label)

    def _word(self, name: str, value: object) -> Json:
        if name == "piece" and isinstance(value, int):
            return {"token": self._pieces.piece(value)}
        return exact(value) if isinstance(value, float) else value

    def _way(self, key: str) -> Text:
        """The pieces between the borders of a way."""
        borders = [int(border) for border in key.split(",")]
        pieces = [
            self._pieces.of_bytes(self._data[left:right]) for left, right in pairwise(borders)
        ]
        return text("question.choice_pieces", pieces={"tokens": pieces, "join": " "})
