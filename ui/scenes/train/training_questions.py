"""What a reader can be asked about a merge of the naive trainer, and where it is answered."""

from __future__ import annotations

from bpe_core.exercises.train_moments import MergeMoment
from bpe_core.exercises.train_questions import its_count, its_positions, next_pair, tokens_left
from ui.scenes.brush import Brush
from ui.scenes.questions import question_json
from ui.scenes.recording import Json

WIDGETS = ("text",)


def before_choosing(brush: Brush, moment: MergeMoment) -> tuple[Json, ...]:
    """Which pair comes next, and in turn how often it stands or where it is merged."""
    if len(moment.positions) < 2:
        return ()
    has_overlap = len(moment.merged) < moment.count
    second = its_positions if has_overlap or moment.number % 2 else its_count
    return tuple(
        question_json(question(moment), brush.pair, inside=WIDGETS, rule=brush.rule())
        for question in (next_pair, second)
    )


def before_merging(brush: Brush, moment: MergeMoment) -> tuple[Json, ...]:
    """Every third time, and where places overlap, how many tokens will be left."""
    if moment.number % 3 and len(moment.merged) == moment.count:
        return ()
    return (question_json(tokens_left(moment), brush.pair, inside=WIDGETS),)
