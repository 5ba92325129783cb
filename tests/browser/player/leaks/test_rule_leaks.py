"""Another rule's pair, of a tie and of an encoder: no question gives its answer away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from bpe_core.texts.corpus import Corpus, sample
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.encode_questions import where_rules_part
from bpe_lab.exercises.train_questions import REMARKS
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.train.training_walk import training_walk
from tests.browser.player.answers import asked
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import FEWEST, drawn, leaks, read


def only(recording: Json, name: str) -> Json:
    """The walk as far as it asks this, and nothing else of what it asks."""
    steps = [
        {**step, "questions": [each for each in step["questions"] if each["name"] == name]}
        if "questions" in step
        else step
        for step in recording["steps"]
    ]
    last = max(k for k, step in enumerate(steps) if step.get("questions"))
    return {**recording, "steps": steps[: last + 1]}


def ties() -> Iterator[Json]:
    """Under each rule in turn; a text whose rules never part asks nothing."""
    number = 0
    for index in range(3 * FEWEST):
        exercise = drawn("trace.naive", index)
        options = replace(exercise.options, tie_break=[*REMARKS][index % len(REMARKS)])
        recording = training_walk(Corpus(exercise.text), options).recording
        questions = [each["name"] for each in asked(recording)].count("other_rule")
        number += questions
        if questions:
            yield only(recording, "other_rule")
    assert number >= FEWEST


def parting_words() -> Iterator[Json]:
    model = built_in("lab")
    words = dict.fromkeys(f" {word}" for word in sample("story_en").text.split())
    parting = [word for word in words if where_rules_part(model, word.encode())]
    assert len(parting) >= FEWEST
    for word in parting[: FEWEST + 2]:
        yield only(word_walk(model, word).recording, "rules_part")


@pytest.mark.parametrize("walks", [ties, parting_words])
def test_nothing_that_is_seen_or_heard_tells_the_answer(
    lab: Lab, walks: Callable[[], Iterator[Json]]
) -> None:
    assert leaks(read(lab, walks())) == {}
