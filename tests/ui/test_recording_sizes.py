"""What questions add to a recording."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Json, Walk
from bpe_lab.scenes.train.training_walk import training_walk

MOST = 1.3


def size(recording: Json) -> int:
    return len(json.dumps(recording, separators=(",", ":"), ensure_ascii=False).encode())


def without_questions(recording: Json) -> Json:
    steps = [
        {name: value for name, value in step.items() if name != "questions"}
        for step in recording["steps"]
    ]
    return {**recording, "steps": steps}


def trained(walk: Callable[..., Walk], name: str) -> Json:
    corpus = sample(name)
    return walk(corpus, TrainOptions(special_tokens=corpus.special_tokens)).recording


WALKS: dict[str, Callable[[], Json]] = {
    "train, intj": lambda: trained(training_walk, "intj"),
    "train, story_en": lambda: trained(training_walk, "story_en"),
    "linked, intj": lambda: trained(linked_walk, "intj"),
    "encode": lambda: word_walk(built_in("lab"), "nowhere").recording,
}


@pytest.mark.parametrize("name", WALKS)
def test_a_recording_with_questions_is_not_much_larger(name: str) -> None:
    recording = WALKS[name]()
    assert 1 < size(recording) / size(without_questions(recording)) <= MOST
