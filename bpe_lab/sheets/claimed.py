"""At the last level a sheet is filled in, and one of its values is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar, cast

from bpe_lab.exercises.draw import CLAIMS, Exercise
from bpe_lab.exercises.questions import FAILS, PREFIX, Answer, Question, claims
from bpe_lab.exercises.seed import Draws

Moment = TypeVar("Moment")


class Wrong(NamedTuple, Generic[Moment]):
    """Which question is answered wrong on the sheet, and how."""

    moment: Moment
    ask: str
    answer: Answer


def wrong_in(
    exercise: Exercise, asked: Sequence[tuple[Moment, Question]]
) -> Wrong[Moment] | None:
    """The one wrong answer among those to ``asked``; None below the last level."""
    if exercise.level != CLAIMS:
        return None
    draws = Draws(f"sheet {exercise.kind} {exercise.script} {exercise.seed}")
    stated = claims([question for _, question in asked], draws)
    index = next(k for k, claim in enumerate(stated) if claim.right == frozenset([FAILS]))
    answer = cast(Answer, stated[index].values["answer"])
    return Wrong(asked[index][0], stated[index].ask.removeprefix(PREFIX), answer)
