"""Encoders that are no byte-pair encoding: each keeps its own rule, and they do differ."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

from bpe_core import encode
from bpe_core.encode.other_encoders import encode_leftmost, encode_longest_match
from bpe_core.encode.whole_text import decode_bytes, result_of
from bpe_core.events import PairRanked, PrefixTried
from bpe_core.model import BPEModel
from bpe_core.registry import SHORTCUTS
from bpe_core.texts.corpus import sample
from bpe_core.vocabularies import built_in
from tests.core import text_strategies as texts
from tests.examples import examples

LAB = built_in("lab")


def restarted_from_the_left(model: BPEModel, word: bytes) -> list[int]:
    """The rule as one would say it: find the first pair that is a merge, merge, begin again."""
    tokens = [model.vocabulary.byte_ids[value] for value in word]
    while True:
        places = [i for i, pair in enumerate(pairwise(tokens)) if pair in model.merge_ranks]
        if not places:
            return tokens
        i = places[0]
        tokens[i : i + 2] = [model.merge_ranks[tokens[i], tokens[i + 1]][1]]


def longest_beginnings(model: BPEModel, word: bytes) -> list[int]:
    """The longest of all tokens that the rest begins with, again and again."""
    ids = []
    while word:
        beginnings = [token for token in model.ordinary_ids if word.startswith(token)]
        longest = max(beginnings, key=len)
        ids.append(model.ordinary_ids[longest])
        word = word[len(longest) :]
    return ids


@settings(max_examples=examples(300))
@given(word=texts.words)
def test_leftmost_is_the_first_merge_from_the_left(word: bytes) -> None:
    assert result_of(encode_leftmost(LAB, word)) == restarted_from_the_left(LAB, word)


@settings(max_examples=examples(60))
@given(word=texts.words)
def test_longest_match_takes_the_longest_beginning(word: bytes) -> None:
    assert result_of(encode_longest_match(LAB, word)) == longest_beginnings(LAB, word)


@settings(max_examples=examples(300))
@given(word=texts.words)
def test_detail_changes_nothing_and_the_bytes_come_back(word: bytes) -> None:
    for name, encoder in SHORTCUTS.items():
        ids = result_of(encoder(LAB, word))
        assert result_of(encoder(LAB, word, detail=True)) == ids, name
        assert decode_bytes(LAB, ids) == word, name


@pytest.mark.parametrize(
    ("encoder", "tokens"),
    [
        (None, [b"c", b"atch"]),
        ("leftmost", [b"ca", b"tc", b"h"]),
        ("longest_match", [b"cat", b"ch"]),
    ],
)
def test_the_preset_word_parts_all_three_rules(
    encoder: str | None, tokens: list[bytes]
) -> None:
    word = sample("catch").text.encode()
    ids = encode(LAB, word) if encoder is None else result_of(SHORTCUTS[encoder](LAB, word))
    assert [LAB.vocabulary[token_id] for token_id in ids] == tokens


@pytest.mark.parametrize(
    ("encoder", "words"),
    [(None, "被|召回|京城"), ("leftmost", "被召|回京|城"), ("longest_match", "被召|回京城")],
)
def test_a_chinese_sentence_parts_them_too(encoder: str | None, words: str) -> None:
    model, word = built_in("bilingual"), sample("recalled").text.encode()
    ids = encode(model, word) if encoder is None else result_of(SHORTCUTS[encoder](model, word))
    assert "|".join(model.vocabulary[token_id].decode() for token_id in ids) == words


def test_look_ups_are_told_one_by_one() -> None:
    looked = [e for e in encode_leftmost(LAB, b"catch", detail=True) if type(e) is PairRanked]
    assert [(event.position, event.rank is None) for event in looked] == [
        (0, False),  # c a
        (0, True),  # ca t
        (2, False),  # t c
        (0, True),  # ca tc
        (2, True),  # tc h
    ]
    tried = [
        e for e in encode_longest_match(LAB, b"catch", detail=True) if type(e) is PrefixTried
    ]
    assert [(event.position, event.size) for event in tried] == [
        (0, 5), (0, 4), (0, 3), (3, 2),
    ]  # fmt: skip


@pytest.mark.parametrize("name", SHORTCUTS)
def test_a_run_of_a_hundred_thousand_is_no_trap(name: str) -> None:
    assert decode_bytes(LAB, result_of(SHORTCUTS[name](LAB, b"a" * 10**5))) == b"a" * 10**5
