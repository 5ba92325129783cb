"""What is drawn while subword-nmt learns: words as rows of symbols, counts, the threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairForgotten,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenRewritten,
    Stopped,
    SubGoal,
)
from bpe_core.model import Pair
from bpe_core.runtime.text import DrawnPart, parts_of
from bpe_core.state import TrainState
from bpe_core.systems.subword_nmt.words import END
from bpe_lab.scenes.recording import Json, TokenTable, text
from bpe_lab.scenes.why_this_pair import ROWS, Brush, TopRows

MARK = END.encode()
CELL = 0.45  # of a cell a column of letters; a plain character has a cell of its own
Row = Mapping[int, tuple[int, int]]  # cell -> (token id, cells)
WORDS: Json = {"id": "words", "kind": "words", "title": "subword_nmt.words.title"}
Slots = dict[str, Json]  # cell -> [token, size, look]
LEDGER: Json = {
    "id": "ledger",
    "kind": "ledger",
    "title": "subword_nmt.ledger.title",
    "goal": SubGoal.COUNT,
    "rows": ROWS,
    "columns": {
        **{name: f"subword_nmt.ledger.{name}" for name in ("pair", "count", "positions")},
        "delta": "linked.ledger.delta",
    },
}
BEADS: Json = {
    "id": "beads",
    "kind": "beads",
    "title": "subword_nmt.beads.title",
    "goal": SubGoal.CHOOSE,
    "line": "subword_nmt.beads.line",
}


def symbol_parts(symbol: bytes) -> list[DrawnPart]:
    """The parts to draw; the mark at the end is named, so that it is no text of the reader's.

    >>> symbol_parts(b"st</w>"), symbol_parts(b"</w>x")
    ([['glyph', 'st'], ['name', '</w>']], [['glyph', '</w>x']])
    """
    if not symbol.endswith(MARK):
        return parts_of(symbol)
    return [*parts_of(symbol.removesuffix(MARK)), ["name", END]]


def is_learned(symbol: bytes) -> bool:
    """Whether merges made it: it has more than one character, the end mark aside."""
    return len(symbol.removesuffix(MARK).decode()) > 1


@dataclass(slots=True)
class SymbolTable(TokenTable):
    """The token table of a walk over symbols."""

    draw: Callable[[bytes], list[DrawnPart]] = symbol_parts

    def index(self, token_id: int | str, token: bytes, kind: str = "") -> int:
        """As of any token; a single character is as plain as a byte is elsewhere."""
        default = "learned" if is_learned(token) else "byte"
        return TokenTable.index(self, token_id, token, kind or default)

    def cells(self, index: int) -> float:
        """How many cells a symbol takes where each stands alone."""
        return round(max(1.0, CELL * float(self.tokens[index]["width"])), 2)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A pair at ``cell``; ``side`` of the merged pair: own, prev, next or both."""

    cell: int
    pair: Pair
    side: str


def pairs_in(row: Row) -> dict[tuple[int, int], Pair]:
    """Neighbors by the cells at which the two begin."""
    return {(a, b): (row[a][0], row[b][0]) for a, b in pairwise(sorted(row))}


def lost(before: Row, after: Row, new_id: int) -> list[Occurrence]:
    """Pairs of ``before`` that are not in ``after``, beside or under the symbol ``new_id``."""
    merged = [
        at for at in after if after[at] == (new_id, after[at][1]) and _grew(before, after, at)
    ]
    inner = {(at, at + before[at][1]) for at in merged}
    starts, ends = {a for a, _ in inner}, {b for _, b in inner}
    gone = _without(before, after)
    return [
        Occurrence(at[0], pair, _side(at[1] in starts, at[0] in ends, own=at in inner))
        for at, pair in gone.items()
    ]


def gained(before: Row, after: Row, new_id: int) -> list[Occurrence]:
    """Pairs of ``after`` that are not in ``before``; one side of each is ``new_id``."""
    new = _without(after, before)
    return [
        Occurrence(at[0], pair, _side(pair[1] == new_id, pair[0] == new_id))
        for at, pair in new.items()
    ]


def _grew(before: Row, after: Row, at: int) -> bool:
    return before.get(at) != after[at]


def _without(row: Row, other: Row) -> dict[tuple[int, int], Pair]:
    """The neighbors in ``row`` that are not both unchanged in ``other``."""
    return {
        at: pair
        for at, pair in pairs_in(row).items()
        if any(other.get(cell) != row[cell] for cell in at)
    }


def _side(before_match: bool, behind_match: bool, *, own: bool = False) -> str:
    if own:
        return "own"
    if before_match and behind_match:
        return "both"
    return "prev" if before_match else "next"


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


@dataclass(slots=True)
class Ledger:
    """Follows a run; gets every event after ``state`` has applied it.

    A pair that no longer occurs keeps its row, at 0, until the next merge begins.
    """

    brush: Brush
    state: TrainState
    number_of: dict[int, int]
    top: TopRows = field(default_factory=TopRows)
    deltas: dict[Pair, int] = field(default_factory=dict)
    gone: dict[Pair, None] = field(default_factory=dict)
    changed: set[Pair] = field(default_factory=set)
    chosen: Pair | None = None
    lit: dict[str, Json] = field(default_factory=dict)
    word: int = 0  # the start of the word at work

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        match event:
            case PreTokenIndexed(start=start):
                self.changed = {p for p, held in self.state.index.items() if start in held}
                self.lit = {
                    self.brush.key(p): [self.number_of[start], "new"] for p in self.changed
                }
                for pair in self.changed:
                    self.top.touch(pair)
            case CountsBuilt():
                self._begin()
                self._rank()
            case CandidatesScanned():
                self._begin()
                self._rank()
            case PairChosen(pair=pair):
                self._begin()
                self.chosen = pair
                self.top.begin(pair, list(self.brush.best(self.state.pair_counter, 2 * ROWS)))
            case PreTokenRewritten(start=start):
                self.word, self.changed = start, set()
                self.lit = self._entry(self.chosen, "now") if self.chosen else {}
            case CountChanged(pair=pair, delta=delta):
                self.deltas[pair] = self.deltas.get(pair, 0) + delta
                self.top.touch(pair)
                self.changed = {pair}
                self.lit = self._entry(pair, "new" if delta > 0 else "now")
            case PairForgotten(pair=pair):
                self.gone = self.gone | {pair: None}

    def calm(self) -> None:
        """Nothing is being changed."""
        self.changed, self.lit = set(), {}

    def draw(self) -> Json:
        """The widget's state as it is now."""
        state = self.state
        gone = {pair: 0 for pair in self.gone if pair not in state.index}
        drawn = {**state.pair_counter, **state.set_aside, **gone}
        by_pair = {self.brush.key(p): self._words(p) for p in drawn if p in state.index}
        return {
            "pairs": {self.brush.key(p): self._row(p, count) for p, count in drawn.items()},
            "positions": {key: list(words) for key, words in by_pair.items()},
            "times": {
                key: many
                for key, words in by_pair.items()
                if (many := {str(word): n for word, n in words.items() if n > 1})
            },
            "lit": self.lit,
            "top": [self.brush.key(pair) for pair in self.top.pairs() if pair in drawn],
            "aside": text("subword_nmt.ledger.aside", pairs=len(state.index)),
        }

    def _begin(self) -> None:
        self.deltas, self.gone, self.chosen = {}, {}, None
        self.calm()

    def _rank(self) -> None:
        self.top.begin(None, list(self.brush.best(self.state.pair_counter, 2 * ROWS)))

    def _words(self, pair: Pair) -> dict[int, int]:
        return {self.number_of[start]: n for start, n in self.state.index[pair].items()}

    def _entry(self, pair: Pair, look: str) -> dict[str, Json]:
        return {self.brush.key(pair): [self.number_of[self.word], look]}

    def _row(self, pair: Pair, count: int) -> Json:
        look = "aside" if pair in self.state.set_aside else "" if count else "quiet"
        if pair in self.changed:
            look = "changed"
        elif pair == self.chosen:
            look = "chosen"
        return [count, self.deltas.get(pair, 0), look]


@dataclass(slots=True)
class Beads:
    """Follows a run; gets every event after ``state`` has applied it."""

    brush: Brush
    state: TrainState
    most: int = 1
    chosen: Pair | None = None
    changed: Pair | None = None

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        match event:
            case CandidatesScanned():
                self.chosen = self.changed = None
            case PairChosen(pair=pair):
                self.chosen = pair
            case CountChanged(pair=pair):
                self.changed = pair

    def draw(self) -> Json:
        """The widget's state as it is now."""
        state = self.state
        counts = state.pair_counter | state.set_aside
        self.most = max(self.most, *counts.values(), 1)
        drawn: Json = {
            "pairs": {self.brush.key(p): [n, self._look(p)] for p, n in counts.items()},
            "aside": text(
                "subword_nmt.beads.aside",
                candidates=len(state.pair_counter),
                aside=len(state.set_aside),
            ),
        }
        return drawn | ({"line": state.threshold} if state.threshold else {})

    def _look(self, pair: Pair) -> str:
        if pair == self.changed:
            return "changed"
        if pair == self.chosen:
            return "chosen"
        return "aside" if pair in self.state.set_aside else ""
