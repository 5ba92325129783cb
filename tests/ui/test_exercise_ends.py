"""The end of an exercise: nobody who does one has asked for its merges."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bpe_core.texts.corpus import Corpus
from bpe_lab.exercises.draw import draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.train.training_walk import training_walk


@pytest.mark.parametrize(
    ("kind", "walk"), [("trace.naive", training_walk), ("trace.linked", linked_walk)]
)
def test_an_exercise_ends_with_its_own_merges(kind: str, walk: Callable[..., Walk]) -> None:
    exercise = draw(kind, 3, Seed.read("17F3"))
    corpus, options = Corpus(exercise.text), exercise.options
    ends = {}
    for mine in (exercise, None):
        key, values = walk(corpus, options, exercise=mine).recording["steps"][-1]["say"]
        assert values["merges"] == options.num_merges
        ends[mine is None] = key
    assert ends == {False: "train.end.exercise", True: "train.end.target_reached"}
