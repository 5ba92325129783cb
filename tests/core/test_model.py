"""Models are values: frozen, complete at construction, equal after a pickle."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest

import bpe_core
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import SpecialTokenTakenError, TokenIdError
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.registry import ENCODERS


@pytest.fixture
def model() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=260, special_tokens=["<|x|>"])


def test_ids_are_bytes_then_specials_then_merges(model: BPEModel) -> None:
    assert model.vocabulary[:256] == tuple(bytes([value]) for value in range(256))
    assert model.vocabulary[256] == b"<|x|>"
    assert [merge.new_id for merge in model.merges] == [257, 258, 259]
    for left, right, new_id in model.merges:
        assert model.vocabulary[new_id] == model.vocabulary[left] + model.vocabulary[right]


def test_a_model_cannot_be_changed(model: BPEModel) -> None:
    with pytest.raises(FrozenInstanceError):
        model.pattern = "none"
    with pytest.raises(TypeError):
        model.special_tokens["<|y|>"] = 3
    with pytest.raises(TypeError):
        model.merge_ranks[(0, 0)] = (0, 0)


def test_a_model_keeps_no_hold_of_what_it_was_made_from() -> None:
    specials = {"<|x|>": 256}
    model = BPEModel(Vocabulary.of_bytes([b"<|x|>"]), (), specials)
    specials["<|y|>"] = 3
    assert dict(model.special_tokens) == {"<|x|>": 256}


def test_a_pickled_model_is_equal_and_works(model: BPEModel) -> None:
    again = pickle.loads(pickle.dumps(model))
    assert again == model
    assert again.merge_ranks == model.merge_ranks
    assert bpe_core.encode(again, "lower") == bpe_core.encode(model, "lower")


@pytest.mark.parametrize("name", ENCODERS)
def test_a_pair_listed_twice_keeps_its_first_rank(name: str) -> None:
    # (b, c) comes before (a, b) by its first place; its second place, behind, changes nothing.
    vocabulary = Vocabulary.of_bytes([b"bc", b"ab"])
    b_c, a_b = Merge(98, 99, 256), Merge(97, 98, 257)
    model = BPEModel(vocabulary, (b_c, a_b, b_c))
    assert model.merge_ranks[(98, 99)] == (0, 256)
    assert result_of(ENCODERS[name](model, b"abc")) == [97, 256]


def test_a_special_token_stands_at_an_id_of_the_vocabulary() -> None:
    message = r"token id 256 at position <\|x\|> is no token's; ids are in 0\.\.255"
    with pytest.raises(TokenIdError, match=message):
        BPEModel(Vocabulary.of_bytes(), (), {"<|x|>": 256})
    with pytest.raises(SpecialTokenTakenError, match="special token 'ab' has the bytes"):
        BPEModel(Vocabulary.of_bytes([b"ab", b"ab"]), (Merge(97, 98, 257),), {"ab": 256})


def test_a_vocabulary_is_a_sequence_of_bytes() -> None:
    vocabulary = Vocabulary.of_bytes([b"ab"])
    assert len(vocabulary) == 257
    assert list(vocabulary)[-1] == vocabulary[256] == vocabulary[-1] == b"ab"
    assert b"ab" in vocabulary
    assert vocabulary.index(b"ab") == 256
