"""With GPT-2's files the ids are tiktoken's, on real texts and on adversarial ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.runtime.text import read_back
from bpe_core.texts.sources import source_size
from tests.core import text_strategies as texts
from tests.examples import examples

SPECIAL = "<|endoftext|>"
# The long form, as other projects write GPT-2's pattern.
PATTERN = r"""'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


@pytest.fixture(scope="module")
def peer(shared: Callable[[str], Path]) -> tiktoken.Encoding:
    """tiktoken's GPT-2 from the ranks in the data folder, without its download."""
    ids = json.loads(shared("data/gpt2_vocab.json").read_text("utf-8"))
    special_id = ids.pop(SPECIAL)
    return tiktoken.Encoding(
        name="gpt2-from-files",
        pat_str=PATTERN,
        mergeable_ranks={read_back(text): rank for text, rank in ids.items()},
        special_tokens={SPECIAL: special_id},
        explicit_n_vocab=50257,
    )


def assert_same_ids(model: BPEModel, peer: tiktoken.Encoding, text: str) -> None:
    ids = bpe_core.encode(model, text)
    assert ids == peer.encode_ordinary(text)
    assert bpe_core.decode(model, ids, errors="strict") == text
    with_special = bpe_core.encode(model, text, allowed_special=[SPECIAL])
    assert with_special == peer.encode(text, allowed_special={SPECIAL})
    assert bpe_core.decode(model, with_special, errors="strict") == text


@pytest.mark.parametrize("name", ["address.txt", "german.txt", "corpus.en"])
def test_real_texts(
    name: str, gpt2: BPEModel, peer: tiktoken.Encoding, shared: Callable[[str], Path]
) -> None:
    assert_same_ids(gpt2, peer, shared(f"data/{name}").read_bytes().decode())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["english-held-out.txt", "chinese-held-out.txt"])
def test_held_out_texts(
    name: str, gpt2: BPEModel, peer: tiktoken.Encoding, shared: Callable[[str], Path]
) -> None:
    assert_same_ids(gpt2, peer, shared(f"data/{name}").read_bytes().decode())


@settings(max_examples=examples(1200))
@given(text=texts.texts)
def test_any_text(text: str, gpt2: BPEModel, peer: tiktoken.Encoding) -> None:
    assert_same_ids(gpt2, peer, text)


@settings(max_examples=examples(500))
@given(text=texts.special_texts([SPECIAL, "<|endof", "text|>"]))
def test_texts_around_the_special_token(
    text: str, gpt2: BPEModel, peer: tiktoken.Encoding
) -> None:
    assert_same_ids(gpt2, peer, text)


@pytest.mark.parametrize("unit", ["a", "^", "_", " ", "哈", "aGVsbG8", "\n"])
def test_long_pre_tokens(unit: str, gpt2: BPEModel, peer: tiktoken.Encoding) -> None:
    assert_same_ids(gpt2, peer, unit * (20_000 // len(unit)))


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["a", "ab", "^", "哈"])
def test_a_million_bytes_in_one_pre_token(
    unit: str, gpt2: BPEModel, peer: tiktoken.Encoding
) -> None:
    text = unit * (1_000_000 // len(unit.encode()))
    assert bpe_core.encode(gpt2, text) == peer.encode_ordinary(text)


@pytest.mark.slow
def test_a_million_spaces_before_a_letter_encode(gpt2: BPEModel) -> None:
    # tiktoken 0.14 panics here, so the text itself is the oracle.
    text = " " * 1_000_000 + "a"
    assert bpe_core.decode(gpt2, bpe_core.encode(gpt2, text), errors="strict") == text


# --- Halves of surrogate pairs, which a str can hold and UTF-8 cannot

BYTES = bpe_core.train("", vocab_size=256)
BY_BYTES = tiktoken.Encoding(
    "bytes",
    pat_str=PATTERN,
    mergeable_ranks={bytes([b]): b for b in range(256)},
    special_tokens={},
)


@settings(max_examples=examples(100))
@given(text=st.text("a \ud83d\udc4d\ufeff\U0001f44d", max_size=8), cut=st.integers(0, 8))
def test_halves_of_a_pair_are_taken_as_there(text: str, cut: int) -> None:
    ids = BY_BYTES.encode(text)
    assert bpe_core.encode(BYTES, text) == ids
    assert bpe_core.encode_array(BYTES, text).tolist() == ids
    pieces = [text[:cut], b"", text[cut : cut + 1], "", text[cut + 1 :]]
    assert list(bpe_core.encode_iterable(BYTES, pieces, block=1)) == ids
    characters = bytes(ids).decode()
    assert count_pre_tokens(text) == count_pre_tokens(characters)
    assert bpe_core.train(text, vocab_size=260) == bpe_core.train(characters, vocab_size=260)
    assert source_size(text) == len(ids)


def test_a_half_does_not_wait_for_bytes() -> None:
    ids = list(bpe_core.encode_iterable(BYTES, ["\ud83d", b"a", "\udc4d"]))
    assert bytes(ids).decode() == "\ufffda\ufffd"
