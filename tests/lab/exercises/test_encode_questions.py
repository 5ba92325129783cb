"""Questions about encoding: who merges by the ranks is always right."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise

import pytest

from bpe_core import encode
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.encode_questions import (
    borders_asked,
    encode_questions,
    refused_by,
    where_rules_part,
)
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


# --- Where merging from left to right parts from rank order: held to both by hand


MORE_WORDS = ["catch", "Donaudampfschifffahrtsgesellschaft", "你好", "aaaa", "x"]
MORE_WORDS += [f" {word}" for word in sample("story_en").text.split()[:60]]


def parting_by_hand(model: BPEModel, word: bytes) -> tuple[int, int, int] | None:
    """Which merge, the position that rank order takes there, and the leftmost one."""
    tokens = [bytes([value]) for value in word]
    rank_of = {
        (model.vocabulary[merge.left], model.vocabulary[merge.right]): rank
        for rank, merge in enumerate(model.merges)
    }
    for number in range(len(word)):
        offsets = [0, *accumulate(map(len, tokens))]
        ranked = [
            (rank_of[pair], k) for k, pair in enumerate(pairwise(tokens)) if pair in rank_of
        ]
        if not ranked:
            return None
        (_, k), leftmost = min(ranked), min(k for _, k in ranked)
        if k != leftmost:
            return number, offsets[k], offsets[leftmost]
        tokens[k : k + 2] = [tokens[k] + tokens[k + 1]]
    return None


@pytest.mark.parametrize("word", MORE_WORDS)
def test_it_is_asked_where_the_rules_first_take_different_pairs(
    model: BPEModel, word: str
) -> None:
    data = word.encode()
    asked, parting = where_rules_part(model, data), parting_by_hand(model, data)
    assert (asked is None) == (encode(model, word) == left_to_right(model, data))
    if asked is None:
        return
    assert parting is not None
    number, ranked, leftmost = parting
    assert asked.at == number
    assert asked.question.judge(leftmost).is_right
    for at in set(range(len(data) + 1)) - {leftmost}:
        verdict = asked.question.judge(at)
        assert not verdict.is_right
        assert verdict.reason is not None
        assert verdict.reason.values
        assert (verdict.reason.key == "by_rank") == (at == ranked)


def test_some_words_part_and_some_do_not(model: BPEModel) -> None:
    parting = [where_rules_part(model, word.encode()) is not None for word in MORE_WORDS]
    assert min(parting.count(True), parting.count(False)) > len(MORE_WORDS) / 4


def left_to_right(model: BPEModel, word: bytes) -> list[int]:
    """The leftmost pair that any merge joins, again and again."""
    ids = [model.vocabulary.byte_ids[value] for value in word]
    new_of = {(merge.left, merge.right): merge.new_id for merge in model.merges}
    while listed := [k for k, pair in enumerate(pairwise(ids)) if pair in new_of]:
        k = listed[0]
        ids[k : k + 2] = [new_of[ids[k], ids[k + 1]]]
    return ids


# --- Which merge refuses a match: two tokens fit if encoding both together gives the two


def first_refused(model: BPEModel, word: bytes) -> tuple[int, int, int] | None:
    """The longest token each time, as far as each fits behind the one before; the position."""
    ids, at, before = model.ordinary_ids, 0, b""
    while at < len(word):
        size = max(size for size in range(1, len(word) - at + 1) if word[at : at + size] in ids)
        match = word[at : at + size]
        *_, cuts = merges_by_hand(model, before + match)
        if before and cuts != frozenset([len(before)]):
            return at, ids[before], ids[match]
        at, before = at + len(match), match
    return None


@pytest.mark.parametrize("word", MORE_WORDS)
def test_the_match_that_is_asked_about_is_the_first_that_does_not_fit(
    model: BPEModel, word: str
) -> None:
    question, refused = refused_by(model, word.encode()), first_refused(model, word.encode())
    assert (question is None) == (refused is None)
    if question is None or refused is None:
        return
    at, *pair = refused
    assert (question.values["position"], question.values["pair"]) == (at, tuple(pair))
    (across,) = question.right
    assert question.because
    assert isinstance(across, tuple)
    assert question.because.values["rank"] == model.merge_ranks[across][0]
    assert len(question.choices) == len(set(question.choices)) == 4
    for other in {*question.choices} - {across}:
        reason = question.judge(other).reason
        assert reason is not None
        assert reason.values["other"] == other


def test_some_words_have_a_match_that_is_refused(model: BPEModel) -> None:
    refused = [word for word in MORE_WORDS if refused_by(model, word.encode())]
    assert "catch" in refused
    assert 2 <= len(refused) < len(MORE_WORDS) / 2


def test_of_a_vocabulary_with_an_early_merge_no_border_is_asked(model: BPEModel) -> None:
    assert borders_asked(model, b"catch")
    assert not borders_asked(replace(model, merges=model.merges[::-1]), b"catch")
