"""What a reader can be asked while words are found."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.systems.bytepiece.bytepiece_events import SearchEvent
from bpe_lab.exercises.state_questions import state_questions
from bpe_lab.scenes.bytepiece.piece_names import Pieces, exact
from bpe_lab.scenes.recording import Json, Text
from bpe_lab.scenes.worded_questions import worded_json


class StateQuestions:
    """The closest decisions and the cuts; ``rows`` are the names of the states."""

    def __init__(
        self, events: Sequence[SearchEvent], pieces: Pieces, data: bytes, rows: Sequence[Text]
    ) -> None:
        self._pieces, self._data, self._rows = pieces, data, rows
        self._asked = dict(state_questions(events, data))

    def before(self, position: int) -> tuple[Json, ...]:
        """What is asked before the scores of a byte, or at the end."""
        question = self._asked.get(position)
        if question is None:
            return ()
        if question.kind == "cuts":
            return (worded_json(question, self._word, cells=self._cells()),)
        return (worded_json(question, self._word, label=lambda key: self._rows[int(key)]),)

    def _cells(self) -> list[tuple[int, int]]:
        return [(self._pieces.text(bytes([byte])), at) for at, byte in enumerate(self._data)]

    def _word(self, name: str, value: object) -> Json:
        match name, value:
            case "state", int():
                return {"text": self._rows[value]}
            case "byte", bytes():
                return {"token": self._pieces.text(value)}
            case _, float():
                return exact(value)
            case _:
                return value
