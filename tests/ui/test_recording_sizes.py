"""What questions add to a recording."""

from __future__ import annotations

import json

import pytest

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from ui.scenes.encode.encoding_walk import word_walk
from ui.scenes.linked.linked_walk import linked_walk
from ui.scenes.recording import Json
from ui.scenes.train.training_walk import training_walk

MOST = 1.3


def size(recording: Json) -> int:
    return len(json.dumps(recording, separators=(",", ":"), ensure_ascii=False).encode())


def without_questions(recording: Json) -> Json:
    steps = [
        {name: value for name, value in step.items() if name != "questions"}
        for step in recording["steps"]
    ]
    return {**recording, "steps": steps}


@pytest.mark.parametrize(
    "recording",
    [
        training_walk(sample("intj"), TrainOptions()).recording,
        training_walk(sample("story"), TrainOptions()).recording,
        linked_walk(sample("intj"), TrainOptions()).recording,
        word_walk(built_in("lab"), "nowhere").recording,
    ],
    ids=["train, intj", "train, story", "linked, intj", "encode"],
)
def test_a_recording_with_questions_is_not_much_larger(recording: Json) -> None:
    assert 1 < size(recording) / size(without_questions(recording)) <= MOST
