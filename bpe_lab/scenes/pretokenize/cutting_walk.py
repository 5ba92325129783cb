"""A text cut stretch by stretch: the pattern, and which alternative takes each piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from bpe_core.events import SubGoal
from bpe_core.pretokenize.patterns import alternatives, is_custom
from bpe_core.texts.corpus import Corpus
from bpe_lab.exercises.pretoken_questions import Stretch, pretoken_questions, stretches, written
from bpe_lab.scenes.questions import question_json
from bpe_lab.scenes.recording import Frame, Json, States, Text, TokenTable, record, text

MOST_STRETCHES = 40
MOST_TEXT = 400  # characters of the longest stretch that is drawn whole
TEXT, PIECES, PATTERN = "text", "pieces", "pattern"
ROWS, TEXT_ROWS = 8, 4
LAYOUT: Json = {"stage": [TEXT], "columns": [[PIECES], [PATTERN]]}
VEIL = (PIECES,)


def can_be_walked(pattern: str) -> bool:
    """Whether it is a known pattern, and one that cuts."""
    return not is_custom(pattern) and bool(alternatives(pattern))


def cutting_walk(corpus: Corpus, pattern: str) -> Json:
    """The recording of the first stretches of a text."""
    drawn = list(islice(stretches(corpus.text, pattern, corpus.special_tokens), MOST_STRETCHES))
    scene = _Cutting(pattern, drawn)
    recording, _ = record(
        scene.frames(),
        goals=(SubGoal.CHOOSE,),
        widgets=scene.widgets(),
        layout=LAYOUT,
        tokens=scene.tokens,
        about=f"cut {pattern} {corpus.text[:MOST_TEXT]}",
        unit=("stretch", 1),
        instead="pretokenize.instead",
        ending=lambda steps: text("pretokenize.walk.cap", stretches=len(steps) - 1),
    )
    return recording


@dataclass(slots=True)
class _Cutting:
    """Stretches into frames."""

    pattern: str
    stretches: list[Stretch]
    tokens: TokenTable = field(default_factory=TokenTable)

    def piece(self, data: bytes) -> int:
        return self.tokens.index("", data, kind="piece")

    def widgets(self) -> list[Json]:
        """The text, uncut; the pieces of a stretch; the pattern, without its counts."""
        items = [
            {"at": each.start, "tokens": [[self.piece(each.text.encode()), each.start]]}
            for each in self.stretches
        ]
        columns = [
            {"kind": "token", "title": "pretokenize.walk.piece"},
            {"kind": "number", "title": "pretokenize.walk.alternative"},
            {"kind": "text", "title": "pretokenize.walk.code"},
        ]
        rows = [
            {
                "code": each.source,
                "kind": number,
                "number": number + 1,
                "note": text(f"pattern_meaning.{each.name}"),
            }
            for number, each in enumerate(alternatives(self.pattern))
        ]
        flow = {"id": TEXT, "kind": "flow", "style": "text", "rows": TEXT_ROWS}
        table = {"id": PIECES, "kind": "table", "title": "pretokenize.walk.pieces"}
        pattern = {"id": PATTERN, "kind": "pattern", "title": f"pattern.{self.pattern}"}
        return [
            {**flow, "title": "pretokenize.walk.text", "items": items},
            {**table, "columns": columns, "rows": ROWS},
            {**pattern, "alternatives": rows},
        ]

    def frames(self) -> Iterator[Frame]:
        """The text as it stands, then each stretch in its pieces."""
        seen: set[str] = set()
        yield self._frame(0, text("pretokenize.walk.start"), {TEXT: {}, PIECES: {"rows": []}})
        for number, stretch in enumerate(self.stretches):
            rows = [self._row(stretch, index) for index in range(len(stretch.pieces))]
            more = len(rows) - ROWS
            state: Json = {"rows": rows[:ROWS]}
            if more > 0:
                state["more"] = text("pretokenize.walk.more", pieces=more)
            yield self._frame(
                number,
                self._say(stretch),
                {TEXT: {"lit": [number]}, PIECES: state},
                tuple(self._questions(stretch, seen)),
            )

    def _frame(
        self, number: int, say: Text, states: States, questions: tuple[Json, ...] = ()
    ) -> Frame:
        where = text(
            "pretokenize.walk.where", stretch=number + 1, stretches=len(self.stretches)
        )
        states = {**states, PATTERN: {}}
        return Frame(SubGoal.CHOOSE, number, say, states, where=where, questions=questions)

    def _row(self, stretch: Stretch, index: int) -> Json:
        piece = stretch.pieces[index]
        code = written(alternatives(self.pattern)[piece.number])
        return {"cells": [self.piece(piece.data), piece.number + 1, code], "look": ""}

    def _say(self, stretch: Stretch) -> Text:
        return text(
            "pretokenize.walk.say",
            text={"token": self.piece(stretch.text.encode())},
            pieces=len(stretch.pieces),
            at=stretch.start,
        )

    def _questions(self, stretch: Stretch, seen: set[str]) -> Iterator[Json]:
        cells = [(self.piece(char.encode()), at) for char, at in stretch.characters()]
        for question in pretoken_questions(stretch, seen):
            yield question_json(
                question,
                list,
                cells=cells if question.kind == "cuts" else (),
                veil=VEIL,
                piece_of=lambda data: {"token": self.piece(data)},
            )
