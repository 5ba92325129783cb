"""A trace of the naive trainer: count, choose, merge, and count again."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.model import ALL_BYTES
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.train.naive import train_naive
from bpe_lab.exercises.draw import CLAIMS, Exercise, asks_of
from bpe_lab.exercises.train_questions import (
    MergeMoment,
    its_count,
    its_positions,
    merge_moments,
    next_pair,
    tokens_left,
)
from bpe_lab.sheets.claimed import Wrong, wrong_in
from bpe_lab.sheets.stages import stage_table, stages
from bpe_lab.sheets.tables import Cell, Phrase, Table
from bpe_lab.sheets.written import answer_on_paper, pair_on_paper

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
    yield stage_table(Phrase("text"), first, is_asked=False)
    for moment, stage in zip(moments, after, strict=True):
        number = {"number": moment.number + 1}
        yield _counts(exercise, moment, token_bytes)
        yield _merge(exercise, moment, token_bytes, wrong)
        yield stage_table(Phrase("tokens_after", number), stage, is_asked=True)
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
    return Table(Phrase("counts_before", number), (Phrase("pair"), "pair_counter"), rows)


def _merge(
    exercise: Exercise,
    moment: MergeMoment,
    token_bytes: dict[int, bytes],
    wrong: Wrong[int] | None,
) -> Table:
    """Which pair, how often, where, and what is left."""
    asks = asks_of(exercise.kind, exercise.level) if exercise.level != CLAIMS else frozenset()
    cells = []
    for ask, question in ASKED.items():
        (right,) = question(moment).right
        is_wrong = wrong is not None and (wrong.moment, wrong.ask) == (moment.number, ask)
        misprint = answer_on_paper(wrong.answer, token_bytes) if wrong and is_wrong else None
        cells.append(Cell(answer_on_paper(right, token_bytes), ask in asks, misprint))
    number = {"number": moment.number + 1}
    heads = (Phrase("pair"), Phrase("count"), Phrase("merged_at"), Phrase("tokens_left"))
    return Table(Phrase("merge", number), heads, [cells])
