"""Exercises of every level and script, drawn when a test first asks for them.

Not while tests are collected: each process does that, and most run none of these.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from bpe_lab.exercises.draw import CLAIMS, LEVELS, MATERIAL, Exercise, draw
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.exercises.train_questions import MergeMoment, before_choosing, before_merging


@cache
def exercises(kind: str, number: int, stride: int = 1) -> tuple[Exercise, ...]:
    """``number`` of each level and script, whose seeds stand ``stride`` apart."""
    return tuple(
        draw(kind, level, Seed(index * stride % NUMBERS), script)
        for level, script, index in product(LEVELS, MATERIAL, range(number))
    )


def traced(drawn: tuple[Exercise, ...]) -> list[Exercise]:
    """Those that ask for answers of one's own."""
    return [exercise for exercise in drawn if exercise.level < CLAIMS]


def claimed(drawn: tuple[Exercise, ...]) -> list[Exercise]:
    """Those that ask which claim is wrong."""
    return [exercise for exercise in drawn if exercise.level == CLAIMS]


def train_questions(moment: MergeMoment) -> list[Question]:
    """All that is asked of a merge, in the order of the walk."""
    return [*before_choosing(moment), *before_merging(moment)]
