"""A walk inside the linked trainer: every event is one frame of all its structures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bpe_core.errors import Notice
from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapOrdered,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PositionVisited,
    Relinked,
    Stopped,
    SubGoal,
    TokenMerged,
)
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize, split_special
from bpe_core.runtime.text import beginning, completes_character
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import Corpus
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_lab.exercises.draw import Exercise, asks_of, exercise_questions
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import PREFIX, Question
from bpe_lab.exercises.train_questions import merge_moments, next_pair
from bpe_lab.lab_errors import LabError
from bpe_lab.scenes.code_panel import Lines, code_widget, executed, source_of
from bpe_lab.scenes.drawn_tokens import ribbon_groups, special_groups
from bpe_lab.scenes.linked.linked_events import PSEUDO, Code, Progress, Sentences
from bpe_lab.scenes.linked.linked_panels import HEAP, LEDGER, Heap, Ledger, Lens
from bpe_lab.scenes.questions import exercise_json, pair_in, question_json
from bpe_lab.scenes.recording import (
    Frame,
    Json,
    MergeRow,
    Text,
    TokenTable,
    Walk,
    record,
    steps_that_say,
    text,
)
from bpe_lab.scenes.why_this_pair import (
    END_TITLE,
    WHY,
    Brush,
    BytesPair,
    Counts,
    WhyCard,
    counted_afresh,
    merges_of,
    other_rules,
    ties,
)

MOST_VISITS = 3  # of a merge that are asked about
# What each question hides; the ledger tells whether an entry is stale.
VEILS = {
    "next_pair": ("ledger.figures", "heap", "code.values"),
    "is_stale": ("heap", "code.values"),
    "why_skipped": ("ledger.figures", "code.values"),
    "next_position": ("code.values",),
    "next_entry": ("heap", "code.values"),
    "changed_counts": ("code.values",),
    "pushed": ("heap", "code.values"),
}
# In a tie the counts do not tell the winner; its place in either order does.
TIE_VEIL = ("ledger.order", "heap", "code.values")
MOST_OFFERED = 12  # pairs, of which a reader of a walk is asked to pick
GOALS = tuple(SubGoal)
LENS: Json = {"id": "lens", "kind": "lens", "title": "linked.lens.title"}
LAYOUT: Json = {"stage": ["lens"], "columns": [["ledger"], ["heap", "why"], ["code"]]}
MERGED = "linked.say.done"  # how the sentences begin that end a merge
TEXT_CAP = 200  # bytes; every event of a run is recorded


def linked_walk(
    corpus: Corpus,
    options: TrainOptions,
    *,
    pattern: str = "gpt2",
    exercise: Exercise | None = None,
) -> Walk:
    """Run the linked trainer on the first part of a text and record every event.

    An ``exercise``, whose text is ``corpus``, asks what its level wants, and the panels leave
    out what would tell it. Raises ``LabError("nothing_to_merge")``.
    """
    specials = tuple(options.special_tokens)
    part, notices = first_part(corpus, specials)
    pre_tokens = list(pre_tokenize(part.text, pattern=pattern, special_tokens=specials))
    merges = list(merges_of(pre_tokens, options))
    rows, start = _merge_rows(pre_tokens, options, merges)

    tokens, state = TokenTable(), TrainState()
    brush = Brush(tokens, state.token_bytes, options.tie_break)
    others = other_rules(pre_tokens, options, merges)
    asks = asks_of(exercise.kind, exercise.level) if exercise else frozenset()
    heap, source = Heap(brush, state, asks=asks), source_of(train_linked)
    drawing = LinkedFrames(
        state=state,
        progress=Progress(state, len(rows)),
        sentences=Sentences(brush, state, is_exercise=exercise is not None),
        lens=Lens(brush, state),
        ledger=Ledger(brush, state, tells_stale="why_skipped" not in asks),
        heap=heap,
        code=Code(brush, state, source),
        why=WhyCard(brush, others),
        questions=InsideQuestions(
            train_linked(pre_tokens, options, detail=True), brush, exercise
        ),
    )
    drawn = ribbon_groups(
        pre_tokens, special_groups(part.text, specials, part.size), tokens, specials
    )
    entered: list[object] = []  # known only when all frames are drawn
    recording, full = record(
        drawing.frames(train_linked(pre_tokens, options, detail=True)),
        goals=GOALS,
        widgets=[
            {**LENS, "groups": drawn},
            LEDGER,
            {**HEAP, "entries": entered},
            WHY,
            code_widget(PSEUDO, source, notes="linked.code"),
        ],
        layout=LAYOUT,
        tokens=tokens,
        start=start,
        about=f"{part.text}{pattern}{specials}",
        exercise=exercise_json(exercise),
        unit=("merge", 0),
        ending=lambda steps: text(
            "train.end.cap", recorded=steps_that_say(steps, MERGED), merges=len(rows)
        ),
        finish=lambda: entered.extend(heap.entries()),
    )
    if full:
        recorded = steps_that_say(recording["steps"], MERGED)
        notices.append(Notice("steps_cap", recorded=recorded, merges=len(rows)))
    size = sum(len(p.data) for p in pre_tokens)
    return Walk(recording, tuple(notices), tuple(rows), size)


class InsideQuestions:
    """The questions of a run by the number of the event that answers them."""

    def __init__(
        self, events: Iterable[Event], brush: Brush, exercise: Exercise | None = None
    ) -> None:
        self._brush = brush
        self._is_exercise = exercise is not None
        self._by_event = (
            exercise_questions(exercise, _of_exercise(events))
            if exercise
            else _by_event(list(events))
        )

    def before(self, event: int) -> tuple[Json, ...]:
        """Those before the event of this number, in words of the recording so far."""
        return tuple(
            question_json(
                question,
                self._brush.pair,
                inside=("lens",) if question.ask == "next_pair" else (),
                rule=self._brush.rule(),
                tie_bytes=self._brush.tie_bytes(),
                veil=self._veil(question),
            )
            for question in self._by_event.get(event, ())
        )

    def veil(self, *, is_tie: bool) -> tuple[str, ...]:
        """What the step that chooses a pair hides; its question may hide more."""
        return TIE_VEIL if is_tie and not self._is_exercise else VEILS["next_pair"]

    def _veil(self, question: Question) -> tuple[str, ...]:
        """What it hides; the row of the count that an entry is checked against comes on top."""
        name = question.ask.removeprefix(PREFIX)
        if name != "is_stale":
            return VEILS[name]
        return (*VEILS[name], f"ledger.row:{self._brush.key(pair_in(question.values))}")


def _of_exercise(events: Iterable[Event]) -> Iterator[tuple[int, Question]]:
    """Every question of the trainer; the entry after a stale one while both are in the heap.

    The heap would tell which entry is next as soon as the stale one has left it.
    """
    for index, question in linked_questions(events):
        yield index - (question.ask == "next_entry"), question


def _by_event(events: Sequence[Event]) -> dict[int, list[Question]]:
    chosen: dict[int, list[Question]] = {}
    asked = {(index, question.ask): question for index, question in linked_questions(events)}
    moments = list(merge_moments(events))
    for index, name in _moments_to_ask(events):
        question = asked.get((index + (name == "next_entry"), name))
        if name == "next_pair":
            number = sum(isinstance(event, MergeDone) for event in events[:index])
            moment = moments[number] if number < len(moments) else None
            question = next_pair(moment) if moment and len(moment.positions) > 1 else None
        if question is not None and len(question.offered) < MOST_OFFERED:
            chosen.setdefault(index, []).append(question)
    return chosen


def _moments_to_ask(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """(number of an event, which question): entries, places, links, in turn."""
    merge = visits = links = 0
    skips = _merges_that_skip(events)
    for index, event in enumerate(events):
        match event:
            case MergeDone():
                merge, visits, links = merge + 1, 0, 0
            case HeapPopped(stale=stale):
                is_after_stale = isinstance(events[index - 1], HeapPopped)
                is_asked = stale or is_after_stale or merge % 2
                yield index, "is_stale" if is_asked else "next_pair"
                if stale:
                    yield index, "next_entry"
            case PositionVisited():
                visits += 1
                if (merge in skips and visits <= MOST_VISITS) or (merge % 4 == 1 == visits):
                    yield index, "why_skipped"
            case Relinked():
                links += 1
                if links == 1 and merge % 3 == 0:
                    yield index, "next_position"
            case CountChanged() if links == 1 and merge % 3 == 1:
                yield index, "changed_counts"
            case HeapPushed() if merge % 3 == 2:
                yield index, "pushed"


def _merges_that_skip(events: Sequence[Event]) -> set[int]:
    """The merges in which a listed position is skipped."""
    merge, skipping = 0, set()
    for event in events:
        if isinstance(event, PositionVisited) and event.stale:
            skipping.add(merge)
        merge += isinstance(event, MergeDone)
    return skipping


@dataclass(slots=True)
class LinkedFrames:
    """Events into frames; each part follows the events for one widget."""

    state: TrainState
    progress: Progress
    sentences: Sentences
    lens: Lens
    ledger: Ledger
    heap: Heap
    code: Code
    why: WhyCard
    questions: InsideQuestions
    counts: Counts = field(default_factory=dict)
    card: Json = None

    def frames(self, run: Iterator[Event]) -> Iterator[Frame]:
        """One frame per event; a recording may end anywhere."""
        self.card = self.why.rule()
        for number, (event, lines) in enumerate(executed(run)):
            begins = self.progress.begins(event)
            self.progress.advance(event)
            apply(self.state, event)
            if isinstance(event, CountsBuilt) or begins:
                self.counts = counted_afresh(self.state)
                self.lens.begin()
            self._follow(event, lines)
            yield self._frame(number, event)

    def _follow(self, event: Event, lines: Lines) -> None:
        self.lens.follow(event)
        self.ledger.follow(event, self.counts, merging=self.progress.merging)
        self.heap.follow(event, merging=self.progress.merging)
        self.code.follow(event, lines)
        match event:
            case HeapPopped(stale=False) if self.progress.merging:
                self.card = self.why.answer(self.progress.number, self.counts)
            case MergeDone() if self.progress.merge < self.progress.merges - 1:
                self.card = self.why.rule()
            case Stopped():
                size = sum(self.state.size_at.values())
                line_of_card = text("train.why.end", start=size, tokens=self.progress.live)
                self.card = {"title": END_TITLE, "lines": [line_of_card]}

    def _frame(self, number: int, event: Event) -> Frame:
        states = {
            "lens": self.lens.draw(),
            "ledger": self.ledger.draw(),
            "heap": self.heap.draw(),
            "code": self.code.panel.draw(),
            "why": self.card,
        }
        answers = isinstance(event, HeapPopped) and not event.stale and self.progress.merging
        return Frame(
            event.goal,
            self.progress.merge + 1,
            self.sentences.of(event, self.counts, self.progress),
            states,
            self._marks(event),
            where=self._where(event),
            ask=text("train.why.ask") if answers else None,
            veil=self.questions.veil(is_tie=len(ties(self.counts)) > 1) if answers else (),
            begins_visit=isinstance(event, PositionVisited),
            questions=self.questions.before(number) if self.progress.merging else (),
        )

    def _where(self, event: Event) -> Text:
        progress = self.progress
        if progress.number < 0:
            return text("linked.where.setup")
        of = {
            "merge": progress.merge + 1,
            "merges": {
                "text": text("player.merges", merges=progress.merges, rank=progress.merge)
            },
        }
        if progress.visited and not isinstance(event, HeapPushed | MergeDone | Stopped):
            return text(
                "linked.where.place", **of, place=progress.visited, places=progress.listed
            )
        return text("linked.where.merge", **of)

    def _marks(self, event: Event) -> tuple[str, ...]:
        match event:
            case HeapPopped(stale=True):
                return ("stale",)
            case PairChosen() if len(ties(self.counts)) > 1:
                return ("tie",)
            case PositionVisited(position=i, stale=True):
                return ("overlap",) if i in self.progress.absorbed else ("stale",)
            case TokenMerged() if self.progress.replacements == 1 and self._completes():
                return ("character",)
        return ()

    def _completes(self) -> bool:
        assert self.progress.chosen is not None, "a merge has a pair"
        left, right = (self.state.token_bytes[token_id] for token_id in self.progress.chosen)
        return completes_character(left, right)


def first_part(corpus: Corpus, specials: tuple[str, ...]) -> tuple[Corpus, list[Notice]]:
    """The part of a text within the cap, in whole characters and whole special tokens."""
    notices: list[Notice] = list(corpus.notices())
    if corpus.size <= TEXT_CAP:
        return corpus, notices
    first, size = "", 0
    for part, is_special in split_special(corpus.text, specials):
        limit = len(beginning(part.encode(), TEXT_CAP - size))
        if is_special and first and limit < len(part.encode()):
            break
        first, size = first + part.encode()[:limit].decode(), size + limit
        if size == TEXT_CAP or limit < len(part.encode()):
            break
    notices.append(Notice("text_cut", kept=size, size=corpus.size, cap=TEXT_CAP))
    return Corpus(first, corpus.special_tokens), notices


def _merge_rows(
    pre_tokens: list[PreToken], options: TrainOptions, merges: list[BytesPair]
) -> tuple[list[MergeRow], int]:
    """All merges of the run, and the number of the event that ends the set-up."""
    live = sum(len(p.data) for p in pre_tokens)
    rows: list[MergeRow] = []
    start = replaced = 0
    for number, event in enumerate(train_linked(pre_tokens, options, detail=True)):
        match event:
            case HeapOrdered():
                start = number
            case TokenMerged():
                replaced += 1
            case MergeDone(number=rank, new_id=new_id, count=count):
                left, right = merges[rank]
                live -= replaced
                row = (rank, left, right, new_id, left + right, count, replaced, live)
                rows.append(MergeRow(*row))
                replaced = 0
            case Stopped(reason=reason) if not rows:
                raise LabError("nothing_to_merge", reason=reason)
    return rows, start
