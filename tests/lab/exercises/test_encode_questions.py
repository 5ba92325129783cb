"""Questions about encoding: who merges by the ranks is always right."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest

from bpe_core import encode
from bpe_core.model import BPEModel
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.encode_questions import encode_questions
from bpe_lab.exercises.questions import Answer

WORDS = (" tech", "catch", "你好", "hôw", " internationalisation", "aaaa", "x")


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return built_in("lab")


def merges_by_hand(model: BPEModel, word: bytes) -> list[Answer]:
    """The position of each merge, and the cuts at the end."""
    tokens = [bytes([value]) for value in word]
    merged = [
        (model.vocabulary[merge.left], model.vocabulary[merge.right]) for merge in model.merges
    ]
    answers: list[Answer] = []
    while True:
        offsets = [0, *accumulate(map(len, tokens))]
        ranked = [
            (merged.index((left, right)), k)
            for k, (left, right) in enumerate(pairwise(tokens))
            if (left, right) in merged
        ]
        if not ranked:
            return [*answers, frozenset(offsets[1:-1])]
        _, k = min(ranked)
        answers.append(offsets[k])
        tokens[k : k + 2] = [tokens[k] + tokens[k + 1]]


@pytest.mark.parametrize("word", WORDS)
def test_a_solver_of_its_own_is_always_right(model: BPEModel, word: str) -> None:
    questions = list(encode_questions(model, word.encode()))
    answers = merges_by_hand(model, word.encode())
    for question, answer in zip(questions, answers, strict=True):
        assert question.judge(answer).is_right, (question.ask, answer)


@pytest.mark.parametrize("word", WORDS)
def test_every_other_position_is_refused_by_its_rank(model: BPEModel, word: str) -> None:
    for question in encode_questions(model, word.encode()):
        if question.kind == "position":
            for at in set(range(len(word.encode()) + 1)) - question.right:
                reason = question.judge(at).reason
                assert reason is not None
                assert reason.values


def test_the_cuts_are_those_of_encoding(model: BPEModel) -> None:
    *_, last = encode_questions(model, b" tech")
    (cuts,) = last.right
    assert isinstance(cuts, frozenset)
    assert len(cuts) == len(encode(model, " tech")) - 1
    reason = last.judge(cuts | {1, 2}).reason
    assert reason is not None
