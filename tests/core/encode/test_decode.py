"""Decoding: every id is checked, and half a character is replaced or refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.encode import compiled
from bpe_core.encode.whole_text import decode_bytes
from bpe_core.errors import NotUTF8Error, TokenIdError
from bpe_core.kernels import decode_ids
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.examples import examples


@pytest.fixture(scope="module")
def model() -> BPEModel:
    return bpe_core.train(sample("story_zh").text, vocab_size=400, special_tokens=["<|end|>"])


@pytest.mark.parametrize(
    "ids", [[400], [97, 400], [97, 98, 10**9], [-1], [97, -400], [97, -257]]
)
def test_an_id_outside_the_vocabulary_is_named_with_its_place(
    ids: list[int], model: BPEModel
) -> None:
    assert len(model.vocabulary) == 400
    with pytest.raises(TokenIdError) as caught:
        bpe_core.decode(model, ids)
    bad, position = ids[-1], len(ids) - 1
    what = f"token id {bad} at position {position}"
    assert str(caught.value) == f"{what} is no token's; ids are in 0..399"
    assert caught.value.values == {"token_id": bad, "position": position, "last": 399}


def test_the_first_and_the_last_id_are_in_range(model: BPEModel) -> None:
    assert decode_bytes(model, [0, 255, 399]) == b"\x00\xff" + model.vocabulary[399]
    assert decode_bytes(model, []) == b""
    assert bpe_core.decode(model, iter([256])) == "<|end|>"


def test_ids_that_somebody_writes_to_meanwhile_are_decoded_as_they_were(
    model: BPEModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = np.array(bpe_core.encode(model, "好 story"), np.uint32)

    def measure_and_change(*arguments: Any) -> int:
        size = measure(*arguments)
        ids[:] = 65
        return size

    measure = decode_ids.measure
    monkeypatch.setattr(compiled, "measure", measure_and_change)
    assert bpe_core.decode(model, ids) == "好 story"
    assert ids.tolist() == [65] * len(ids)


def test_more_bytes_of_tokens_than_kernels_can_number_are_decoded_in_python(
    model: BPEModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "MOST_TOKEN_BYTES", 1000)
    again = replace(model)  # no other's tables
    ids = np.array(bpe_core.encode(model, "好 story"), np.uint32)
    assert bpe_core.decode(again, ids) == "好 story"
    with pytest.raises(TokenIdError, match="id 400 at position 0"):
        bpe_core.decode(again, np.array([400]))


def test_half_a_character_is_replaced_by_default(model: BPEModel) -> None:
    first, second, third = "哈".encode()
    assert bpe_core.decode(model, [97, first, second]) == "a\ufffd"
    assert bpe_core.decode(model, [third, 97]) == "\ufffda"
    assert bpe_core.decode(model, [first, second, third]) == "哈"


def test_half_a_character_is_refused_when_strict(model: BPEModel) -> None:
    first, second, _ = "哈".encode()
    with pytest.raises(NotUTF8Error, match="byte 0xE5 at offset 1 is not UTF-8"):
        bpe_core.decode(model, [97, first, second], errors="strict")
    with pytest.raises(NotUTF8Error, match="byte 0xFF at offset 0"):
        bpe_core.decode(model, [255], errors="strict")


def test_tokens_decoded_one_by_one_do_not_join_to_the_text(model: BPEModel) -> None:
    ids = list("哈".encode())
    assert "".join(bpe_core.decode(model, [i]) for i in ids) == "\ufffd" * 3
    assert bpe_core.decode(model, ids) == "哈"


@settings(max_examples=examples(500))
@given(ids=st.lists(st.integers(0, 399), max_size=20))
def test_any_ids_decode_to_their_tokens(ids: list[int], model: BPEModel) -> None:
    data = decode_bytes(model, ids)
    assert data == b"".join(model.vocabulary[i] for i in ids)
    assert bpe_core.decode(model, ids) == data.decode("utf-8", "replace")


@settings(max_examples=examples(500))
@given(text=texts.texts)
def test_any_text_comes_back(text: str, model: BPEModel) -> None:
    assert bpe_core.decode(model, bpe_core.encode(model, text), errors="strict") == text
