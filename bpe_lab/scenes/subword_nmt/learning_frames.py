"""The learner's moments into frames: one a moment, with all its structures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    MergeDone,
    PairChosen,
    PairsRestored,
    PreTokenRewritten,
    Stopped,
    SubGoal,
)
from bpe_core.train.state import TrainState, apply
from bpe_lab.scenes.brush import Brush, ties
from bpe_lab.scenes.recording import Frame, Json, Text, text
from bpe_lab.scenes.subword_nmt.beads import Beads
from bpe_lab.scenes.subword_nmt.count_ledger import Ledger
from bpe_lab.scenes.subword_nmt.learning_code import Code
from bpe_lab.scenes.subword_nmt.learning_questions import VEIL as QUESTION_VEIL
from bpe_lab.scenes.subword_nmt.learning_questions import LearningQuestions
from bpe_lab.scenes.subword_nmt.learning_sentences import Sentences
from bpe_lab.scenes.subword_nmt.moments import Moment
from bpe_lab.scenes.subword_nmt.word_rows import Words
from bpe_lab.scenes.why_this_pair import END_TITLE, WhyCard

GOALS = tuple(SubGoal)
VEIL = ("ledger.figures", "beads", "code.values")
LAYOUT: Json = {
    "stage": ["words"],
    "beside": ["file"],
    "columns": [["ledger"], ["beads", "why"], ["code"]],
}


@dataclass(slots=True)
class LearnScene:
    """Moments into frames; each part follows the events for one widget.

    ``merges`` is how many the run will make.
    """

    brush: Brush
    state: TrainState
    words: Words
    ledger: Ledger
    beads: Beads
    code: Code
    sentences: Sentences
    why: WhyCard
    questions: LearningQuestions
    merges: int
    number: int = -1  # of the merge at work; -1 while counting
    card: Json = field(default_factory=dict)
    choosing: bool = False

    def frames(self, moments: Iterator[Moment]) -> Iterator[Frame]:
        """One frame a moment; a recording may end anywhere."""
        self.card = self.why.rule()
        event_number = 0
        for moment in moments:
            questions = self.questions.before(event_number)
            event_number += len(moment.events)
            for event in moment.events:
                apply(self.state, event)
                self.words.follow(event)
                self.ledger.follow(event)
                self.beads.follow(event)
            self.code.follow(moment)
            self._follow(moment)
            yield self._frame(moment, questions)

    def _follow(self, moment: Moment) -> None:
        match moment.first:
            case CandidatesScanned() if not self.choosing:
                self.choosing = True
                self.number += 1
                if self.number < self.merges:
                    self.card = self.why.rule()
            case PairChosen():
                self.choosing = False
                self.card = self.why.answer(self.number, self.state.pair_counter)
            case MergeDone():
                self.ledger.calm()
                self.beads.changed = None
            case Stopped():
                line = text("subword_nmt.end.card", merges=len(self.state.merges))
                self.card = {"title": END_TITLE, "lines": [line]}

    def _frame(self, moment: Moment, questions: tuple[Json, ...]) -> Frame:
        lines = 1 + len(self.state.merges)
        written = [lines - 1] if isinstance(moment.first, MergeDone) else []
        states = {
            "words": self.words.draw(),
            "file": {"shown": {"0": lines}, "lit": {"0": written}},
            "why": self.card,
            "ledger": self.ledger.draw(),
            "beads": self.beads.draw(),
            "code": self.code.draw(),
        }
        asks = isinstance(moment.first, PairChosen)
        group = min(self.number, self.merges - 1) + 1
        return Frame(
            moment.first.goal,
            group,
            self.sentences.of(moment),
            states,
            self._marks(moment),
            where=self._where(moment),
            ask=text("train.why.ask") if asks else None,
            veil=VEIL if asks else QUESTION_VEIL if questions else (),
            questions=questions,
            begins_visit=isinstance(moment.first, PreTokenRewritten),
        )

    def _where(self, moment: Moment) -> Text:
        if self.number < 0:
            return text("subword_nmt.where.setup")
        rank = min(self.number, self.merges - 1)
        merges = text("player.merges", merges=self.merges, rank=rank)
        values = {"merge": rank + 1, "merges": {"text": merges}}
        if isinstance(moment.first, PreTokenRewritten | CountChanged):
            assert self.words.focus is not None, "a word is at work"
            word = self.words.number_of[self.words.focus]
            return text("subword_nmt.where.word", word=word, **values)
        return text("subword_nmt.where.merge", **values)

    def _marks(self, moment: Moment) -> tuple[str, ...]:
        match moment.first:
            case PairChosen() if len(ties(self.state.pair_counter)) > 1:
                return ("tie",)
            case PairsRestored(pairs=pairs) if pairs:
                return ("refill",)
        return ()
