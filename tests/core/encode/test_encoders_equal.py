"""All encoders give the same ids for the same pre-token, and the bytes come back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.encode.derivation import Derivation, Leaf, Node, derive
from bpe_core.encode.rank_order import HEAP_FROM, encode_by_heap, encode_by_scan
from bpe_core.encode.whole_text import decode_bytes, encode, result_of
from bpe_core.events import PairRanked, RankChosen, TokenMerged
from bpe_core.model import BPEModel, Merge, Pair, Vocabulary
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import ENCODERS, SHORTCUTS, TAUGHT_ENCODERS
from bpe_core.state import TrainState, apply
from bpe_core.texts.corpus import sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_core.vocabularies import built_in
from tests.core import text_strategies as texts
from tests.core.running import learn
from tests.examples import examples

# Trained once each, small enough that the merge list stays quick.
TRAINED = {
    "story_en": TrainOptions(num_merges=200),
    "story_zh": TrainOptions(num_merges=200, tie_break="first_seen"),
    "run": TrainOptions(tie_break="lowest_ids"),
}
# Those that report merges; from left to right, whole tokens are taken (see `test_linear`).
MERGE = {name: run for name, run in TAUGHT_ENCODERS.items() if name != "linear"}


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
    for name, encoder in MERGE.items():
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


# --- A derivation says how every token of a pre-token was put together


LAB = built_in("lab")
MERGING = {**MERGE, "leftmost": SHORTCUTS["leftmost"]}
del MERGING["merge_list"]  # 7,935 merges a word; it reports the same event


@settings(max_examples=examples(200))
@given(word=texts.words)
def test_the_roots_are_what_the_encoder_returns(word: bytes) -> None:
    for name, encoder in MERGING.items():
        derivation = derive(LAB, word, encoder(LAB, word))
        assert [root.token_id for root in derivation.roots] == result_of(encoder(LAB, word)), (
            name
        )


@settings(max_examples=examples(200))
@given(word=texts.words)
def test_every_node_is_its_two_parts_side_by_side(word: bytes) -> None:
    derivation = derive(LAB, word, MERGING["rank_order"](LAB, word))
    tokens = LAB.vocabulary.tokens
    for number, node in enumerate(derivation.nodes):
        left, right = node.left, node.right
        assert node.number == number
        assert (node.at, node.size) == (left.at, left.size + right.size)
        assert right.at == left.at + left.size
        assert tokens[node.token_id] == word[node.at : node.at + node.size]
        assert LAB.merge_ranks[left.token_id, right.token_id] == (node.rank, node.token_id)


@settings(max_examples=examples(100))
@given(word=texts.words)
def test_every_prefix_covers_the_word_without_gaps(word: bytes) -> None:
    derivation = derive(LAB, word, MERGING["rank_order"](LAB, word))
    for merges in range(len(derivation.nodes) + 1):
        at = 0
        for root in derivation.until(merges).roots:
            assert root.at == at
            at += root.size
        assert at == len(word)


def test_a_byte_alone_is_its_own_root() -> None:
    derivation = derive(LAB, b"a", [])
    assert derivation == Derivation((Leaf(0, 97),), ())
    assert derivation.roots == (Leaf(0, 97),)
    assert derivation.spans() == {(0, 1)}
    assert not [part for part in derivation.roots if isinstance(part, Node)]


# --- The lecture's worked encodings, read from what the encoders report while they work


def model_with_ranks(ranks: list[tuple[str, str, int]]) -> tuple[BPEModel, dict[Pair, int]]:
    """A model of the listed merges in rank order, and the golden's rank of each pair.

    A model ranks its merges 0, 1, 2; the order is the golden's, the numbers are its own.
    """
    merges: list[Merge] = []
    numbers: dict[Pair, int] = {}
    tokens = [bytes([value]) for value in range(256)]
    # Parts come before wholes: a longer token can only be spelled out once they have ids.
    ids = {token: i for i, token in enumerate(tokens)}
    for left, right, _ in sorted(ranks, key=lambda row: len(row[0] + row[1])):
        ids[(left + right).encode()] = len(tokens)
        tokens.append((left + right).encode())
    for left, right, rank in sorted(ranks, key=lambda row: row[2]):
        pair = (ids[left.encode()], ids[right.encode()])
        merges.append(Merge(*pair, ids[(left + right).encode()]))
        numbers[pair] = rank
    return BPEModel(Vocabulary.of_bytes(tokens[256:]), tuple(merges)), numbers


def states_of(model: BPEModel, pre_token: bytes, encoder: Any) -> list[list[bytes]]:
    """The tokens before the first merge and after each."""
    tokens = {i: bytes([value]) for i, value in enumerate(pre_token)}
    states = [list(tokens.values())]
    for event in encoder(model, pre_token):
        assert isinstance(event, TokenMerged)
        tokens[event.position] += tokens.pop(event.absorbed)
        assert tokens[event.position] == model.vocabulary[event.new_id]
        states.append([tokens[i] for i in sorted(tokens)])
    return states


def candidates_by_state(model: BPEModel, pre_token: bytes) -> list[list[int]]:
    """The ranks that the scanning encoder finds before each merge, from left to right."""
    states: list[list[int]] = [[]]
    for event in encode_by_scan(model, pre_token, detail=True):
        if isinstance(event, PairRanked) and event.rank is not None:
            states[-1].append(event.rank)
        elif isinstance(event, RankChosen):
            assert event.rank == min(states[-1])
            states.append([])
    assert states.pop() == [], "no pair is left when the encoder ends"
    return states


def test_tech_goes_through_the_lectures_states(lecture: dict[str, Any]) -> None:
    golden = lecture["rank_ordered_encoding"]
    model, _ = model_with_ranks(golden["ranks"])
    expected = [[text.encode() for text in state] for state in golden["states"]]
    pre_token = golden["pre_token"].encode()
    for name in ("rank_order", "rank_order_scan", "rank_order_heap"):
        assert states_of(model, pre_token, ENCODERS[name]) == expected, name


def test_tech_meets_the_lectures_ranks(lecture: dict[str, Any]) -> None:
    golden = lecture["rank_ordered_encoding"]
    model, numbers = model_with_ranks(golden["ranks"])
    by_rank = [numbers[(left, right)] for left, right, _ in model.merges]
    found = candidates_by_state(model, golden["pre_token"].encode())
    assert [[by_rank[rank] for rank in state] for state in found] == [
        [0, 465, 505, 98],
        [287, 505, 98],
        [287, 2614],
        [5739],
    ]


def test_tech_with_gpt2_meets_the_lectures_ranks(
    gpt2: BPEModel, lecture: dict[str, Any]
) -> None:
    golden = lecture["gpt2_rank_ordered_encoding"]
    pre_token = golden["pre_token"].encode()
    assert candidates_by_state(gpt2, pre_token) == golden["candidate_ranks_by_state"]


def test_the_heap_form_looks_up_the_same_pairs(gpt2: BPEModel) -> None:
    def looked_up(encoder: Any) -> set[tuple[int, Pair, int | None]]:
        events = encoder(gpt2, b" technology", detail=True)
        return {(e.position, e.pair, e.rank) for e in events if isinstance(e, PairRanked)}

    assert looked_up(encode_by_heap) == looked_up(encode_by_scan)


def test_newest_with_six_merges(lecture: dict[str, Any]) -> None:
    golden = lecture["cs336"]
    words = [
        pre_token
        for pre_token in pre_tokenize(golden["text"], pattern="whitespace")
        if not pre_token.data.isspace()
    ]
    model = learn(words, TrainOptions(num_merges=6))
    ids = bpe_core.encode(model, "newest")
    assert [model.vocabulary[i].decode() for i in ids] == golden["encode_newest_with_6_merges"]


def test_the_cat_ate_with_cs336s_vocabulary() -> None:
    # CS336's handout: 11 tokens numbered otherwise than ours, so the bytes it lacks follow.
    listed = [b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"]
    others = [bytes([b]) for b in range(256) if bytes([b]) not in listed]
    tokens = (*listed, *others)
    ids = {token: i for i, token in enumerate(tokens)}
    pairs = [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")]
    merges = tuple(Merge(ids[a], ids[b], ids[a + b]) for a, b in pairs)
    byte_ids = tuple(ids[bytes([b])] for b in range(256))
    model = BPEModel(Vocabulary(tokens, byte_ids), merges)
    assert bpe_core.encode(model, "the cat ate") == [9, 7, 1, 5, 10, 3]
    assert bpe_core.decode(model, [9, 7, 1, 5, 10, 3]) == "the cat ate"
