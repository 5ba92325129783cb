"""Every wrong input breaks a rule of its own, which names the value and what is allowed."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import bpe_core
from bpe_core import errors
from bpe_core.registry import TRAINERS, look_up
from bpe_core.texts import corpus
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from tests.for_each import for_each
from tests.raising import Expected, raises

Call = Callable[[], Any]


def train(text: Any = "low low", **options: Any) -> Call:
    return lambda: bpe_core.train(text, **{"vocab_size": 300, **options})


def options(**given: Any) -> Call:
    return lambda: TrainOptions(**given)


MODEL = bpe_core.train("low low", vocab_size=258)
NOT_UTF8 = b"caf\xe9 au lait"
OVERLONG = b"\xc0\xaf"
SURROGATE = b"a\xed\xa0\x80"

WRONG: dict[str, tuple[Call, Expected, str]] = {
    "bytes in Latin-1": (
        train(NOT_UTF8),
        errors.NotUTF8Error,
        "byte 0xE9 at offset 3 is not UTF-8 (invalid continuation byte)",
    ),
    "bytes of an overlong form": (
        train(OVERLONG),
        errors.NotUTF8Error,
        "byte 0xC0 at offset 0",
    ),
    "bytes of a surrogate": (train(SURROGATE), errors.NotUTF8Error, "byte 0xED at offset 1"),
    "half a character": (
        train("哈".encode()[:2]),
        errors.NotUTF8Error,
        "byte 0xE5 at offset 0",
    ),
    "encoding bytes in Latin-1": (
        lambda: bpe_core.encode(MODEL, NOT_UTF8),
        errors.NotUTF8Error,
        "byte 0xE9 at offset 3",
    ),
    "a lone surrogate in a special token": (
        train(special_tokens=["<\udfff>"]),
        "InputError.lone_surrogate",
        "character 1 is U+DFFF",
    ),
    "a vocabulary below the bytes": (
        train(vocab_size=255),
        "InputError.vocabulary_too_small",
        "vocab_size 255 is below 256: 256 and 0 special",
    ),
    "a vocabulary below bytes and specials": (
        train(vocab_size=256, special_tokens=["<|x|>"]),
        "InputError.vocabulary_too_small",
        "vocab_size 256 is below 257: 256 and 1 special",
    ),
    "a vocabulary size that is no integer": (
        train(vocab_size=300.5),
        errors.OptionError,
        "vocab_size=300.5: an integer",
    ),
    "an empty special token": (
        train(special_tokens=["<|x|>", ""]),
        "InputError.empty_special_token",
        "special token number 2 is empty",
    ),
    "a special token twice": (
        train(special_tokens=["<|x|>", "<|y|>", "<|x|>"]),
        "InputError.duplicate_special_token",
        "special token '<|x|>' is given twice",
    ),
    "a special token of one byte": (
        train(special_tokens=["\n"]),
        "InputError.special_token_taken",
        "special token '\\n' has the bytes of an ordinary token",
    ),
    "a special token that the counts teach": (
        train({b"low": 2}, special_tokens=["low"]),
        "InputError.special_token_taken",
        "special token 'low' has the bytes of an ordinary token",
    ),
    "an unknown pattern": (
        train(pattern="gpt5"),
        errors.UnknownNameError,
        "no pattern named 'gpt5'; known: gpt2, ",
    ),
    "an unknown trainer": (
        train(trainer="fast"),
        errors.UnknownNameError,
        f"no trainer named 'fast'; known: {', '.join(TRAINERS)}",
    ),
    "an unknown tie rule": (
        train(tie_break="last"),
        errors.UnknownNameError,
        "no tie break named 'last'; known: greatest, first_seen, lowest_ids, lowest_gpt2_ids",
    ),
    "an unknown sample": (
        lambda: corpus.sample("bible"),
        errors.UnknownNameError,
        "no sample named 'bible'; known: intj, ",
    ),
    "min_count 0": (train(min_count=0), errors.OptionError, "min_count=0: at least 1"),
    "min_count -3": (train(min_count=-3), errors.OptionError, "min_count=-3: at least 1"),
    "min_count 1.5": (train(min_count=1.5), errors.OptionError, "min_count=1.5: an integer"),
    "a negative number of merges": (
        options(num_merges=-1),
        errors.OptionError,
        "num_merges=-1: at least 0",
    ),
    "half a merge": (options(num_merges=0.5), errors.OptionError, "num_merges=0.5: an integer"),
    "vocab_size beside num_merges": (
        options(vocab_size=300, num_merges=10),
        errors.OptionError,
        "num_merges=10: not beside vocab_size",
    ),
    "counts of text": (
        train({"low": 2}),
        errors.OptionError,
        "pre-token='low': bytes, at least one",
    ),
    "counts of nothing": (
        train({b"": 2}),
        errors.OptionError,
        "pre-token=b'': bytes, at least",
    ),
    "a count of 0": (train({b"a": 1, b"low": 0}), errors.OptionError, "count of b'low'=0: an"),
    "a negative count": (train({b"low": -1}), errors.OptionError, "count of b'low'=-1: an"),
    "half a count": (
        train({b"low": 1.5}),
        errors.OptionError,
        "count of b'low'=1.5: an integer",
    ),
    "an empty corpus": (lambda: Corpus(""), "InputError.empty_text", "the text is empty"),
    "an empty upload": (lambda: corpus.from_bytes(b""), "InputError.empty_text", "is empty"),
    "an upload in Latin-1": (
        lambda: corpus.from_bytes(NOT_UTF8),
        errors.NotUTF8Error,
        "byte 0xE9 at offset 3",
    ),
    "an upload over the limit": (
        lambda: corpus.from_bytes(b"abcd", limit=3),
        "InputError.text_too_large",
        "4 bytes are more than the 3 allowed here",
    ),
}


@for_each("what", WRONG)
def test_wrong_input_breaks_its_rule_and_names_the_value(what: str) -> None:
    call, kind, message = WRONG[what]
    with raises(kind) as caught:
        call()
    assert isinstance(kind, str) or type(caught.value) is kind
    assert isinstance(caught.value, ValueError)
    assert message in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_unknown_name_is_said_before_any_work() -> None:
    def never_read() -> Any:
        raise AssertionError("the text was touched before the options were checked")
        yield

    for wrong in ({"pattern": "gpt5"}, {"trainer": "fast"}, {"tie_break": "last"}):
        with pytest.raises(errors.UnknownNameError):
            bpe_core.train(never_read(), vocab_size=300, **wrong)


def test_look_up_finds_what_it_lists() -> None:
    for name, trainer in TRAINERS.items():
        assert look_up("trainer", TRAINERS, name) is trainer
