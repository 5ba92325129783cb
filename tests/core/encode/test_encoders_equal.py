"""All encoders give the same ids for the same pre-token, and the bytes come back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.encode.rank_order import HEAP_FROM, encode_by_heap, encode_by_scan
from bpe_core.encode.whole_text import decode_bytes, encode, result_of
from bpe_core.events import TokenMerged
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import ENCODERS, TAUGHT_ENCODERS
from bpe_core.texts.corpus import sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState, apply
from bpe_core.train.tie_break import TieBreak
from tests.core import text_strategies as texts
from tests.core.running import learn
from tests.examples import examples

# Trained once each, small enough that the merge list stays quick.
TRAINED = {
    "story_en": TrainOptions(num_merges=200),
    "story_zh": TrainOptions(num_merges=200, tie_break="first_seen"),
    "run": TrainOptions(tie_break="lowest_ids"),
}


@pytest.fixture(scope="module", params=TRAINED)
def trained(request: pytest.FixtureRequest) -> BPEModel:
    name: str = request.param
    return learn(pre_tokenize(sample(name).text), TRAINED[name])


def assert_all_equal(model: BPEModel, word: bytes, names: list[str]) -> list[int]:
    """Every named encoder, detail on and off, gives the same ids of the same bytes."""
    expected = result_of(encode_by_scan(model, word))
    assert decode_bytes(model, expected) == word
    for name in names:
        assert result_of(ENCODERS[name](model, word)) == expected, name
        if name in TAUGHT_ENCODERS:
            assert result_of(ENCODERS[name](model, word, detail=True)) == expected, name
    return expected


@settings(max_examples=examples(300))
@given(word=texts.words)
def test_with_trained_vocabularies(word: bytes, trained: BPEModel) -> None:
    assert_all_equal(trained, word, list(ENCODERS))


@settings(max_examples=examples(400))
@given(text=texts.texts, word=texts.words, tie_break=texts.tie_breaks)
def test_with_a_vocabulary_learned_from_the_same_letters(
    text: str, word: bytes, tie_break: TieBreak
) -> None:
    model = learn(pre_tokenize(text, pattern="none"), TrainOptions(tie_break=tie_break))
    assert_all_equal(model, word, list(ENCODERS))
    for pre_token in pre_tokenize(text, pattern="none"):
        assert_all_equal(model, pre_token.data, list(ENCODERS))


@settings(max_examples=examples(300))
@given(word=st.binary(min_size=1, max_size=40))
def test_with_any_bytes(word: bytes, trained: BPEModel) -> None:
    assert_all_equal(trained, word, list(ENCODERS))


@settings(max_examples=examples(600))
@given(word=texts.words)
def test_with_gpt2(word: bytes, gpt2: BPEModel) -> None:
    assert_all_equal(gpt2, word, [name for name in ENCODERS if name != "merge_list"])


@pytest.mark.parametrize("size", [1, 2, HEAP_FROM - 1, HEAP_FROM, HEAP_FROM + 1, 1500])
@pytest.mark.parametrize("alphabet", ["a", "ab", "etaoin shrdlu", "哈好"])
def test_scan_and_heap_agree_at_any_length(alphabet: str, size: int, gpt2: BPEModel) -> None:
    letters = random.Random(size).choices(alphabet, k=size)
    word = "".join(letters).encode()
    assert result_of(encode_by_heap(gpt2, word)) == result_of(encode_by_scan(gpt2, word))


@settings(max_examples=examples(300))
@given(word=texts.words)
def test_scan_and_heap_report_the_same_merges(word: bytes, gpt2: BPEModel) -> None:
    assert list(encode_by_heap(gpt2, word)) == list(encode_by_scan(gpt2, word))


@settings(max_examples=examples(300))
@given(word=texts.words)
def test_the_merges_reported_give_the_ids(word: bytes, trained: BPEModel) -> None:
    for name, encoder in TAUGHT_ENCODERS.items():
        token_at = {i: trained.vocabulary.byte_ids[value] for i, value in enumerate(word)}
        for event in encoder(trained, word):
            assert isinstance(event, TokenMerged)
            token_at[event.position] = event.new_id
            del token_at[event.absorbed]
        ids = [token_at[i] for i in sorted(token_at)]
        assert ids == result_of(encoder(trained, word)), name


@settings(max_examples=examples(300))
@given(text=texts.texts)
def test_whole_texts_are_encoded_alike(text: str, trained: BPEModel) -> None:
    expected = encode(trained, text)
    assert decode_bytes(trained, expected) == text.encode()
    for name, encoder in ENCODERS.items():
        assert encode(trained, text, encoder=encoder) == expected, name
    assert encode(trained, text.encode()) == expected


def test_a_training_text_is_segmented_as_training_left_it() -> None:
    # One long pre-token and only 50 merges, so that many tokens stay live side by side.
    word = PreToken(sample("story_en").text.encode(), 0)
    options, state = TrainOptions(num_merges=50), TrainState()
    for event in train_linked([word], options, detail=True):
        apply(state, event)
    ids = [token_id for _, token_id in state.tokens_of(0)]
    assert len(ids) > 100
    assert assert_all_equal(learn([word], options), word.data, list(ENCODERS)) == ids
