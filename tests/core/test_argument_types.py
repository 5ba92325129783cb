"""A value of another type is taken where it is meant, and otherwise refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bpe_core
from bpe_core.errors import (
    BPELabError,
    NotAnIdError,
    OptionError,
    UnknownNameError,
    UnknownSpecialTokenError,
)
from tests.for_each import for_each

TEXT = "low lower newest 日本<|x|>"
SPECIALS = ["<|x|>", "<|y|>"]
MODEL = bpe_core.train("low lower newest " * 9, vocab_size=264, special_tokens=SPECIALS)
IDS = bpe_core.encode(MODEL, TEXT)
ENCODERS = (bpe_core.encode, lambda *a, **k: bpe_core.encode_array(*a, **k).tolist())


@pytest.mark.parametrize("encode", ENCODERS)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_bytes_are_a_text(encode: Callable[..., list[int]], kind: Any) -> None:
    assert encode(MODEL, kind(TEXT.encode())) == IDS
    assert bpe_core.train(kind(TEXT.encode()), vocab_size=260) == bpe_core.train(
        TEXT, vocab_size=260
    )


@pytest.mark.parametrize("encode", ENCODERS)
def test_all_stands_for_all_special_tokens(encode: Callable[..., list[int]]) -> None:
    assert encode(MODEL, TEXT, allowed_special="all") == encode(
        MODEL, TEXT, allowed_special=SPECIALS
    )
    assert encode(MODEL, TEXT, allowed_special="all") != IDS
    with pytest.raises(UnknownSpecialTokenError, match="'all' is not a special token"):
        encode(MODEL, TEXT, allowed_special=["all"])


def test_all_stands_for_them_in_a_file_too(tmp_path: Path) -> None:
    bpe_core.encode_file(MODEL, TEXT, tmp_path / "a.npy", allowed_special="all")
    expected = bpe_core.encode(MODEL, TEXT, allowed_special=SPECIALS)
    assert np.load(tmp_path / "a.npy").tolist() == expected


def test_integers_of_numpy_are_integers() -> None:
    assert bpe_core.decode(MODEL, [np.int64(i) for i in IDS]) == TEXT
    trained = bpe_core.train("low lower", vocab_size=np.int64(258), min_count=np.uint8(1))  # type: ignore[arg-type]
    assert trained == bpe_core.train("low lower", vocab_size=258)
    threads: Any = np.int64(1)
    assert bpe_core.encode_array(MODEL, TEXT, threads=threads).tolist() == IDS


TEXT_IN_FRONT: Any = TEXT  # where the model belongs


@pytest.mark.parametrize(
    "call",
    [
        lambda: bpe_core.encode(TEXT_IN_FRONT, TEXT),
        lambda: bpe_core.encode_array(TEXT_IN_FRONT, TEXT),
        lambda: bpe_core.encode_iterable(TEXT_IN_FRONT, [TEXT]),
        lambda: bpe_core.encode_file(TEXT_IN_FRONT, TEXT, "y"),
        lambda: bpe_core.decode(TEXT_IN_FRONT, IDS),
        lambda: bpe_core.decode_array(TEXT_IN_FRONT, np.array(IDS)),
        lambda: bpe_core.save(TEXT_IN_FRONT, "folder"),
    ],
)
def test_another_value_for_the_model_is_refused_in_a_sentence(call: Callable[[], Any]) -> None:
    with pytest.raises(OptionError, match=r"^model='\w+': a BPEModel"):
        call()


def test_no_value_makes_a_message_endless() -> None:
    with pytest.raises(UnknownNameError) as refused:
        bpe_core.train(TEXT, vocab_size=300, tie_break="x" * 10**6)
    assert len(str(refused.value)) < 1000
    assert len(repr(MODEL)) < 100


def train(**options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.train(TEXT, **{"vocab_size": 300, **options})


def encode(text: Any = TEXT, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.encode(MODEL, text, **options)


def array(text: Any = TEXT, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.encode_array(MODEL, text, **options)


def decode(ids: Any, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.decode(MODEL, ids, **options)


def load(path: Any = "x", **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.load(path, **options)


A_LIST, A_TEXT = "a list of texts, such as", "a text: str, or its UTF-8 as bytes"
REFUSED: dict[str, tuple[Callable[[], Any], type[BPELabError], str]] = {
    "one text of special tokens": (train(special_tokens="日本"), OptionError, A_LIST),
    "one special token in bytes": (train(special_tokens=b"<x>"), OptionError, A_LIST),
    "no special tokens at all": (train(special_tokens=5), OptionError, A_LIST),
    "special tokens of bytes": (train(special_tokens=[b"<x>"]), OptionError, "every one a str"),
    "loading with one text": (load(special_tokens="<x>"), OptionError, A_LIST),
    "allowed: one text": (encode(allowed_special="<|x|>"), OptionError, "or 'all'"),
    "allowed: one text, array": (array(allowed_special="<|x|>"), OptionError, "or 'all'"),
    "allowed: no collection": (encode(allowed_special=True), OptionError, "or 'all'"),
    "a path as a text": (encode(Path("x")), OptionError, "read the file first"),
    "a path as a text, array": (array(Path("x")), OptionError, "read the file first"),
    "a number as a text": (encode(5), OptionError, A_TEXT),
    "nothing as a text": (array(None), OptionError, A_TEXT),
    "a list as a text": (encode(["low"]), OptionError, A_TEXT),
    "a float among ids": (decode([108, 1.0]), NotAnIdError, "1.0 at position 1"),
    "a float of numpy": (decode([np.float64(1)]), NotAnIdError, "at position 0"),
    "a text as ids": (decode("108"), NotAnIdError, "'1' at position 0"),
    "texts as ids": (decode(["108"]), NotAnIdError, "'108' at position 0"),
    "nothing as ids": (decode(None), OptionError, "a list of ids"),
    "one id": (decode(108), OptionError, "a list of ids"),
    "no list of ids for an array": (
        lambda: bpe_core.decode_array(MODEL, [108]),  # type: ignore[arg-type]
        OptionError,
        "a numpy array",
    ),
    "an unknown way with errors": (decode([108], errors="x"), OptionError, "errors='x'"),
    "a text as a size": (train(vocab_size="300"), OptionError, "an integer"),
    "a text of threads": (array(threads="2"), OptionError, "an integer of at least 1"),
    "half a thread": (array(threads=1.5), OptionError, "an integer of at least 1"),
    "a pattern of bytes": (train(pattern=b"gpt2"), BPELabError, "pattern"),
    "no pattern": (train(pattern=None), BPELabError, "pattern"),
    "a trainer of another type": (train(trainer=[]), BPELabError, "trainer"),
    "a tie rule of another type": (train(tie_break=[]), BPELabError, "tie break"),
    "a number as a path": (load(5), OptionError, "a path: a str or a Path"),
    "bytes as a path": (load(b"x"), OptionError, "a path: a str or a Path"),
    "saving to a number": (lambda: bpe_core.save(MODEL, 5), OptionError, "a path"),  # type: ignore[arg-type]
    "ids to a number": (
        lambda: bpe_core.encode_file(MODEL, TEXT, 5),  # type: ignore[arg-type]
        OptionError,
        "a path: a str or a Path",
    ),
}


@for_each("what", REFUSED)
def test_what_is_not_meant_gets_a_sentence(what: str) -> None:
    call, kind, message = REFUSED[what]
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_a_model_has_a_hash_as_equal_ones_have() -> None:
    again = replace(MODEL)
    assert again == MODEL
    assert len({MODEL, again, replace(MODEL, pattern="none")}) == 2
