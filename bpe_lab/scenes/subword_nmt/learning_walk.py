"""A walk through the learning of subword-nmt: the run, its recording, its codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bpe_core.errors import Notice
from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairsRestored,
    PreTokenRewritten,
    Stopped,
    SubGoal,
)
from bpe_core.runtime.text import visible
from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt.learn import learning_events
from bpe_core.train.indexed import train_indexed
from bpe_lab.exercises.subword_questions import set_aside_questions, word_questions
from bpe_lab.lab_errors import LabError
from bpe_lab.scenes.code_panel import code_widget, source_of
from bpe_lab.scenes.questions import worded_json
from bpe_lab.scenes.recording import Frame, Json, Text, Walk, record, steps_that_say, text
from bpe_lab.scenes.subword_nmt.learning_events import (
    PSEUDO,
    Code,
    Report,
    Sentences,
    file_widget,
    reports,
)
from bpe_lab.scenes.subword_nmt.learning_panels import (
    BEADS,
    LEDGER,
    WORDS,
    Beads,
    Ledger,
    SymbolTable,
    Words,
)
from bpe_lab.scenes.why_this_pair import END_TITLE, WHY, Brush, WhyCard, ties

QUESTION_VEIL = ("beads",)  # each pair over its count, beside the line
GOALS = tuple(SubGoal)
VEIL = ("ledger.figures", "beads", "code.values")
LAYOUT: Json = {
    "stage": ["words"],
    "beside": ["file"],
    "columns": [["ledger"], ["beads", "why"], ["code"]],
}
MERGED = "subword_nmt.say.done"  # the sentence that ends a merge
WORD_CAP = 40  # distinct words, the most frequent ones; every event of a run is recorded
LETTER_CAP = 300  # characters of them all
LENGTH_CAP = 100  # characters of one; without spaces, a whole paragraph is a word


def learn_walk(words: Mapping[str, int], *, num_merges: int, min_frequency: int = 2) -> Walk:
    """Learn from the most frequent ``words`` and record every report.

    Raises ``LabError("nothing_to_merge")``.
    """
    frequent = most_frequent_words(words)
    notices: list[Notice] = []
    size = max((len(word) for word in words if word[:LENGTH_CAP] in frequent), default=0)
    if size > LENGTH_CAP:
        notices.append(Notice("long_word", kept=LENGTH_CAP, size=size))
    if len(frequent) < len(words):
        notices.append(Notice("words_cut", kept=len(frequent), words=len(words)))
    options = {"num_merges": num_merges, "min_frequency": min_frequency}
    lines, start = _lines_and_start(frequent, options)

    tokens, state = SymbolTable(), TrainState()
    brush = Brush(tokens, state.token_bytes, "greatest")
    drawn = Words(brush, tokens, state)
    beads = Beads(brush, state)
    source = source_of(train_indexed)
    drawing = LearningFrames(
        brush=brush,
        state=state,
        words=drawn,
        ledger=Ledger(brush, state, drawn.number_of),
        beads=beads,
        code=Code(brush, state, source),
        sentences=Sentences(brush, state, drawn),
        why=WhyCard(brush),
        questions=LearningQuestions(learning_events(frequent, **options, detail=True), brush),
        merges=len(lines) - 1,
    )
    axis: Json = {**BEADS}  # its end is known only when all frames are drawn
    recording, full = record(
        drawing.frames(reports(learning_events(frequent, **options, detail=True))),
        goals=GOALS,
        widgets=[
            {**WORDS, "words": drawn.widget},
            file_widget(lines),
            WHY,
            LEDGER,
            axis,
            code_widget(PSEUDO, source, notes="subword_nmt.code"),
        ],
        layout=LAYOUT,
        tokens=tokens,
        start=start,
        about=repr(sorted(frequent.items())),
        unit=("merge", 0),
        ending=lambda steps: text(
            "train.end.cap", recorded=steps_that_say(steps, MERGED), merges=len(lines) - 1
        ),
        finish=lambda: axis.update(most=beads.most),
    )
    if full:
        recorded = steps_that_say(recording["steps"], MERGED)
        notices.append(Notice("steps_cap", recorded=recorded, merges=len(lines) - 1))
    return Walk(recording, tuple(notices))


class LearningQuestions:
    """By the number of the event that they are asked before."""

    def __init__(self, events: Iterable[Event], brush: Brush) -> None:
        run = list(events)
        self._asked = dict(word_questions(run)) | dict(set_aside_questions(run))
        self._brush = brush

    def before(self, event: int) -> tuple[Json, ...]:
        """What is asked before the event of this index."""
        question = self._asked.get(event)
        return () if question is None else (worded_json(question, self._word),)

    def _word(self, _name: str, value: object) -> Json:
        if isinstance(value, tuple):
            return self._brush.pair_value(value)
        return f"{value:.4g}" if isinstance(value, float) else value


@dataclass(slots=True)
class LearningFrames:
    """Reports into frames; each part follows the events for one widget.

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

    def frames(self, reports: Iterator[Report]) -> Iterator[Frame]:
        """One frame per report; a recording may end anywhere."""
        self.card = self.why.rule()
        event_number = 0
        for report in reports:
            questions = self.questions.before(event_number)
            event_number += len(report.events)
            for event in report.events:
                apply(self.state, event)
                self.words.follow(event)
                self.ledger.follow(event)
                self.beads.follow(event)
            self.code.follow(report)
            self._follow(report)
            yield self._frame(report, questions)

    def _follow(self, report: Report) -> None:
        match report.first:
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

    def _frame(self, report: Report, questions: tuple[Json, ...]) -> Frame:
        lines = 1 + len(self.state.merges)
        newest = [lines - 1] if isinstance(report.first, MergeDone) else []
        states = {
            "words": self.words.draw(),
            "file": {"shown": {"0": lines}, "lit": {"0": newest}},
            "why": self.card,
            "ledger": self.ledger.draw(),
            "beads": self.beads.draw(),
            "code": self.code.panel.draw(),
        }
        asks = isinstance(report.first, PairChosen)
        group = min(self.number, self.merges - 1) + 1
        return Frame(
            report.first.goal,
            group,
            self.sentences.of(report),
            states,
            self._marks(report),
            where=self._where(report),
            ask=text("train.why.ask") if asks else None,
            veil=VEIL if asks else QUESTION_VEIL if questions else (),
            questions=questions,
            begins_visit=isinstance(report.first, PreTokenRewritten),
        )

    def _where(self, report: Report) -> Text:
        if self.number < 0:
            return text("subword_nmt.where.setup")
        rank = min(self.number, self.merges - 1)
        merges = text("player.merges", merges=self.merges, rank=rank)
        values = {"merge": rank + 1, "merges": {"text": merges}}
        if isinstance(report.first, PreTokenRewritten | CountChanged):
            assert self.words.focus is not None, "a word is at work"
            word = self.words.number_of[self.words.focus]
            return text("subword_nmt.where.word", word=word, **values)
        return text("subword_nmt.where.merge", **values)

    def _marks(self, report: Report) -> tuple[str, ...]:
        match report.first:
            case PairChosen() if len(ties(self.state.pair_counter)) > 1:
                return ("tie",)
            case PairsRestored(pairs=pairs) if pairs:
                return ("refill",)
        return ()


def most_frequent_words(words: Mapping[str, int]) -> dict[str, int]:
    """As many of the most frequent words as can be walked through, none longer than drawn."""
    frequent: dict[str, int] = {}
    letters_left = LETTER_CAP
    for word, times in sorted(words.items(), key=lambda item: -item[1])[:WORD_CAP]:
        beginning = word[:LENGTH_CAP]
        letters_left -= len(beginning)
        if letters_left < 0:
            break
        frequent[beginning] = frequent.get(beginning, 0) + times
    return frequent


def _lines_and_start(
    words: Mapping[str, int], options: Mapping[str, int]
) -> tuple[list[str], int]:
    """The lines of the codes file, and the number of the report that ends the counting."""
    state, lines, start = TrainState(), ["#version: 0.2"], 0
    run = learning_events(words, **options, detail=True)
    for number, report in enumerate(reports(run)):
        for event in report.events:
            apply(state, event)
        match report.first:
            case CountsBuilt():
                start = number
            case MergeDone(pair=pair):
                lines.append(" ".join(visible(state.token_bytes[k]) for k in pair))
            case Stopped(reason=reason) if len(lines) == 1:
                raise LabError("nothing_to_merge", reason=reason)
    return lines, start
