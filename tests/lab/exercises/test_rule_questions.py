"""Where merging from left to right parts from rank order: held to both rules by hand."""

from __future__ import annotations

from itertools import accumulate, pairwise

import pytest

from bpe_core import encode
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from bpe_lab.exercises.encode_questions import where_rules_part

WORDS = ["catch", "Donaudampfschifffahrtsgesellschaft", "你好", "aaaa", "x"]
WORDS += [f" {word}" for word in sample("story_en").text.split()[:60]]


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return built_in("lab")


def by_hand(model: BPEModel, word: bytes) -> tuple[int, int, int] | None:
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


@pytest.mark.parametrize("word", WORDS)
def test_it_is_asked_where_the_rules_first_take_different_pairs(
    model: BPEModel, word: str
) -> None:
    data = word.encode()
    asked, parting = where_rules_part(model, data), by_hand(model, data)
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
    parting = [where_rules_part(model, word.encode()) is not None for word in WORDS]
    assert min(parting.count(True), parting.count(False)) > len(WORDS) / 4


def left_to_right(model: BPEModel, word: bytes) -> list[int]:
    """The leftmost pair that any merge joins, again and again."""
    ids = [model.vocabulary.byte_ids[value] for value in word]
    new_of = {(merge.left, merge.right): merge.new_id for merge in model.merges}
    while listed := [k for k, pair in enumerate(pairwise(ids)) if pair in new_of]:
        k = listed[0]
        ids[k : k + 2] = [new_of[ids[k], ids[k + 1]]]
    return ids
