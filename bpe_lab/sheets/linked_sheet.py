"""A trace of the linked trainer: what leaves the heap, what is merged, what is mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PositionAppended,
    PositionVisited,
)
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.linked import train_linked
from bpe_core.train.state import TrainState, apply
from bpe_lab.exercises.draw import CLAIMS, Exercise, asks_of
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import Question
from bpe_lab.sheets.claimed import Wrong, wrong_in
from bpe_lab.sheets.stages import Stage, stage_of, stage_table
from bpe_lab.sheets.tables import Cell, Phrase, Table
from bpe_lab.sheets.written import answer_on_paper, pair_on_paper, row_on_paper

ON_PAPER = ("is_stale", "why_skipped")


@dataclass(slots=True)
class LinkedMerge:
    """The events of one merge, each with its index in the run, and what they lead to."""

    popped: list[tuple[int, HeapPopped]] = field(default_factory=list)
    visited: list[tuple[int, PositionVisited]] = field(default_factory=list)
    before: dict[Pair, int] = field(default_factory=dict)
    after: dict[Pair, int] = field(default_factory=dict)
    appended: dict[Pair, list[int]] = field(default_factory=dict)
    pushed: set[Pair] = field(default_factory=set)
    stage: Stage | None = None


@dataclass(slots=True)
class LinkedSheet:
    """What the tables of one exercise are made from."""

    exercise: Exercise
    state: TrainState
    questions: dict[tuple[int, str], Question]
    wrong: Wrong[int] | None

    def asks(self, ask: str) -> bool:
        """Whether the level leaves this step to the student; the last leaves none."""
        level = self.exercise.level
        return level != CLAIMS and ask in asks_of(self.exercise.kind, level)

    def answer(self, index: int, ask: str) -> Cell:
        """The answer to what is asked before the event of this index."""
        (right,) = self.questions[index, ask].right
        token_bytes = self.state.token_bytes
        misprint = None
        if self.wrong and (self.wrong.moment, self.wrong.ask) == (index, ask):
            misprint = answer_on_paper(self.wrong.answer, token_bytes)
        return Cell(answer_on_paper(right, token_bytes), self.asks(ask), misprint)

    def pair(self, pair: Pair) -> str:
        return pair_on_paper(pair, self.state.token_bytes)


def linked_sheet(exercise: Exercise) -> Iterator[Table]:
    """The structures before the first merge, then each merge with what it changes."""
    events = list(train_linked(pre_tokenize(exercise.text), exercise.options, detail=True))
    on_paper = [each for each in linked_questions(events) if each.question.ask in ON_PAPER]
    questions = {(index, question.ask): question for index, question in on_paper}
    sheet = LinkedSheet(exercise, TrainState(), questions, wrong_in(exercise, on_paper))
    start, merges = _followed(events, sheet.state)
    yield from _start(sheet, start)
    for number, merge in enumerate(merges, 1):
        yield from _merge(sheet, number, merge)


def _followed(
    events: Sequence[Event], state: TrainState
) -> tuple[TrainState, list[LinkedMerge]]:
    """The structures once they are built, and the merges; ``state`` is left at the end."""
    start = TrainState()
    merges = [LinkedMerge()]
    for index, event in enumerate(events):
        _note(merges[-1], index, event, state)
        apply(state, event)
        if isinstance(event, CountsBuilt):
            for each in events[: index + 1]:
                apply(start, each)
        elif isinstance(event, MergeDone):
            merges[-1].stage = stage_of(state)
            merges.append(LinkedMerge())
    return start, [merge for merge in merges if merge.stage]


def _note(merge: LinkedMerge, index: int, event: Event, state: TrainState) -> None:
    match event:
        case HeapPopped():
            merge.popped.append((index, event))
        case PositionVisited():
            merge.visited.append((index, event))
        case CountChanged(pair=pair):
            merge.before.setdefault(pair, state.pair_counter.get(pair, 0))
            merge.after[pair] = event.count
        case PositionAppended(pair=pair):
            merge.appended.setdefault(pair, []).append(event.position)
        case HeapPushed():
            merge.pushed.add(event.entry[2])


def _start(sheet: LinkedSheet, start: TrainState) -> Iterator[Table]:
    """The links, the positions and the counts as the first pass over the text leaves them."""
    yield stage_table(Phrase("text"), stage_of(start), is_asked=False, linked=True)
    rows = [
        [Cell(sheet.pair(pair)), Cell(row_on_paper(positions)), Cell(str(len(positions)))]
        for pair, positions in start.pair_positions.items()
    ]
    heads = (Phrase("pair"), "pair_positions", "pair_counter")
    yield Table(Phrase("pairs"), heads, rows, "alone")


def _merge(sheet: LinkedSheet, number: int, merge: LinkedMerge) -> Iterator[Table]:
    values = {"number": number}
    yield _popped(sheet, Phrase("popped", values), merge)
    yield _visited(sheet, Phrase("visited", values), merge)
    yield _changed(sheet, Phrase("changed", values), merge)
    assert merge.stage, "it ended"
    is_asked = sheet.exercise.level > 1
    yield stage_table(
        Phrase("links_after", values), merge.stage, is_asked=is_asked, linked=True
    )


def _popped(sheet: LinkedSheet, title: Phrase, merge: LinkedMerge) -> Table:
    """The entries that leave the heap, up to one that still tells its pair's count."""
    is_chosen = sheet.asks("next_entry")
    rows = [
        [
            Cell(sheet.pair(event.entry[2]), is_chosen),
            Cell(str(-event.entry[0]), is_chosen),
            sheet.answer(index, "is_stale"),
        ]
        for index, event in merge.popped
    ]
    return Table(title, (Phrase("pair"), Phrase("entry"), Phrase("is_stale")), rows)


def _visited(sheet: LinkedSheet, title: Phrase, merge: LinkedMerge) -> Table:
    """The positions that are listed for the pair, and what happens at each."""
    is_chosen = sheet.asks("next_entry")
    rows = [
        [Cell(str(event.position), is_chosen), sheet.answer(index, "why_skipped")]
        for index, event in merge.visited
    ]
    return Table(title, (Phrase("position"), Phrase("fate")), rows)


def _changed(sheet: LinkedSheet, title: Phrase, merge: LinkedMerge) -> Table:
    """Every count that is another one after the merge, new positions, new entries."""
    is_asked = sheet.asks("changed_counts")
    rows = []
    for pair, before in merge.before.items():
        after = merge.after[pair]
        pushed = str(after) if pair in merge.pushed else ""
        values = (sheet.pair(pair), before, after, row_on_paper(merge.appended.get(pair, ())))
        rows.append([Cell(str(value), is_asked) for value in (*values, pushed)])
    heads = (
        Phrase("pair"),
        Phrase("before"),
        Phrase("after"),
        Phrase("appended"),
        Phrase("pushed"),
    )
    return Table(title, heads, rows)
