"""The words as rows of symbols, and the one at work before and after it is rewritten."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenRewritten,
    Stopped,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.subword_nmt.drawn_symbols import SymbolTable
from bpe_lab.scenes.subword_nmt.neighbours import Occurrence, Row, gained, lost, pairs_in

WORDS: Json = {"id": "words", "kind": "words", "title": "subword_nmt.words.title"}
Slots = dict[str, Json]  # cell -> [token, size, look]


@dataclass(slots=True)
class Words:
    """Follows a run; gets every event after ``state`` has applied it."""

    brush: Brush
    tokens: SymbolTable
    state: TrainState
    widget: list[Json] = field(default_factory=list)
    cell_of: dict[int, int] = field(default_factory=dict)  # byte offset -> cell in its word
    number_of: dict[int, int] = field(default_factory=dict)  # start -> word
    rows: dict[str, Slots] = field(default_factory=dict)
    before: Slots = field(default_factory=dict)
    plain: dict[int, Row] = field(default_factory=dict)  # start -> its symbols
    gained_pairs: list[Occurrence] = field(default_factory=list)
    lost_pairs: list[Occurrence] = field(default_factory=list)
    changes: list[Json] = field(default_factory=list)
    sum: list[int] = field(default_factory=list)
    focus: int | None = None  # the start of the word at work
    new_id: int = -1  # the symbol that this merge makes
    pair: Pair | None = None

    @property
    def unknown(self) -> int:
        """The symbol where the reader is to guess."""
        return self.tokens.index("?", b"?", "special")

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        match event:
            case PreTokenCut(start=start):
                self._lay(start)
            case PreTokenIndexed(start=start):
                self._show_pairs(start, "now")
            case CountsBuilt():
                self._rest()
                self.focus = self._most_frequent  # as an example of what was counted
                self._show_pairs(self.focus, "")
            case CandidatesScanned():
                self._rest()
                self.sum = [self.unknown] * 3
            case Stopped():
                self._rest()
                self.focus = self._most_frequent  # what it has led to
            case PairChosen(pair=pair, new_id=new_id):
                self._rest()
                self.new_id, self.pair = new_id, pair
                self.sum = [self.brush.token(token_id) for token_id in (*pair, new_id)]
                for start in self.state.index[pair]:
                    self._write(start, self._looks(start, pair))
            case PreTokenRewritten(start=start):
                self._rewrite(start)
            case CountChanged(pair=pair):
                self._count(pair)
            case MergeDone():
                total = self.sum
                self._rest()
                self.sum = total

    def draw(self) -> Json:
        """The widget's state as it is now."""
        drawn: Json = {"rows": self.rows}
        if self.focus is not None:
            drawn |= {"focus": self.number_of[self.focus], "changes": self.changes}
            if self.before:
                drawn["before"] = self.before
        elif self.sum:
            drawn["sum"] = self.sum
        return drawn

    def side(self, pair: Pair) -> str:
        """On which side ``pair`` was or is: prev, next, both, own; some if sides differ."""
        sides = {
            occurrence.side
            for occurrence in (*self.lost_pairs, *self.gained_pairs)
            if occurrence.pair == pair
        }
        return sides.pop() if len(sides) == 1 else "own" if "own" in sides else "some"

    @property
    def _most_frequent(self) -> int:
        """The start of the word that occurs most often."""
        weights = self.state.weight_at
        return max(weights, key=weights.__getitem__)

    def _show_pairs(self, start: int, look: str) -> None:
        """An arc with its count over each pair of a word."""
        weight = self.state.weight_at[start]
        self.changes = [
            self._change("after", at[0], pair, weight, look)
            for at, pair in pairs_in(self.plain[start]).items()
        ]

    def _lay(self, start: int) -> None:
        """A new word: its cells are its symbols."""
        self._rest()
        self.number_of[start] = len(self.number_of)
        placed = self.state.tokens_of(start)
        self.cell_of |= {position: cell for cell, (position, _) in enumerate(placed)}
        self._write(start, {})
        cells = [self.tokens.cells(slot[0]) for slot in self.rows[self._key(start)].values()]
        self.widget.append({"times": self.state.weight_at[start], "cells": cells})
        self.focus = start

    def _rewrite(self, start: int) -> None:
        self._calm()
        old = self.plain[start]
        self.before = self.rows[self._key(start)]
        self._write(start, {})
        new = self.plain[start]
        self.lost_pairs, self.gained_pairs = (
            lost(old, new, self.new_id),
            gained(old, new, self.new_id),
        )
        grown = {at: "merged" for at in new if new[at] != old.get(at)}
        self._write(start, grown)
        self.changes, self.sum, self.focus = [], self.sum, start

    def _count(self, pair: Pair) -> None:
        """Add the arcs of ``pair`` to those that are there, and light them."""
        assert self.focus is not None, "counts change in a word"
        weight = self.state.weight_at[self.focus]
        arcs = [{**change, "look": ""} for change in self.changes]
        for row, occurrences, delta in (
            ("before", self.lost_pairs, -weight),
            ("after", self.gained_pairs, weight),
        ):
            arcs += [
                self._change(row, occurrence.cell, pair, delta, "now")
                for occurrence in occurrences
                if occurrence.pair == pair
            ]
        self.changes = arcs

    def _change(self, row: str, cell: int, pair: Pair, delta: int, look: str) -> Json:
        drawn = self.brush.pair(pair)
        return {"row": row, "at": cell, "pair": drawn, "delta": delta, "look": look}

    def _looks(self, start: int, pair: Pair) -> dict[int, str]:
        cells = [at for at, stands in pairs_in(self.plain[start]).items() if stands == pair]
        return {cell: "forming" for at in cells for cell in at}

    def _rest(self) -> None:
        """No word is at work, nothing is lit."""
        self._calm()
        for key, slots in self.rows.items():
            if any(slot[2] for slot in slots.values()):
                calm = {cell: [*slot[:2], ""] for cell, slot in slots.items()}
                self.rows = self.rows | {key: calm}
        self.sum = []

    def _calm(self) -> None:
        """The word at work is done; what was made stays lit in the strip."""
        self.before, self.changes, self.focus = {}, [], None
        self.lost_pairs, self.gained_pairs = [], []

    def _write(self, start: int, looks: dict[int, str]) -> None:
        """A word's slots again, in a new dict; frames keep the old one."""
        placed = [
            (self.cell_of[position], token_id)
            for position, token_id in self.state.tokens_of(start)
        ]
        last = len(self._cells(start))
        ends = [cell for cell, _ in placed[1:]] + [last]
        self.plain = self.plain | {
            start: {
                cell: (token_id, end - cell)
                for (cell, token_id), end in zip(placed, ends, strict=True)
            }
        }
        slots = {
            str(cell): [self.brush.token(token_id), size, looks.get(cell, "")]
            for cell, (token_id, size) in self.plain[start].items()
        }
        self.rows = self.rows | {self._key(start): slots}

    def _cells(self, start: int) -> list[int]:
        size = self.state.size_at[start]
        return [at for at in range(start, start + size) if at in self.cell_of]

    def _key(self, start: int) -> str:
        return str(self.number_of[start])
