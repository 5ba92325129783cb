"""Inside the linked trainer: every event is one frame of all its structures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import GeneratorType

from bpe_core.events import (
    CountsBuilt,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PositionVisited,
    Stopped,
    SubGoal,
    TokenMerged,
)
from bpe_core.runtime.glyphs import completes_character
from bpe_core.train.state import TrainState, apply
from bpe_lab.scenes.brush import Counts, ties
from bpe_lab.scenes.executed_lines import Lines, executed
from bpe_lab.scenes.linked.heap_panel import Heap
from bpe_lab.scenes.linked.inside_questions import InsideQuestions
from bpe_lab.scenes.linked.lens import Lens
from bpe_lab.scenes.linked.linked_code import Code
from bpe_lab.scenes.linked.linked_sentences import Sentences
from bpe_lab.scenes.linked.pair_ledger import Ledger
from bpe_lab.scenes.linked.run_progress import Progress
from bpe_lab.scenes.recording import Frame, Json, Text, text
from bpe_lab.scenes.why_this_pair import END_TITLE, WhyCard, counted_afresh

GOALS = tuple(SubGoal)
LENS: Json = {"id": "lens", "kind": "lens", "title": "linked.lens.title"}
LAYOUT: Json = {"stage": ["lens"], "columns": [["ledger"], ["heap", "why"], ["code"]]}


@dataclass(slots=True)
class GlassBox:
    """Events into frames; each part follows the events for one widget."""

    state: TrainState
    at: Progress
    sentences: Sentences
    lens: Lens
    ledger: Ledger
    heap: Heap
    code: Code
    why: WhyCard
    questions: InsideQuestions
    counts: Counts = field(default_factory=dict)
    card: Json = None

    def frames(self, run: GeneratorType[Event, None, None]) -> Iterator[Frame]:
        """One frame an event; a recording may end anywhere."""
        self.card = self.why.rule()
        for number, (event, lines) in enumerate(executed(run)):
            begins = self.at.begins(event)
            self.at.advance(event)
            apply(self.state, event)
            if isinstance(event, CountsBuilt) or begins:
                self.counts = counted_afresh(self.state)
                self.lens.begin()
            self._follow(event, lines)
            yield self._frame(number, event)

    def _follow(self, event: Event, lines: Lines) -> None:
        self.lens.follow(event)
        self.ledger.follow(event, self.counts, merging=self.at.merging)
        self.heap.follow(event, merging=self.at.merging)
        self.code.follow(event, lines)
        match event:
            case HeapPopped(stale=False) if self.at.merging:
                self.card = self.why.answer(self.at.number, self.counts)
            case MergeDone() if self.at.merge < self.at.merges - 1:
                self.card = self.why.rule()
            case Stopped():
                size = sum(self.state.size_at.values())
                line_of_card = text("train.why.end", start=size, tokens=self.at.live)
                self.card = {"title": END_TITLE, "lines": [line_of_card]}

    def _frame(self, number: int, event: Event) -> Frame:
        states = {
            "lens": self.lens.draw(),
            "ledger": self.ledger.draw(),
            "heap": self.heap.draw(),
            "code": self.code.draw(),
            "why": self.card,
        }
        answers = isinstance(event, HeapPopped) and not event.stale and self.at.merging
        return Frame(
            event.goal,
            self.at.merge + 1,
            self.sentences.of(event, self.counts, self.at),
            states,
            self._marks(event),
            where=self._where(event),
            ask=text("train.why.ask") if answers else None,
            veil=self.questions.veil(is_tie=len(ties(self.counts)) > 1) if answers else (),
            begins_visit=isinstance(event, PositionVisited),
            questions=self.questions.before(number) if self.at.merging else (),
        )

    def _where(self, event: Event) -> Text:
        at = self.at
        if at.number < 0:
            return text("linked.where.setup")
        of = {
            "merge": at.merge + 1,
            "merges": {"text": text("player.merges", merges=at.merges, rank=at.merge)},
        }
        if at.visited and not isinstance(event, HeapPushed | MergeDone | Stopped):
            return text("linked.where.place", **of, place=at.visited, places=at.listed)
        return text("linked.where.merge", **of)

    def _marks(self, event: Event) -> tuple[str, ...]:
        match event:
            case HeapPopped(stale=True):
                return ("stale",)
            case PairChosen() if len(ties(self.counts)) > 1:
                return ("tie",)
            case PositionVisited(position=i, stale=True):
                return ("overlap",) if i in self.at.absorbed else ("stale",)
            case TokenMerged() if self.at.replacements == 1 and self._completes():
                return ("character",)
        return ()

    def _completes(self) -> bool:
        assert self.at.chosen is not None, "a merge has a pair"
        left, right = (self.state.token_bytes[token_id] for token_id in self.at.chosen)
        return completes_character(left, right)
