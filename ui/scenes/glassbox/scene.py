"""Inside the linked trainer: every event is one frame of all its structures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import GeneratorType

from bpe_core.events import (
    CountsBuilt,
    Event,
    HeapPopped,
    MergeDone,
    PairChosen,
    PositionVisited,
    Stopped,
    SubGoal,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from ui.scenes.brush import Brush, Counts, ties
from ui.scenes.glassbox.code import Code
from ui.scenes.glassbox.heap import HEAP, Heap
from ui.scenes.glassbox.ledger import LEDGER, Ledger
from ui.scenes.glassbox.lens import Lens
from ui.scenes.glassbox.sentences import Sentences
from ui.scenes.glyphs import is_whole
from ui.scenes.recording import Frame, Json, Text, text
from ui.scenes.why import WHY, WhyCard, counted_afresh

GOALS = tuple(SubGoal)
LENS: Json = {"id": "lens", "kind": "lens", "title": "linked.lens.title"}
PANELS: list[Json] = [LEDGER, HEAP, WHY]
LAYOUT: Json = {"stage": ["lens"], "columns": [["ledger"], ["heap", "why"], ["code"]]}


@dataclass(slots=True)
class Progress:
    """Where a run stands; told every event before ``state`` has taken it in."""

    number: int = -1  # of the merge at work; -1 while setting up
    popping: bool = False
    chosen: Pair | None = None
    places: int = 0
    listed: int = 0
    visited: int = 0
    live: int = 0


@dataclass(slots=True)
class GlassBox:
    """Events into frames. ``merges`` is how many there will be."""

    brush: Brush
    state: TrainState
    lens: Lens
    ledger: Ledger
    heap: Heap
    code: Code
    why: WhyCard
    merges: int
    at: Progress = field(default_factory=Progress)
    counts: Counts = field(default_factory=dict)
    card: Json = None

    def frames(self, run: GeneratorType[Event, None, None]) -> Iterator[Frame]:
        """One frame an event; a recording may end anywhere."""
        self.card = self.why.question()
        for event in run:
            asks = isinstance(event, HeapPopped) and not self.at.popping
            self._advance(event)
            apply(self.state, event)
            if isinstance(event, CountsBuilt) or asks:
                self.counts = counted_afresh(self.state)
            frame = run.gi_frame
            assert frame is not None, "a run that yields is suspended"
            self._follow(event, frame.f_lineno)
            yield self._frame(event, asks=asks)

    def _advance(self, event: Event) -> None:
        at = self.at
        match event:
            case CountsBuilt():
                at.live = sum(token is not None for token in self.state.token_at.values())
            case HeapPopped():
                at.number += not at.popping
                at.popping, at.chosen, at.places, at.visited = True, None, 0, 0
            case PairChosen(pair=pair):
                at.popping, at.chosen = False, pair
                at.listed = len(self.state.pair_positions[pair])
            case PositionVisited():
                at.visited += 1
            case TokenMerged():
                at.places += 1
                at.live -= 1

    def _follow(self, event: Event, line: int) -> None:
        self.lens.follow(event)
        self.ledger.follow(event, self.counts)
        self.heap.follow(event)
        self.code.follow(event, line)
        match event:
            case HeapPopped(stale=False):
                self.card = self.why.answer(self.at.number, self.counts)
            case HeapPopped() | MergeDone():
                self.card = self.why.question()
            case Stopped():
                size = sum(self.state.size_at.values())
                self.card = {"lines": [text("train.why.end", start=size, tokens=self.at.live)]}

    def _frame(self, event: Event, *, asks: bool) -> Frame:
        at = self.at
        say = Sentences(self.brush, self.state).told(
            event, counts=self.counts, chosen=at.chosen, places=at.places, live=at.live
        )
        states = {
            "lens": self.lens.draw(),
            "ledger": self.ledger.draw(),
            "heap": self.heap.draw(),
            "code": self.code.draw(),
            "why": self.card,
        }
        group = min(at.number, self.merges - 1) + 1
        ask = text("train.why.ask") if asks and at.number < self.merges else None
        marks = self._marks(event)
        return Frame(event.goal, group, say, states, marks, where=self._where(event), ask=ask)

    def _where(self, event: Event) -> Text:
        at = self.at
        if at.number < 0:
            return text("linked.where.setup")
        merge = min(at.number, self.merges - 1)
        if at.visited and not isinstance(event, Stopped):
            place = {"place": at.visited, "places": at.listed}
            return text("linked.where.place", merge=merge, merges=self.merges, **place)
        return text("linked.where.merge", merge=merge, merges=self.merges)

    def _marks(self, event: Event) -> tuple[str, ...]:
        match event:
            case HeapPopped(stale=True):
                return ("stale",)
            case PairChosen(pair=(left, right)):
                tied = ("tie",) if len(ties(self.counts)) > 1 else ()
                return (*tied, *self._completes(left, right))
            case PositionVisited(position=i, stale=True):
                absorbed = self.state.token_at[i] is None
                return ("overlap",) if absorbed else ("stale",)
        return ()

    def _completes(self, left: int, right: int) -> tuple[str, ...]:
        halves = [self.brush.token_bytes[token_id] for token_id in (left, right)]
        whole = is_whole(b"".join(halves)) and not all(map(is_whole, halves))
        return ("character",) if whole else ()
