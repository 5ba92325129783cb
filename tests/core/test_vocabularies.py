"""The vocabularies that come with the package."""

from __future__ import annotations

import json
import pickle

import pytest

from bpe_core import decode, encode
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import UnknownNameError
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.registry import ENCODERS
from bpe_core.vocabularies import BUILT_IN, LECTURE, built_in
from tests.raising import raises


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_token_encodes_to_itself(name: str) -> None:
    model = built_in(name)
    for token, token_id in model.ordinary_ids.items():
        assert result_of(ENCODERS["rank_order_scan"](model, token)) == [token_id]


def test_the_laboratory_vocabulary_is_a_learned_one() -> None:
    model = built_in("lab")
    assert len(model.vocabulary) == 8192
    for rank, merge in enumerate(model.merges):
        assert merge.new_id == 257 + rank
        assert max(merge.left, merge.right) < merge.new_id, "parts come before the whole"
    assert len(set(model.vocabulary.tokens)) == 8192
    assert decode(model, encode(model, "词元 tokenization")) == "词元 tokenization"


def test_the_lecture_keeps_its_ranks() -> None:
    model = built_in("lecture")
    ranks = {
        (model.vocabulary[left], model.vocabulary[right]): rank
        for (left, right), (rank, _) in model.merge_ranks.items()
    }
    assert ranks == {(left, right): rank for left, right, rank in LECTURE}
    assert pickle.loads(pickle.dumps(model)) == model
    assert json.dumps([rank for *_, rank in LECTURE]) == json.dumps(list(model.ranks or ()))


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="lecture, bilingual, lab"):
        built_in("gpt9")


def ranked_by_token() -> BPEModel:
    """Two ways to make abc, both with the rank of the whole, as in a file of ranks."""
    tokens = Vocabulary.of_bytes([b"ab", b"bc", b"abc"])
    merges = (Merge(97, 98, 256), Merge(98, 99, 257), Merge(256, 99, 258), Merge(97, 257, 258))
    return BPEModel(tokens, merges, ranks=(256, 257, 258, 258))


def test_equal_ranks_leave_no_merge_list() -> None:
    model = ranked_by_token()
    assert not model.has_merge_list
    assert model.merge_ranks[97, 257] == (258, 258)
    assert encode(model, "abc") == [258]
    with raises("InputError.no_merge_list"):
        list(ENCODERS["merge_list"](model, b"abc"))
    assert built_in("lecture").has_merge_list


def test_whole_pre_tokens_may_come_first() -> None:
    tokens, merges = Vocabulary.of_bytes([b"ab", b"abc"]), (Merge(97, 98, 256),)
    assert encode(BPEModel(tokens, merges), "abc") == [256, 99]
    assert encode(BPEModel(tokens, merges, whole_first=True), "abc") == [257]
