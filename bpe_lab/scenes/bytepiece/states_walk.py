"""Pre-segmentation of a short text: every byte in every state, the best row, the cuts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf

from bpe_core.events import SubGoal
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PathLost,
    PathRestarted,
    SearchEvent,
    StateChosen,
    StateScored,
)
from bpe_core.systems.bytepiece.ngrams import NGramValues, presegment_taught
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.exercises.bytepiece_questions import state_questions
from bpe_lab.scenes.bytepiece.pieces import Pieces, brief, code_widget, exact
from bpe_lab.scenes.questions import worded_json
from bpe_lab.scenes.recording import Frame, Json, Text, record, text

COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
LAYOUT: Json = {"stage": ["states"], "columns": [["code"]]}
MOST_LISTED = 10  # words that a sentence lists
PSEUDO = (
    (COUNT, "bytepiece.code.value_line", "value"),
    (CHOOSE, "score[i][0] = max(score[i−1][s] for all s) + value[i][0]", "score"),
    (CHOOSE, "score[i][s+1] = score[i−1][s] + value[i][s+1]", "last"),
    (MERGE, "bytepiece.code.back_line"),
    (MERGE, "bytepiece.code.cut_line"),
)
LINES = {"values": [0], "scores": [1, 2], "end": [3], "cut": [4]}


def states_walk(
    model: UnigramModel, values: NGramValues, data: bytes, *, robust: bool = False
) -> Json:
    """The recording of the whole search: two steps per byte, then one per word."""
    events = list(presegment_taught(values, data, robust=robust, detail=True))
    scene = States.of(Pieces(model), data, values.order, events)
    frames = list(scene.frames())  # before the widget: tokens are numbered as they come
    recording, _ = record(
        frames,
        goals=(COUNT, CHOOSE, MERGE),
        widgets=[scene.widget(), code_widget(PSEUDO)],
        layout=LAYOUT,
        tokens=scene.pieces.tokens,
        about=f"bytepiece states {data!r}",
        unit=("byte", 1),
        instead="bytepiece.instead",
        ending=lambda _steps: text("bytepiece.say.cap"),
    )
    return recording


def byte_of(event: SearchEvent, data: bytes) -> int:
    """Where an event belongs: its byte, those of the way back to the end."""
    is_of_byte = isinstance(event, (StateScored, PathLost, PathRestarted))
    return last_position(event) if is_of_byte else len(data)


def last_position(event: SearchEvent) -> int:
    """The byte of an event."""
    position: int = getattr(event, "position", 0)
    return position


def cell_name(position: int, state: int) -> str:
    """A cell as the recording calls it."""
    return f"{position},{state}"


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
        return [(self._pieces.piece(bytes([byte])), at) for at, byte in enumerate(self._data)]

    def _word(self, name: str, value: object) -> Json:
        match name, value:
            case "state", int():
                return {"text": self._rows[value]}
            case "byte", bytes():
                return {"token": self._pieces.piece(value)}
            case _, float():
                return exact(value)
            case _:
                return value


@dataclass(slots=True)
class States:
    """Follows the events of one search; ``cells`` is what is known of each byte and state."""

    pieces: Pieces
    data: bytes
    rows: list[Text]
    events: list[SearchEvent]
    questions: StateQuestions
    cells: dict[str, Json] = field(default_factory=dict)
    cuts: list[int] = field(default_factory=list)
    words: list[Json] = field(default_factory=list)

    @classmethod
    def of(cls, pieces: Pieces, data: bytes, order: int, events: list[SearchEvent]) -> States:
        """Of a search through ``order`` states."""
        rows = [text("bytepiece.states.begins")]
        rows += [text("bytepiece.states.inside", bytes=s) for s in range(1, order - 1)]
        rows.append(text("bytepiece.states.beyond", bytes=order - 1))
        return cls(pieces, data, rows, events, StateQuestions(events, pieces, data, rows))

    def widget(self) -> Json:
        """The bytes by the states, with what each state means."""
        return {
            "id": "states",
            "kind": "states",
            "title": "bytepiece.states.title",
            **self.pieces.foot(self.data),
            "rows": self.rows,
            "head": "bytepiece.lattice.under",
            "tail": "bytepiece.states.words",
        }

    def frames(self) -> Iterator[Frame]:
        """Values, then scores of every byte; the end; words from the last to the first."""
        for position, events in groupby(
            self.events, key=lambda event: byte_of(event, self.data)
        ):
            of_byte = list(events)
            scored = [event for event in of_byte if isinstance(event, StateScored)]
            if scored:
                yield from self._byte(position, scored, of_byte[-1])
            for event in of_byte:
                if isinstance(event, EndReached):
                    yield self._end(event)
        yield from self._back([each for each in self.events if isinstance(each, StateChosen)])

    def _byte(
        self, position: int, scored: list[StateScored], last: SearchEvent
    ) -> Iterator[Frame]:
        for event in scored:
            cell = {"value": exact(event.value), "look": self._look(event) or "now"}
            self.cells[cell_name(position, event.state)] = cell
        byte = {"token": self.pieces.piece(self.data[position : position + 1])}
        begin = text("bytepiece.say.states_begin", text={"token": self.pieces.piece(self.data)})
        say = text("bytepiece.say.values", byte=byte, position=position)
        yield self._frame(COUNT, position, say if position else begin, "values")
        if isinstance(last, PathRestarted):
            first = replace(
                scored[0], value=last.value, score=last.score, from_state=last.from_state
            )
            scored = [first, *scored[1:]]
        self._score(scored)
        yield self._asking(self._frame(CHOOSE, position, self._scored(scored, last), "scores"))
        for key in (cell_name(position, event.state) for event in scored):
            if self.cells[key]["look"] == "chosen":
                self.cells[key] = {**self.cells[key], "look": ""}

    def _score(self, scored: list[StateScored]) -> None:
        """Fill in a byte's scores, the best one marked."""
        best = max(event.score for event in scored)
        for event in scored:
            cell: Json = {"value": exact(event.value), "look": self._look(event)}
            if event.value > -inf:
                cell["score"] = brief(event.score)
            if event.score == -inf:
                cell["look"] = self._look(event) or "none"
            elif event.from_state is not None:
                cell["from"] = event.from_state
            if event.score == best > -inf:
                cell["look"] = "chosen"
            self.cells[cell_name(event.position, event.state)] = cell

    def _look(self, event: StateScored) -> str:
        if event.value > -inf:
            return ""
        is_within = 0x80 <= self.data[event.position] < 0xC0
        return "barred" if event.state == 0 and is_within else "none"

    def _scored(self, scored: list[StateScored], last: SearchEvent) -> Text:
        byte = {"token": self.pieces.piece(self.data[last_position(last) :][:1])}
        if isinstance(last, PathLost):
            return text("bytepiece.say.lost", byte=byte)
        if isinstance(last, PathRestarted):
            return text("bytepiece.say.restarted", byte=byte)
        best = max(scored, key=lambda event: event.score)
        if best.score == -inf:
            return text("bytepiece.say.still_lost", byte=byte)
        key = "barred" if self._look(scored[0]) == "barred" else "begins"
        if best.state:
            key = "inside_barred" if key == "barred" else "inside"
        values = {"byte": byte, "score": exact(best.score), "state": best.state}
        return text(f"bytepiece.say.{key}", **values)

    def _end(self, event: EndReached) -> Frame:
        lost = "bytepiece.say.states_end_lost"
        say = text("bytepiece.say.states_end", score=exact(event.score))
        return self._asking(
            self._frame(MERGE, len(self.data), say if event.score > -inf else text(lost), "end")
        )

    def _asking(self, frame: Frame) -> Frame:
        """A step with its question, for those who only think first as well."""
        questions = self.questions.before(frame.group)
        return (
            replace(frame, questions=questions, ask=questions[0]["ask"]) if questions else frame
        )

    def _back(self, chosen: list[StateChosen]) -> Iterator[Frame]:
        end = len(self.data)
        for event in chosen:
            cell = cell_name(event.position, event.state)
            self.cells[cell] = {**self.cells[cell], "look": "path"}
            if event.state:
                continue
            word = self.data[event.position : end]
            self.cuts.append(event.position)
            index = self.pieces.token_of(word)
            box = {"at": event.position, "size": len(word), "token": index}
            self.words.insert(0, box)
            end = event.position
            say = text("bytepiece.say.cut", word={"token": index}, position=event.position)
            yield self._frame(MERGE, len(self.data), say if end else self._done(), "cut")

    def _done(self) -> Text:
        count = len(self.words)
        if count > MOST_LISTED:
            return text("bytepiece.say.words_many", words=count)
        result = {"tokens": [word["token"] for word in self.words], "join": " "}
        return text("bytepiece.say.words", words=count, result=result)

    def _frame(self, goal: SubGoal, group: int, say: Text, line: str) -> Frame:
        size = len(self.data)
        back = group == size
        now: Json = {} if back else {"now": group}
        if back and self.cuts:
            now = {"now": self.cuts[-1]}
        states = {
            "states": {
                "cells": dict(self.cells),
                "cuts": sorted(self.cuts),
                "pieces": list(self.words),
                **now,
            },
            "code": {"lit": {"0": LINES[line]}, "values": {}},
        }
        key = "bytepiece.where_back" if back else "bytepiece.where_byte"
        where = text(key) if back else text(key, byte=group + 1, bytes=size)
        return Frame(goal, group, say, states, where=where)
