"""Encoding a word by hand: the list of merges, then the word before each of them."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.model import BPEModel
from bpe_lab.exercises.draw import CLAIMS, Exercise, asks_of, model_of
from bpe_lab.exercises.encode_questions import EncodeMoment, encode_moments, next_merge
from bpe_lab.sheets.claimed import Wrong, wrong_in
from bpe_lab.sheets.tables import Cell, Content, Phrase, Table
from bpe_lab.sheets.written import NOTHING, pair_on_paper, token_on_paper


def encode_sheet(exercise: Exercise) -> Iterator[Table]:
    """The merges by rank, then for each step the tokens, the ranks, and what is merged."""
    model = model_of(exercise.text, exercise.options)
    moments = list(encode_moments(model, exercise.word.encode()))
    asked = [(k, next_merge(model, each)) for k, each in enumerate(moments) if each.merged]
    wrong = wrong_in(exercise, asked)
    yield _merges(model)
    for index, moment in enumerate(moments):
        yield _step(exercise, model, index, moment)
        if moment.merged:
            yield _merged(exercise, model, index, moment, wrong)


def _merges(model: BPEModel) -> Table:
    tokens = dict(enumerate(model.vocabulary))
    rows = [
        [
            Cell(str(rank)),
            Cell(pair_on_paper((merge.left, merge.right), tokens)),
            Cell(token_on_paper(tokens[merge.left] + tokens[merge.right])),
        ]
        for rank, merge in enumerate(model.merges)
    ]
    return Table(
        Phrase("merges"), (Phrase("rank"), Phrase("pair"), Phrase("token")), rows, "alone"
    )


def _step(exercise: Exercise, model: BPEModel, index: int, moment: EncodeMoment) -> Table:
    """The tokens where they start, and the rank of each with the token right of it."""
    asks = asks_of(exercise.kind, exercise.level)
    tokens = dict(zip(moment.starts, moment.ids, strict=True))
    pairs = moment.pairs()
    size = len(exercise.word.encode())
    heads: list[Content] = [Phrase("position"), *map(str, range(size))]
    token_row, rank_row = [Cell(Phrase("token"))], [Cell(Phrase("rank_right"))]
    for at in range(size):
        token = token_on_paper(model.vocabulary[tokens[at]]) if at in tokens else ""
        listed = model.merge_ranks.get(pairs[at]) if at in pairs else None
        rank = str(listed[0]) if listed else NOTHING if at in pairs else ""
        token_row.append(Cell(token, bool(index) and "cuts_after" in asks))
        rank_row.append(Cell(rank, "new_rank" in asks))
    return Table(
        Phrase("before_step", {"number": index + 1}), heads, [token_row, rank_row], "word"
    )


def _merged(
    exercise: Exercise,
    model: BPEModel,
    index: int,
    moment: EncodeMoment,
    wrong: Wrong[int] | None,
) -> Table:
    """Where the next merge is; pair and rank are left to the student at the last level, too."""
    assert moment.merged, "the last moment has no merge"
    is_asked = "next_merge" in asks_of(exercise.kind, exercise.level)
    pairs = moment.pairs()
    position, rank = moment.merged.position, moment.merged.rank
    misprint = str(wrong.answer) if wrong and wrong.moment == index else None
    cells = [
        Cell(str(position), is_asked and exercise.level != CLAIMS, misprint),
        Cell(pair_on_paper(pairs[position], dict(enumerate(model.vocabulary))), is_asked),
        Cell(str(rank), is_asked),
    ]
    heads = (Phrase("position"), Phrase("pair"), Phrase("rank"))
    return Table(Phrase("step", {"number": index + 1}), heads, [cells])
