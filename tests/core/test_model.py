"""Models are values: frozen, complete at construction, equal after a pickle."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

import bpe_core
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import OptionError, TokenIdError
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.registry import ENCODERS
from tests.for_each import for_each
from tests.raising import Expected, raises


@pytest.fixture
def model() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=260, special_tokens=["<|x|>"])


def test_ids_are_bytes_then_specials_then_merges(model: BPEModel) -> None:
    assert model.vocabulary[:256] == tuple(bytes([value]) for value in range(256))
    assert model.vocabulary[256] == b"<|x|>"
    assert [merge.new_id for merge in model.merges] == [257, 258, 259]
    for left, right, new_id in model.merges:
        assert model.vocabulary[new_id] == model.vocabulary[left] + model.vocabulary[right]


def test_a_model_cannot_be_changed(model: BPEModel) -> None:
    with pytest.raises(FrozenInstanceError):
        model.pattern = "none"
    with pytest.raises(TypeError):
        model.special_tokens["<|y|>"] = 3
    with pytest.raises(TypeError):
        model.merge_ranks[(0, 0)] = (0, 0)


def test_a_model_keeps_no_hold_of_what_it_was_made_from() -> None:
    specials = {"<|x|>": 256}
    model = BPEModel(Vocabulary.of_bytes([b"<|x|>"]), (), specials)
    specials["<|y|>"] = 3
    assert dict(model.special_tokens) == {"<|x|>": 256}


def test_a_pickled_model_is_equal_and_works(model: BPEModel) -> None:
    again = pickle.loads(pickle.dumps(model))
    assert again == model
    assert again.merge_ranks == model.merge_ranks
    assert bpe_core.encode(again, "lower") == bpe_core.encode(model, "lower")


@pytest.mark.parametrize("name", ENCODERS)
def test_a_pair_listed_twice_keeps_its_first_rank(name: str) -> None:
    # (b, c) comes before (a, b) by its first place; its second place, behind, changes nothing.
    vocabulary = Vocabulary.of_bytes([b"bc", b"ab"])
    b_c, a_b = Merge(98, 99, 256), Merge(97, 98, 257)
    model = BPEModel(vocabulary, (b_c, a_b, b_c))
    assert model.merge_ranks[(98, 99)] == (0, 256)
    assert result_of(ENCODERS[name](model, b"abc")) == [97, 256]


def test_a_special_token_stands_at_an_id_of_the_vocabulary() -> None:
    message = r"token id 256 at position <\|x\|> is no token's; ids are in 0\.\.255"
    with pytest.raises(TokenIdError, match=message):
        BPEModel(Vocabulary.of_bytes(), (), {"<|x|>": 256})
    with raises("InputError.special_token_taken", match="special token 'ab' has the bytes"):
        BPEModel(Vocabulary.of_bytes([b"ab", b"ab"]), (Merge(97, 98, 257),), {"ab": 256})


def test_a_vocabulary_is_a_sequence_of_bytes() -> None:
    vocabulary = Vocabulary.of_bytes([b"ab"])
    assert len(vocabulary) == 257
    assert list(vocabulary)[-1] == vocabulary[256] == vocabulary[-1] == b"ab"
    assert b"ab" in vocabulary
    assert vocabulary.index(b"ab") == 256


TOKENS = (*ALL_BYTES, b"ab", b"aba", b"", b"<x>")
IDS = tuple(range(256))
AB, ABA = Merge(97, 98, 256), Merge(256, 97, 257)


def model_of(*merges: Any, **values: Any) -> Callable[[], BPEModel]:
    return lambda: BPEModel(Vocabulary(TOKENS, IDS), merges, **values)


def vocabulary_of(tokens: Any = TOKENS, byte_ids: Any = IDS) -> Callable[[], Any]:
    return lambda: Vocabulary(tokens, byte_ids)


# What would be read beyond an array, or silently as something else, in compiled code.
WRONG: dict[str, tuple[Callable[[], Any], Expected, str]] = {
    "one token": (vocabulary_of((b"a",), (0,)), OptionError, "byte_ids='1 ids': 256 ids"),
    "tokens of text": (vocabulary_of([*TOKENS, "x"]), OptionError, r"tokens\[260\]='x': bytes"),
    "tokens that change": (vocabulary_of([bytearray(b"a")]), OptionError, r"tokens\[0\]="),
    "one text of tokens": (vocabulary_of(b"abc"), OptionError, "tokens=b'abc'"),
    "a number of tokens": (vocabulary_of(5), OptionError, "tokens=5"),
    "no ids": (vocabulary_of(byte_ids=None), OptionError, "byte_ids=None"),
    "one id too many": (vocabulary_of(byte_ids=(*IDS, 256)), OptionError, "'257 ids'"),
    "a negative id": (vocabulary_of(byte_ids=(-256, *IDS[1:])), TokenIdError, "id -256 at"),
    "a large id": (vocabulary_of(byte_ids=(2**32, *IDS[1:])), TokenIdError, "4294967296"),
    "half an id": (vocabulary_of(byte_ids=(0.0, *IDS[1:])), OptionError, "=0.0: an integer"),
    "ids of True": (vocabulary_of(byte_ids=(0, True, *IDS[2:])), OptionError, "=True: an int"),
    "ids of text": (vocabulary_of(byte_ids=("0", *IDS[1:])), OptionError, "='0': an integer"),
    "another's id": (
        vocabulary_of(byte_ids=IDS[::-1]),
        OptionError,
        r"=255: the id of b'\\x00'",
    ),
    "others of no bytes": (lambda: Vocabulary.of_bytes([5]), OptionError, "=5: bytes"),  # type: ignore[list-item]
    "no others": (lambda: Vocabulary.of_bytes(5), OptionError, "others=5"),  # type: ignore[arg-type]
    "no vocabulary": (lambda: BPEModel(TOKENS, ()), OptionError, "a Vocabulary"),  # type: ignore[arg-type]
    "merges in a set": (
        lambda: BPEModel(Vocabulary(TOKENS, IDS), {AB}),  # type: ignore[arg-type]
        OptionError,
        "merges in rank order",
    ),
    "no merges": (lambda: BPEModel(Vocabulary.of_bytes(), None), OptionError, "merges=None"),  # type: ignore[arg-type]
    "a negative new id": (model_of(AB, Merge(97, 98, -3)), TokenIdError, r"-3 at .* merges\[1"),
    "a negative left": (model_of(Merge(-1, 98, 256)), TokenIdError, "id -1 at position"),
    "a large right": (model_of(Merge(97, 2**64, 256)), TokenIdError, "18446744073709551616"),
    "just too large": (model_of(Merge(97, 98, 260)), TokenIdError, r"ids are in 0\.\.259"),
    "half a merge": (
        model_of(Merge(97, 98, 256.0)),
        OptionError,
        r"merges\[0\]=256\.0: an int",
    ),  # type: ignore[arg-type]
    "a merge of text": (model_of(Merge("a", "b", "ab")), OptionError, "='a': an integer"),  # type: ignore[arg-type]
    "a merge with True": (model_of(Merge(True, 98, 256)), OptionError, "=True: an integer"),
    "a merge of two": (model_of((97, 98)), OptionError, "left id, right id, new id"),
    "a merge of text alone": (model_of("abc"), OptionError, r"merges\[0\]='abc': left id"),
    "a merge of nothing": (model_of(None), OptionError, r"merges\[0\]=None: left id"),
    "another token": (model_of(Merge(97, 98, 257)), OptionError, "do not make b'aba'"),
    "the other way": (model_of(Merge(98, 97, 256)), OptionError, "b'b' and b'a' do not make"),
    "a free id": (model_of(Merge(258, 97, 97)), OptionError, "b'' and b'a' do not make b'a'"),
    "a special one": (
        model_of(AB, special_tokens={"ab": 256}),
        OptionError,
        "256 is a special one",
    ),
    "ranks too few": (model_of(AB, ABA, ranks=(0,)), OptionError, "ranks='1 ranks': one for"),
    "ranks that fall": (model_of(AB, ABA, ranks=(5, 4)), OptionError, r"ranks\[1\]=4: one for"),
    "ranks below 0": (model_of(AB, ranks=(-1,)), OptionError, r"ranks\[0\]=-1"),
    "ranks of floats": (model_of(AB, ranks=(0.5,)), OptionError, "ranks=0.5: an integer"),
    "a number of ranks": (model_of(AB, ranks=5), OptionError, "ranks=5: one for each merge"),
    "specials in a list": (model_of(special_tokens=["<x>"]), OptionError, "a mapping"),
    "a special number": (model_of(special_tokens={5: 259}), OptionError, "every one a str"),
    "special bytes": (model_of(special_tokens={b"<x>": 259}), OptionError, "every one a str"),
    "nothing special": (
        model_of(special_tokens={"": 258}),
        "InputError.empty_special_token",
        "1 is empty",
    ),
    "half a character": (
        model_of(special_tokens={"\ud800": 259}),
        "InputError.lone_surrogate",
        "U\\+D800",
    ),
    "a special id of text": (model_of(special_tokens={"<x>": "259"}), OptionError, "'259'"),
    "a special id too large": (model_of(special_tokens={"<x>": 260}), TokenIdError, "260 at"),
    "another's special id": (
        model_of(special_tokens={"<x>": 257}),
        OptionError,
        "not of b'aba'",
    ),
    "a special byte": (
        model_of(special_tokens={"a": 97}),
        "InputError.special_token_taken",
        "'a' has",
    ),
    "a pattern of bytes": (model_of(pattern=b"gpt2"), OptionError, "pattern=b'gpt2': a name"),
    "no tie rule": (model_of(tie_break=None), OptionError, "tie_break=None: a name"),
    "perhaps whole first": (model_of(whole_first=2), OptionError, "whole_first=2: True or"),
    "another form": (model_of(normalization="NFKC"), OptionError, "normalization='NFKC': one"),
    "forms": (model_of(normalization=["NFC"]), OptionError, r"=\['NFC'\]: a name"),
}


@for_each("what", WRONG)
def test_a_wrong_value_is_refused_where_the_model_is_made(what: str) -> None:
    make, kind, message = WRONG[what]
    with raises(kind, match=message):
        make()


def test_what_a_list_and_numpy_hold_becomes_plain() -> None:
    merges = np.array([AB, ABA])
    vocabulary = Vocabulary(list(TOKENS), np.array(IDS))  # type: ignore[arg-type]
    made: BPEModel = BPEModel(
        vocabulary, merges, {"<x>": np.int64(259)}, ranks=np.array([3, 3])
    )  # type: ignore[arg-type]
    plain = BPEModel(Vocabulary(TOKENS, IDS), (AB, ABA), {"<x>": 259}, ranks=(3, 3))
    assert made == plain
    assert hash(made) == hash(plain)
    assert {type(number) for merge in made.merges for number in merge} == {int}
    assert isinstance(made.merges[0], Merge)


def test_merges_are_checked_once_and_again_beside_other_special_tokens() -> None:
    whole = model_of(AB, special_tokens={"<x>": 259})()
    assert replace(whole, pattern="none").merges is whole.merges
    again = pickle.loads(pickle.dumps(whole))
    assert again.vocabulary.are_known(again.merges, {259})
    assert not again.vocabulary.are_known(again.merges, {256})
    with pytest.raises(OptionError, match="256 is a special one"):
        replace(whole, special_tokens={"ab": 256})
