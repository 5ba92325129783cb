"""Unigram Viterbi on a short text: pieces as arcs, the best way growing, the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import inf

from bpe_core.events import SubGoal
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PieceChosen,
    PieceFound,
    PositionReached,
    SearchEvent,
)
from bpe_core.systems.bytepiece.lattice import segment_taught
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.exercises.bytepiece_questions import lattice_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.bytepiece.pieces import Pieces, brief, code_widget, exact
from bpe_lab.scenes.questions import worded_json
from bpe_lab.scenes.recording import Frame, Json, Text, record, text

VEIL = ("lattice.path",)  # the way to the node at hand; the stored pieces are read off
MOST_ROWS = 4
LAYOUT: Json = {"stage": ["lattice"], "columns": [["ways"], ["code"]]}
CHOOSE, MERGE = SubGoal.CHOOSE, SubGoal.MERGE
MOST_LISTED = 10  # pieces that a sentence lists
PSEUDO = (
    (CHOOSE, "score[0] = 0"),
    (CHOOSE, "for start in 0 … n−1:"),
    (CHOOSE, "bytepiece.code.pieces_line"),
    (CHOOSE, "    if score[start] + log p(piece) > score[end]:"),
    (CHOOSE, "bytepiece.code.sum_line"),
    (MERGE, "end = n; while end > 0:"),
    (MERGE, "bytepiece.code.take_line"),
)
LINES = {"start": [1], "weigh": [2, 3], "keep": [2, 3, 4], "back": [5], "take": [6]}


def lattice_walk(model: UnigramModel, data: bytes) -> Json:
    """The recording of the whole search, one step per event."""
    scene = Lattice.of(model, data)
    recording, _ = record(
        scene.frames(),
        goals=(CHOOSE, MERGE),
        widgets=[scene.widget(), scene.ways.widget(), code_widget(PSEUDO)],
        layout=LAYOUT,
        tokens=scene.pieces.tokens,
        about=f"bytepiece lattice {data!r}",
        unit=("place", 0),
        instead="bytepiece.instead",
        ending=lambda _steps: text("bytepiece.say.cap"),
    )
    return recording


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
        return () if question is None else (self._question_json(question),)

    def _question_json(self, question: Question) -> Json:
        label = self._way if question.ask == "best_way" else None
        return worded_json(question, self._word, label=label)

    def _word(self, name: str, value: object) -> Json:
        if name == "piece" and isinstance(value, int):
            return self._pieces.token_value(value)
        return exact(value) if isinstance(value, float) else value

    def _way(self, key: str) -> Text:
        """The pieces between the borders of a way."""
        borders = [int(border) for border in key.split(",")]
        pieces = [
            self._pieces.token_of(self._data[left:right]) for left, right in pairwise(borders)
        ]
        return text("question.choice_pieces", pieces={"tokens": pieces, "join": " "})


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
            self.pieces.token(arc.piece_id),
            f"{arc.start}: {exact(scores[arc.start])}",
            exact(arc.log_probability),
            exact(arc.score),
        ]
        return {"cells": cells, "look": "chosen" if wins else ""}


@dataclass(slots=True)
class Lattice:
    """Follows the events of one search; ``best_into`` has the best arc into each node."""

    pieces: Pieces
    data: bytes
    events: list[SearchEvent]
    ways: Ways
    arcs: list[PieceFound]
    number: dict[tuple[int, int], int]
    questions: LatticeQuestions
    scores: dict[int, float] = field(default_factory=dict)
    best_into: dict[int, int] = field(default_factory=dict)
    met: int = 0
    chosen: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, model: UnigramModel, data: bytes) -> Lattice:
        """Run the search once, with all its events."""
        events = list(segment_taught(model, data, detail=True))
        arcs = [event for event in events if isinstance(event, PieceFound)]
        number = {(arc.start, arc.end): k for k, arc in enumerate(arcs)}
        pieces = Pieces(model)
        questions = LatticeQuestions(events, pieces, data)
        return cls(pieces, data, events, Ways(pieces, arcs), arcs, number, questions)

    def widget(self) -> Json:
        """All that can be drawn: the bytes, and every arc that is met."""
        return {
            "id": "lattice",
            "kind": "lattice",
            "title": "bytepiece.lattice.title",
            **self.pieces.foot(self.data),
            "rows": {
                name: f"bytepiece.lattice.{name}" for name in ("score", "from", "foot", "under")
            },
            "arcs": [
                {
                    "from": arc.start,
                    "to": arc.end,
                    "token": self.pieces.token(arc.piece_id),
                    "label": brief(arc.log_probability),
                }
                for arc in self.arcs
            ],
        }

    def frames(self) -> Iterator[Frame]:
        """One frame per event, after it."""
        for event in self.events:
            match event:
                case PositionReached(position=at):
                    self.scores[at] = event.score
                    yield self._frame(CHOOSE, at, self._reached(event), "start", here=at)
                case PieceFound():
                    yield self._weigh(event)
                case EndReached(position=at):
                    say = text("bytepiece.say.end", score=exact(event.score))
                    questions = self.questions.before(event)
                    end = self._frame(MERGE, at, say, "back", here=at, questions=questions)
                    yield replace(end, ask=text("bytepiece.ask_way"), veil=VEIL)
                case PieceChosen():
                    self.chosen.insert(0, self.number[event.start, event.end])
                    back = self._back(event)
                    yield self._frame(MERGE, len(self.data), back, "take", used=event.end)

    def _weigh(self, event: PieceFound) -> Frame:
        self.met += 1
        if event.taken:
            self.best_into[event.end] = self.number[event.start, event.end]
            self.scores[event.end] = event.score
        is_first = event.previous == -inf
        key = "first" if is_first else "better" if event.taken else "worse"
        is_tie = not event.taken and event.score == event.previous
        values = {
            "piece": self.pieces.token_value(event.piece_id),
            "end": event.end,
            "before": exact(self.scores[event.start]),
            "value": exact(event.log_probability),
            "score": exact(event.score),
            "previous": exact(event.previous),
        }
        asked = {name: values[name] for name in ("piece", "end", "previous")}
        return self._frame(
            CHOOSE,
            event.start,
            text(f"bytepiece.say.{'tie' if is_tie else key}", **values),
            "keep" if event.taken else "weigh",
            here=event.start,
            event=event,
            ask=None if is_first else text("bytepiece.ask", **asked),
            questions=self.questions.before(event),
        )

    def _frame(
        self,
        goal: SubGoal,
        group: int,
        say: Text,
        line: str,
        *,
        here: int | None = None,
        event: PieceFound | None = None,
        used: int | None = None,
        ask: Text | None = None,
        questions: tuple[Json, ...] = (),
    ) -> Frame:
        node = event.end if event else here if used is None else used
        states = {
            "lattice": {"arcs": self._looks(here, event), "nodes": self._nodes(here, event)},
            "ways": self.ways.draw(self.met, self.scores, node),
            "code": {"lit": {"0": LINES[line]}, "values": {}},
        }
        is_tie = event is not None and not event.taken and event.score == event.previous
        size = len(self.data)
        where = text("bytepiece.where", byte=group, bytes=size)
        if group == size:
            where = text("bytepiece.where_back")
        marks = ("tie",) if is_tie else ()
        return Frame(goal, group, say, states, marks, where=where, ask=ask, questions=questions)

    def _looks(self, here: int | None, event: PieceFound | None) -> Json:
        """Every arc: coming, seen and worse, best into its node, on the path to ``here``."""
        looks = {str(number): "coming" for number in range(len(self.arcs))}
        looks |= {str(number): "" for number in range(self.met)}
        looks |= {str(number): "best" for number in self.best_into.values()}
        looks |= {str(number): "path" for number in self._way_to(here)}
        looks |= {str(number): "chosen" for number in self.chosen}
        if event is not None:
            looks[str(self.number[event.start, event.end])] = "now"
        return looks

    def _way_to(self, node: int | None) -> Iterator[int]:
        while node is not None and node in self.best_into:
            yield self.best_into[node]
            node = self.arcs[self.best_into[node]].start

    def _nodes(self, here: int | None, event: PieceFound | None) -> Json:
        nodes: Json = {
            str(node): {"score": brief(score)} for node, score in self.scores.items()
        }
        for node, number in self.best_into.items():
            nodes[str(node)]["from"] = self.arcs[number].start
        on_way = [self.arcs[number] for number in (*self.chosen, *self._way_to(here))]
        for node in {end for arc in on_way for end in (arc.start, arc.end)}:
            nodes[str(node)]["look"] = "path"
        if here is not None:
            nodes[str(here)]["look"] = "now"
        if event is not None:
            nodes[str(event.end)]["look"] = "forming"
        return nodes

    def _reached(self, event: PositionReached) -> Text:
        if event.position == 0:
            piece = {"token": self.pieces.piece(self.data)}
            return text("bytepiece.say.begin", text=piece, arcs=len(self.arcs))
        arc = self.arcs[self.best_into[event.position]]
        return text(
            "bytepiece.say.reached",
            position=event.position,
            score=exact(event.score),
            piece=self.pieces.token_value(arc.piece_id),
        )

    def _back(self, event: PieceChosen) -> Text:
        piece = self.pieces.token_value(event.piece_id)
        if event.start > 0:
            return text("bytepiece.say.back", piece=piece, end=event.end, start=event.start)
        ids = [self.arcs[number].piece_id for number in self.chosen]
        if len(ids) > MOST_LISTED:
            return text("bytepiece.say.done_many", pieces=len(ids))
        result = self.pieces.row_value(ids)
        return text("bytepiece.say.done", result=result, pieces=len(ids))
