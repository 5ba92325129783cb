"""A ``tokenizer.json`` means the same here and in Hugging Face tokenizers, whoever wrote it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.huggingface import write_huggingface
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.registry import FORMATS
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.core.formats.huggingface_files import (
    CUSTOM,
    FILE,
    NAMES,
    PRE_TOKENIZERS,
    SPECIALS,
    read,
    theirs,
    trained,
    written,
)
from tests.examples import examples
from tests.for_each import for_each


@for_each("pattern", NAMES)
def test_a_written_file_is_read_back_equal(pattern: str) -> None:
    assert read(write_huggingface(trained(pattern))[FILE]) == trained(pattern)


@pytest.mark.parametrize("pattern", NAMES)
def test_a_written_file_gives_our_ids_there(pattern: str, shared: Callable[[str], Any]) -> None:
    if pattern == CUSTOM:
        text = sample("story_en").text
    else:
        text = shared("data/corpus.en").read_text("utf-8")[:20_000]
    text = f"{text}<|x|><|x|><|x|>结束{sample('story_zh').text}<|endoftext|>"
    model, peer = trained(pattern), written(pattern)
    ids = peer.encode(text).ids
    assert ids == bpe_core.encode(model, text, allowed_special=SPECIALS)
    assert peer.decode(ids, skip_special_tokens=False) == text
    assert {peer.token_to_id(token) for token in SPECIALS} == {256, 257, 258, 259}


@settings(max_examples=examples(400))
@given(pattern=st.sampled_from(tuple(PATTERNS)), text=texts.texts)
def test_any_text_has_our_ids_there(pattern: str, text: str) -> None:
    ids = written(pattern).encode(text).ids
    assert ids == bpe_core.encode(trained(pattern), text, allowed_special=SPECIALS)


def test_gpt2_written_here(gpt2: BPEModel, shared: Callable[[str], Any]) -> None:
    text = shared("data/corpus.en").read_text("utf-8")
    file = write_huggingface(gpt2)[FILE]
    assert Tokenizer.from_str(file).encode(text).ids == bpe_core.encode(gpt2, text)
    assert read(file) == gpt2


@settings(max_examples=examples(200))
@given(
    text=st.one_of(
        texts.adversarial, st.text("e\u0301n\u0303a\u0308\u1100\u1161가", max_size=20)
    )
)
def test_a_file_that_composes_characters_gives_their_ids(text: str) -> None:
    file = {**theirs(), "normalizer": {"type": "NFC"}}
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    assert model.normalization == "NFC"
    assert bpe_core.encode(model, text) == peer.encode(text).ids
    again = write_huggingface(model)[FILE]
    assert read(again) == model
    assert Tokenizer.from_str(again).encode(text).ids == peer.encode(text).ids


def test_only_some_formats_can_say_that_characters_are_composed() -> None:
    model = read(json.dumps({**theirs(), "normalizer": {"type": "NFC"}}))
    gpt2 = FORMATS["gpt2"]
    files = {name: text.encode() for name, text in gpt2.write(model).items()}
    assert gpt2.read(files) == model
    for name in ("bbpe", "tiktoken", "subword_nmt"):
        with pytest.raises(FormatError):
            FORMATS[name].write(model)


@for_each("kind", PRE_TOKENIZERS)
@for_each("ignore_merges", [False, True])
def test_their_file_gives_their_ids_here(kind: str, ignore_merges: bool) -> None:
    pattern = PRE_TOKENIZERS[kind][1]
    file = theirs(kind, ignore_merges=ignore_merges)
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    text = sample("story_en").text + "<|endoftext|> sooner or later <|late|><pad>"
    assert bpe_core.encode(model, text, allowed_special=model.special_tokens) == (
        peer.encode(text).ids
    )
    assert (model.pattern, model.whole_first) == (pattern, ignore_merges)
    specials = ("<|endoftext|>", "<pad>", "<|late|>", "later")
    assert dict(model.special_tokens) == {token: peer.token_to_id(token) for token in specials}


def test_whole_pre_tokens_come_before_merges() -> None:
    file = theirs(ignore_merges=True)
    made = [written[0] + written[1] for written in file["model"]["merges"]]
    word = next(token for token in made if token.isalpha() and len(token) > 3)
    pairs = zip(made, file["model"]["merges"], strict=True)
    file["model"]["merges"] = [pair for token, pair in pairs if token != word]
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    for text in (word, f"{word}s", f"a {word} {word}"):
        assert bpe_core.encode(model, text) == peer.encode(text).ids
    whole = bpe_core.encode(model, word.replace("Ġ", " "))
    assert whole == [file["model"]["vocab"][word]]
    assert read(write_huggingface(model)[FILE]) == model


def test_merges_of_older_files() -> None:
    file = theirs()
    new = read(json.dumps(file))
    file["model"]["merges"] = [" ".join(pair) for pair in file["model"]["merges"]]
    del file["model"]["type"]
    assert read(json.dumps(file)) == new


def test_the_caller_overrules_pattern_and_special_tokens() -> None:
    file = json.dumps(theirs())
    model = read(file, pattern="whitespace", special_tokens=["<pad>", "<|late|>", "later"])
    assert model.pattern == "whitespace"
    assert list(model.special_tokens) == ["<pad>", "<|late|>", "later"]
    assert model.vocabulary[0] == b"<|endoftext|>"


Edit = Callable[[dict[str, Any]], object]
