"""A derivation says how every token of a pre-token was put together."""

from __future__ import annotations

from hypothesis import given, settings

from bpe_core.encode.derivation import Derivation, Leaf, Node, derive
from bpe_core.encode.whole_text import result_of
from bpe_core.registry import SHORTCUTS, TAUGHT_ENCODERS
from bpe_core.vocabularies import built_in
from tests.core import text_strategies as texts
from tests.examples import examples

LAB = built_in("lab")
MERGING = {**TAUGHT_ENCODERS, "leftmost": SHORTCUTS["leftmost"]}
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
