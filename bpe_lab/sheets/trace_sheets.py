"""Sheets of traces: the tables of the naive trainer's, of the linked trainer's, of encoding.

What the level leaves to the student is left out; at the last level a sheet is filled in, and
one of its values is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PositionAppended,
    PositionVisited,
)
from bpe_core.model import ALL_BYTES, BPEModel, Pair
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.state import TrainState, apply
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import train_naive
from bpe_lab.exercises.draw import CLAIMS, Exercise, asks_of, model_of
from bpe_lab.exercises.encode_questions import (
    EncodeMoment,
    borders_asked,
    encode_moments,
    next_merge,
)
from bpe_lab.exercises.linked_questions import linked_questions
from bpe_lab.exercises.questions import FAILS, Answer, Question, claims
from bpe_lab.exercises.seed import Draws
from bpe_lab.exercises.train_questions import (
    MergeMoment,
    its_count,
    its_positions,
    merge_moments,
    next_pair,
    tokens_left,
)
from bpe_lab.sheets.tables import (
    NOTHING,
    Cell,
    Content,
    Cut,
    Label,
    Table,
    answer_on_paper,
    labels,
    pair_on_paper,
    row_on_paper,
    token_on_paper,
)

# By the moment, and by what is asked then: what is answered wrong on the sheet.
Wrong: TypeAlias = Mapping[tuple[int, str], Answer]

# --- The naive trainer: count, choose, merge, and count again

ASKED = {
    "next_pair": next_pair,
    "its_count": its_count,
    "its_positions": its_positions,
    "tokens_left": tokens_left,
}


def naive_sheet(exercise: Exercise) -> Iterator[Table]:
    """The text, then for each merge the counts before it, the merge, the tokens after it."""
    run = train_naive(pre_tokenize(exercise.text), exercise.options, detail=True)
    events = list(run)
    moments = list(merge_moments(events))
    asked = [(moment.number, ask(moment)) for moment in moments for ask in ASKED.values()]
    wrong = wrong_in(exercise, asked)
    token_bytes = dict(enumerate(ALL_BYTES))
    first, *after = stages(events)
    yield stage_table(Label("text"), first, is_asked=False)
    for moment, stage in zip(moments, after, strict=True):
        number = {"number": moment.number + 1}
        yield _counts(exercise, moment, token_bytes)
        yield _merge_row(exercise, moment, token_bytes, wrong)
        yield stage_table(Label("tokens_after", number), stage, is_asked=True)
        left, right = moment.pair
        token_bytes[moment.new_id] = token_bytes[left] + token_bytes[right]


def _counts(exercise: Exercise, moment: MergeMoment, token_bytes: dict[int, bytes]) -> Table:
    """How often each pair stands; who has to choose has to count.

    Later pairs have tokens that tell what was merged before.
    """
    asks = asks_of(exercise.kind, exercise.level)
    is_listed = "its_count" in asks or ("next_pair" in asks and moment.number > 0)
    rows = [
        [
            Cell(pair_on_paper(pair, token_bytes), is_listed),
            Cell(str(len(positions)), "next_pair" in asks),
        ]
        for pair, positions in moment.positions.items()
    ]
    number = {"number": moment.number + 1}
    return Table(Label("counts_before", number), (Label("pair"), "pair_counter"), rows)


def _merge_row(
    exercise: Exercise,
    moment: MergeMoment,
    token_bytes: dict[int, bytes],
    wrong: Wrong,
) -> Table:
    """Which pair, how often, where, and what is left."""
    asks = asks_of(exercise.kind, exercise.level) if exercise.level != CLAIMS else frozenset()
    cells = []
    for ask, question in ASKED.items():
        (right,) = question(moment).right
        printed = misprint(wrong, moment.number, ask, token_bytes)
        cells.append(Cell(answer_on_paper(right, token_bytes), ask in asks, printed))
    number = {"number": moment.number + 1}
    heads = labels("pair", "count", "merged_at", "tokens_left")
    return Table(Label("merge", number), heads, [cells])


# --- The linked trainer: what leaves the heap, what is merged, what is mended

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
    wrong: Wrong

    def asks(self, ask: str) -> bool:
        """Whether the level leaves this step to the student; the last leaves none."""
        level = self.exercise.level
        return level != CLAIMS and ask in asks_of(self.exercise.kind, level)

    def answer(self, index: int, ask: str) -> Cell:
        """The answer to what is asked before the event of this index."""
        (right,) = self.questions[index, ask].right
        token_bytes = self.state.token_bytes
        printed = misprint(self.wrong, index, ask, token_bytes)
        return Cell(answer_on_paper(right, token_bytes), self.asks(ask), printed)

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
        yield from _merge_steps(sheet, number, merge)


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
    yield stage_table(Label("text"), stage_of(start), is_asked=False, linked=True)
    rows = [
        [Cell(sheet.pair(pair)), Cell(row_on_paper(positions)), Cell(str(len(positions)))]
        for pair, positions in start.pair_positions.items()
    ]
    heads = (Label("pair"), "pair_positions", "pair_counter")
    yield Table(Label("pairs"), heads, rows, "alone")


def _merge_steps(sheet: LinkedSheet, number: int, merge: LinkedMerge) -> Iterator[Table]:
    values = {"number": number}
    yield _popped(sheet, Label("popped", values), merge)
    yield _visited(sheet, Label("visited", values), merge)
    yield _changed(sheet, Label("changed", values), merge)
    assert merge.stage, "it ended"
    is_asked = sheet.exercise.level > 1
    yield stage_table(Label("links_after", values), merge.stage, is_asked=is_asked, linked=True)


def _popped(sheet: LinkedSheet, title: Label, merge: LinkedMerge) -> Table:
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
    return Table(title, labels("pair", "entry", "is_stale"), rows)


def _visited(sheet: LinkedSheet, title: Label, merge: LinkedMerge) -> Table:
    """The positions that are listed for the pair, and what happens at each."""
    is_chosen = sheet.asks("next_entry")
    rows = [
        [Cell(str(event.position), is_chosen), sheet.answer(index, "why_skipped")]
        for index, event in merge.visited
    ]
    return Table(title, labels("position", "fate"), rows)


def _changed(sheet: LinkedSheet, title: Label, merge: LinkedMerge) -> Table:
    """Every count that is another one after the merge, new positions, new entries."""
    is_asked = sheet.asks("changed_counts")
    rows = []
    for pair, before in merge.before.items():
        after = merge.after[pair]
        pushed = str(after) if pair in merge.pushed else ""
        values = (sheet.pair(pair), before, after, row_on_paper(merge.appended.get(pair, ())))
        rows.append([Cell(str(value), is_asked) for value in (*values, pushed)])
    heads = labels("pair", "before", "after", "appended", "pushed")
    return Table(title, heads, rows)


# --- Encoding a word: the list of merges, then the word before each of them


def encode_sheet(exercise: Exercise) -> Iterator[Table]:
    """The merges by rank, then for each step the tokens, the ranks, and what is merged."""
    model = model_of(exercise.text, exercise.options)
    moments = list(encode_moments(model, exercise.word.encode()))
    asked = [(k, next_merge(model, each)) for k, each in enumerate(moments) if each.merged]
    wrong = wrong_in(exercise, asked)
    yield _merge_list(model)
    for index, moment in enumerate(moments):
        yield _tokens(exercise, model, index, moment)
        if moment.merged:
            yield _merge_at(exercise, model, index, moment, wrong)
    if exercise.level != CLAIMS and "refused_by" in asks_of(exercise.kind, exercise.level):
        yield from _borders(model, exercise.word.encode())


def _merge_list(model: BPEModel) -> Table:
    tokens = dict(enumerate(model.vocabulary))
    rows = [
        [
            Cell(str(rank)),
            Cell(pair_on_paper((merge.left, merge.right), tokens)),
            Cell(token_on_paper(tokens[merge.left] + tokens[merge.right])),
        ]
        for rank, merge in enumerate(model.merges)
    ]
    return Table(Label("merges"), labels("rank", "pair", "token"), rows, "alone")


def _tokens(exercise: Exercise, model: BPEModel, index: int, moment: EncodeMoment) -> Table:
    """The tokens where they start, and the rank of each with the token right of it."""
    asks = asks_of(exercise.kind, exercise.level)
    tokens = dict(zip(moment.starts, moment.ids, strict=True))
    pairs = moment.pairs()
    size = len(exercise.word.encode())
    heads: list[Content] = [Label("position"), *map(str, range(size))]
    token_row, rank_row = [Cell(Label("token"))], [Cell(Label("rank_right"))]
    for at in range(size):
        token = token_on_paper(model.vocabulary[tokens[at]]) if at in tokens else ""
        listed = model.merge_ranks.get(pairs[at]) if at in pairs else None
        rank = str(listed[0]) if listed else NOTHING if at in pairs else ""
        token_row.append(Cell(token, bool(index) and "cuts_after" in asks))
        rank_row.append(Cell(rank, "new_rank" in asks))
    return Table(
        Label("before_step", {"number": index + 1}), heads, [token_row, rank_row], "word"
    )


def _merge_at(
    exercise: Exercise,
    model: BPEModel,
    index: int,
    moment: EncodeMoment,
    wrong: Wrong,
) -> Table:
    """Where the next merge is; pair and rank are left to the student at the last level, too."""
    assert moment.merged, "the last moment has no merge"
    is_asked = "next_merge" in asks_of(exercise.kind, exercise.level)
    pairs = moment.pairs()
    position, rank = moment.merged.position, moment.merged.rank
    printed = misprint(wrong, index, "next_merge", {})
    cells = [
        Cell(str(position), is_asked and exercise.level != CLAIMS, printed),
        Cell(pair_on_paper(pairs[position], dict(enumerate(model.vocabulary))), is_asked),
        Cell(str(rank), is_asked),
    ]
    heads = labels("position", "pair", "rank")
    return Table(Label("step", {"number": index + 1}), heads, [cells])


def _borders(model: BPEModel, word: bytes) -> Iterator[Table]:
    """Every match with the token before it; none of a word without a refused one."""
    asked = borders_asked(model, word)
    if not any(border.across for border in asked):
        return
    tokens = dict(enumerate(model.vocabulary))
    rows = [
        [
            Cell(str(border.position)),
            Cell(pair_on_paper(border.pair, tokens)),
            Cell(
                pair_on_paper(border.across, tokens) if border.across else NOTHING,
                is_asked=True,
            ),
            Cell(NOTHING if border.rank is None else str(border.rank), is_asked=True),
        ]
        for border in asked
    ]
    yield Table(Label("borders"), labels("position", "match", "across", "rank"), rows, "alone")


# --- How the text stands before the first merge of a run and after each one


class Stage(NamedTuple):
    """The token at each position (None: absorbed), its neighbors, where pre-tokens start."""

    tokens: Mapping[int, bytes | None]
    prev: Mapping[int, int | None]
    next: Mapping[int, int | None]
    starts: frozenset[int]


def stages(events: Iterable[Event]) -> Iterator[Stage]:
    """The stages of a run with ``detail``: one more than it has merges."""
    state = TrainState()
    for event in events:
        if isinstance(event, PairChosen) and not event.number:
            yield stage_of(state)
        apply(state, event)
        if isinstance(event, MergeDone):
            yield stage_of(state)


def stage_of(state: TrainState) -> Stage:
    """A copy of what changes."""
    tokens = {
        at: None if token_id is None else state.token_bytes[token_id]
        for at, token_id in state.token_at.items()
    }
    return Stage(tokens, dict(state.prev), dict(state.next), frozenset(state.starts))


def stage_table(title: Label, stage: Stage, *, is_asked: bool, linked: bool = False) -> Table:
    """Position by position the tokens, and with ``linked`` their neighbors."""
    heads: list[Content] = [Label("position"), *map(str, stage.tokens)]
    rows = [[Cell(Label("token")), *_stage_tokens(stage, is_asked=is_asked)]]
    if linked:
        for name, links in (("prev", stage.prev), ("next", stage.next)):
            rows.append([Cell(name), *_links(stage, links, is_asked=is_asked)])
    return Table(title, heads, rows, "row")


def _stage_tokens(stage: Stage, *, is_asked: bool) -> Iterator[Cell]:
    for at, token in stage.tokens.items():
        text = "" if token is None else token_on_paper(token)
        yield Cell(text, is_asked, cut="shown" if at in stage.starts else "none")


def _links(stage: Stage, links: Mapping[int, int | None], *, is_asked: bool) -> Iterator[Cell]:
    for at, token in stage.tokens.items():
        other = links[at]
        text = NOTHING if other is None else str(other)
        cut: Cut = "shown" if at in stage.starts else "none"
        yield Cell("" if token is None else text, is_asked, cut=cut)


# --- The wrong value of the last level


def wrong_in(exercise: Exercise, asked: Sequence[tuple[int, Question]]) -> Wrong:
    """The one wrong answer among those to ``asked``; none below the last level."""
    if exercise.level != CLAIMS:
        return {}
    draws = Draws(f"sheet {exercise.kind} {exercise.script} {exercise.seed}")
    stated = claims([question for _, question in asked], draws)
    index = next(k for k, claim in enumerate(stated) if claim.right == frozenset([FAILS]))
    (moment, question), answer = asked[index], stated[index].values["answer"]
    return {(moment, question.ask): cast(Answer, answer)}


def misprint(
    wrong: Wrong, moment: int, ask: str, token_bytes: Mapping[int, bytes]
) -> Content | None:
    """The wrong answer that stands on the sheet, if it is to this question."""
    key = moment, ask
    return answer_on_paper(wrong[key], token_bytes) if key in wrong else None
