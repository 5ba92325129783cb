"""What a student does of a trace by themselves: the steps fade from the last to the first.

At level 1 only the repair after a merge is theirs; each level leaves one step more to them. At
the last, every step is a claim, and they say which one is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from bpe_lab.exercises.claims import claims
from bpe_lab.exercises.draw import Exercise
from bpe_lab.exercises.draws import Draws
from bpe_lab.exercises.questions import Question

Moment = TypeVar("Moment")
Mend: TypeAlias = Literal["undo", "set_right"]

CLAIMS = 5  # the level whose steps are claims, of all that the level before asks
UNDONE = 3  # the last level at which a wrong step is undone and tried again

# What each level asks beside the ones before it, by the questions' ``ask``.
ASKS: Mapping[str, Sequence[Sequence[str]]] = {
    "trace.naive": (
        ("tokens_left", "count_after"),
        ("its_positions",),
        ("next_pair",),
        ("its_count",),
    ),
    "trace.linked": (
        ("changed_counts", "pushed"),
        ("why_skipped",),
        ("is_stale", "next_entry"),
        ("next_position",),
    ),
    "trace.encode": (("new_rank",), ("cuts_after",), ("next_merge",), ("final_cuts",)),
}


def asks_of(kind: str, level: int) -> frozenset[str]:
    """What ``level`` asks; the claims of the last are about all of it.

    >>> sorted(asks_of("trace.naive", 2))
    ['count_after', 'its_positions', 'tokens_left']
    """
    return frozenset(ask for asks in ASKS[kind][:level] for ask in asks)


def mend_of(level: int) -> Mend:
    """What becomes of a wrong step: it is undone, or set right so that the trace goes on."""
    return "undo" if level <= UNDONE else "set_right"


def exercise_questions(
    exercise: Exercise, questions: Iterable[tuple[Moment, Question]]
) -> dict[Moment, list[Question]]:
    """Those of a run's ``questions`` that its level asks, by the moment they are asked at.

    A moment is whatever the caller draws before: an event's number, a merge and its sub-goal.
    """
    asks = asks_of(exercise.kind, exercise.level)
    moments, asked = [], []
    for moment, question in questions:
        if question.ask in asks:
            moments.append(moment)
            asked.append(question)
    if exercise.level == CLAIMS:
        name = f"claims {exercise.kind} {exercise.script} {exercise.seed}"
        asked = claims(asked, Draws(name))
    by_moment: dict[Moment, list[Question]] = {}
    for moment, question in zip(moments, asked, strict=True):
        by_moment.setdefault(moment, []).append(question)
    return by_moment
