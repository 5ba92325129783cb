"""A token's parents and which token came first: as the list of merges, read again, has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest

from bpe_core.encode.derivation import Derivation, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.vocabularies import BUILT_IN, built_in
from bpe_lab.exercises.questions import Question
from bpe_lab.exercises.vocabulary_questions import (
    LEAST_CUT,
    MOST_CUT,
    first_of_kin,
    first_parent,
    kin_of,
    parents_of,
)

EVERY = {"lecture": 1, "lab": 197, "bilingual": 797}
Ranks = Mapping[tuple[bytes, bytes], int]


def ranks_by_pair(model: BPEModel) -> Ranks:
    """The ranks of the list by the bytes of its pairs."""
    numbers = model.ranks or range(len(model.merges))
    return dict(zip(model.merges_as_bytes(), numbers, strict=True))


def ranks_by_id(model: BPEModel) -> dict[int, int]:
    numbers = model.ranks or range(len(model.merges))
    ranks: dict[int, int] = {}
    for rank, merge in zip(numbers, model.merges, strict=True):
        ranks[merge.new_id] = min(rank, ranks.get(merge.new_id, rank))
    return ranks


def derivation_of(model: BPEModel, token: bytes) -> Derivation:
    return derive(model, token, encode_by_rank(model, token))


def drawn(name: str) -> Iterator[tuple[BPEModel, Derivation]]:
    """Tokens through the whole vocabulary."""
    model = built_in(name)
    for merge in model.merges[:: EVERY[name]]:
        derivation = derivation_of(model, model.vocabulary[merge.new_id])
        if len(derivation.roots) == 1:
            yield model, derivation


def left_parent(ranks: Ranks, token: bytes) -> bytes:
    """The first of the two tokens that are left before the last merge over the bytes."""
    parts = [bytes([value]) for value in token]
    while len(parts) > 2:
        pairs = list(pairwise(parts))
        _, at = min((ranks[pair], at) for at, pair in enumerate(pairs) if pair in ranks)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return parts[0]


@pytest.mark.parametrize("name", BUILT_IN)
def test_only_the_parents_pass_and_each_other_border_names_its_sides(name: str) -> None:
    ranks = ranks_by_pair(built_in(name))
    asked = 0
    for model, derivation in drawn(name):
        token = model.vocabulary[derivation.nodes[-1].token_id]
        question = parents_of(model, derivation.nodes[-1])
        assert (question is not None) == (LEAST_CUT <= len(token) <= MOST_CUT)
        if question is None:
            continue
        asked += 1
        right = len(left_parent(ranks, token))
        others = set(range(1, len(token))) - {right}
        assert question.judge(frozenset([right])).is_right
        assert not question.judge(frozenset()).is_right
        assert question.borders.keys() == others, "the reason of the right one would tell"
        for at in others:
            for answer in (frozenset([at]), frozenset([at, right])):
                assert not question.judge(answer).is_right
                assert question.judge(answer).reason == question.borders[at]
            assert_true(model, ranks, question, at, token)
    assert asked >= 3


def assert_true(
    model: BPEModel, ranks: Ranks, question: Question, at: int, token: bytes
) -> None:
    """What is said of a border holds, and speaks of its two sides."""
    left, right = token[:at], token[at:]
    reason = question.borders[at]
    assert reason.values["position"] == at
    if reason.key == "half_no_token":
        assert reason.values["half"] in (left, right)
        assert reason.values["half"] not in model.vocabulary
        assert reason.values["size"] == len(model.vocabulary)
        return
    assert (reason.values["left"], reason.values["right"]) == (left, right)
    if reason.key == "halves_unmerged":
        assert (left, right) not in ranks
        ids = [int(str(reason.values[f"{side}_id"])) for side in ("left", "right")]
        assert [model.vocabulary[each] for each in ids] == [left, right]
    else:
        assert reason.values["rank"] == ranks[left, right]


def test_a_merge_that_the_encoder_never_gets_to_is_told_by_its_rank() -> None:
    """``ab`` goes first, so ``bc`` is never there for the fourth merge."""
    merges = (Merge(97, 98, 256), Merge(98, 99, 257), Merge(256, 99, 258), Merge(97, 257, 258))
    model = BPEModel(Vocabulary.of_bytes([b"ab", b"bc", b"abc"]), merges)
    question = parents_of(model, derivation_of(model, b"abc").nodes[-1])
    assert question
    reason = question.borders[1]
    assert (reason.key, reason.values["rank"]) == ("halves_apart", 3)
    assert (reason.values["left"], reason.values["right"]) == (b"a", b"bc")


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_lowest_rank_came_first_and_the_others_are_told_by_theirs(name: str) -> None:
    ranks = ranks_by_id(built_in(name))
    asked = {"first_of_kin": 0, "first_parent": 0}
    for model, derivation in drawn(name):
        root = derivation.nodes[-1]
        part, kin = kin_of(model, ranks, derivation)
        of_kin = first_of_kin(model, ranks, root.token_id, part, kin) if kin else None
        for question in filter(None, [of_kin, first_parent(model, ranks, root)]):
            asked[question.ask] += 1
            assert_lowest_first(model, ranks, question)
        assert_made_of(model, part, {root.token_id, *kin})
        assert not set(kin) & {node.token_id for node in derivation.nodes}
    assert min(asked.values()) >= 1


def assert_made_of(model: BPEModel, part: int, ids: set[int]) -> None:
    made = {merge.new_id for merge in model.merges if part in merge[:2]}
    assert ids <= made


def assert_lowest_first(model: BPEModel, ranks: dict[int, int], question: Question) -> None:
    ids = [each for each in question.choices if isinstance(each, int)]
    assert 2 <= len(set(ids)) == len(question.choices) <= 5
    assert sorted(ids, key=model.vocabulary.tokens.__getitem__) == ids, "their order tells"
    right = min(ids, key=ranks.__getitem__)
    assert [each for each in ids if question.judge(each).is_right] == [right]
    assert question.wrong.keys() == set(ids) - {right}
    for each in set(ids) - {right}:
        reason = question.judge(each).reason
        assert reason
        assert reason.values == {
            "token": model.vocabulary[each],
            "rank": ranks[each],
            "earlier": sum(ranks[other] < ranks[each] for other in ids),
        }


def test_of_tokens_without_a_list_of_merges_nobody_knows_what_they_were_made_of() -> None:
    """``abc`` may be ``ab`` and ``c``, or ``a`` and ``bc``."""
    merges = (Merge(97, 98, 256), Merge(98, 99, 257), Merge(256, 99, 258), Merge(97, 257, 258))
    vocabulary = Vocabulary.of_bytes([b"ab", b"bc", b"abc"])
    for ranks, kin in (((0, 1, 2, 2), ()), ((0, 1, 2, 3), (256,))):
        model = BPEModel(vocabulary, merges, ranks=ranks)
        assert kin_of(model, ranks_by_id(model), derivation_of(model, b"bc"))[1] == kin
