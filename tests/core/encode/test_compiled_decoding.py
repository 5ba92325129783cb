"""Arrays of ids are decoded like lists of them, whatever their type, and checked alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.encode.compiled_decoding import decode_array
from bpe_core.encode.compiled_encoding import encode_array
from bpe_core.encode.whole_text import decode_bytes
from bpe_core.errors import OptionError, TokenIdError
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each

# Ids 256 and 260 are free; tokens of 1 to 300 bytes, around the words of eight that are copied.
OTHERS = (b"", b"ab", b"12345678", b"123456789", b"", b"x" * 16, b"y" * 300, "哈".encode())
MODEL = BPEModel(Vocabulary.of_bytes(OTHERS), (), {"哈": 263})
IDS = [k for k, token in enumerate(MODEL.vocabulary) if token]
TYPES = ("uint8", "int8", "uint16", ">u2", "int16", "uint32", ">u4", "int32", "uint64", "int64")


@settings(max_examples=examples(300))
@given(
    ids=st.lists(st.sampled_from(IDS), max_size=40),
    share=st.integers(1, 50),
    threads=st.integers(1, 4),
)
def test_any_ids_in_any_shares(ids: list[int], share: int, threads: int) -> None:
    expected = decode_bytes(MODEL, ids)
    data = decode_array(MODEL, np.array(ids, np.uint32), share=share, threads=threads)
    assert (type(data), data) == (bytes, expected)


@for_each("kind", TYPES)
def test_any_type_of_integers_and_any_layout(kind: str) -> None:
    ids = np.array([97, 98, 99, 100] * 30_000, kind)
    assert decode_array(MODEL, ids) == b"abcd" * 30_000
    assert decode_array(MODEL, ids[::-2]) == b"db" * 30_000
    ids.flags.writeable = False
    assert decode_array(MODEL, ids, threads=1) == b"abcd" * 30_000


@for_each("wrong", [-1, 256, 260, 264, 2**31, 2**32, 2**32 + 97, 2**63, 2**64 - 1])
@for_each("position", [0, 7, 39])
@for_each("threads", [1, 3])
def test_the_first_id_of_no_token_is_named(wrong: int, position: int, threads: int) -> None:
    kind = "int64" if wrong < 0 else "uint64"
    ids = np.full(40, 97, kind)
    ids[position:] = wrong
    with pytest.raises(TokenIdError) as found:
        decode_array(MODEL, ids, share=5, threads=threads)
    assert found.value.values == {"token_id": wrong, "position": position, "last": 263}
    with pytest.raises(TokenIdError) as slowly:
        decode_bytes(MODEL, ids.tolist())
    assert found.value.values == slowly.value.values


@pytest.mark.parametrize(
    "ids", [np.array([1.0]), np.array([True]), np.array([[97]]), np.array(["a"]), np.array(97)]
)
def test_other_arrays_are_refused(ids: np.ndarray) -> None:
    with pytest.raises(OptionError, match="integers in one dimension"):
        decode_array(MODEL, ids)


def test_decode_takes_arrays() -> None:
    text = sample("story_zh").text
    model = bpe_core.train(text, vocab_size=400)
    ids = encode_array(model, text)
    assert bpe_core.decode(model, ids, errors="strict") == text
    assert bpe_core.decode(model, ids[1:], errors="replace").endswith(text[9:])
    assert decode_bytes(model, ids[:0]) == b""


@settings(max_examples=examples(200))
@given(text=texts.texts)
def test_encoding_comes_back(text: str, gpt2: BPEModel) -> None:
    assert decode_array(gpt2, encode_array(gpt2, text), share=3) == text.encode()
