"""Two special tokens with one id, as in o200k_harmony, mean what they mean in tiktoken."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import numpy as np
import pytest
import tiktoken
from tiktoken_ext import openai_public

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.known_ranks import KNOWN
from bpe_core.formats.tiktoken import read_tiktoken
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_name
from bpe_core.registry import FORMATS

NAME = "o200k_harmony"
SHARED = 200_018
NAMES = ("<|endofprompt|>", f"<|reserved_{SHARED}|>")
RANKS = {bytes([value]): value for value in range(256)} | {b"lo": 256, b"low": 257}


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> tiktoken.Encoding:
    """tiktoken's o200k_harmony with few ranks, since its own would be downloaded."""
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: RANKS)
    return tiktoken.Encoding(**openai_public.o200k_harmony())


def lines(ranks: Mapping[bytes, int]) -> bytes:
    rows = (f"{base64.b64encode(token).decode()} {rank}\n" for token, rank in ranks.items())
    return "".join(rows).encode()


def ours(theirs: tiktoken.Encoding) -> BPEModel:
    """What the page reads when it asks for the name."""
    return read_tiktoken(
        {f"{NAME}.tiktoken": lines(RANKS)},
        pattern=pattern_name(theirs._pat_str),
        special_tokens=theirs._special_tokens,
    )


def test_the_shared_id_decodes_as_tiktoken_decodes_it(theirs: tiktoken.Encoding) -> None:
    model = ours(theirs)
    specials = list(KNOWN[NAME].special_tokens.values())
    assert set(NAMES) == {n for n, k in KNOWN[NAME].special_tokens.items() if k == SHARED}
    assert bpe_core.decode(model, [SHARED]) == theirs.decode([SHARED])
    assert bpe_core.decode(model, specials) == theirs.decode(specials)
    assert bpe_core.decode_array(model, np.array(specials)) == theirs.decode_bytes(specials)


def test_either_name_is_encoded_to_the_shared_id(theirs: tiktoken.Encoding) -> None:
    model, text = ours(theirs), "low{}slow{}<|start|>".format(*NAMES)
    expected = theirs.encode(text, allowed_special="all")
    assert expected.count(SHARED) == 2
    every = tuple(model.special_tokens)
    assert bpe_core.encode(model, text, allowed_special=every) == expected
    assert bpe_core.encode_array(model, text, allowed_special=every).tolist() == expected
    for name in NAMES:
        assert bpe_core.encode(model, name, allowed_special=[name]) == [SHARED]


def test_the_file_of_that_name_has_all_its_special_tokens() -> None:
    size = KNOWN[NAME].size
    tokens = {value.to_bytes(3, "big"): value for value in range(256, size)}
    single = {bytes([value]): value for value in range(256)}
    model = read_tiktoken({f"{NAME}.tiktoken": lines(single | tokens)})
    assert (model.pattern, len(model.vocabulary)) == ("o200k", 201_088)
    assert b"" not in model.vocabulary
    assert dict(model.special_tokens) == KNOWN[NAME].special_tokens


@pytest.mark.parametrize("form", ["gpt2", "huggingface", "bbpe"])
def test_a_format_of_one_name_per_id_refuses_it(form: str) -> None:
    specials = {"<a>": 258, "<b>": 258}
    model = read_tiktoken({"x.tiktoken": lines(RANKS)}, special_tokens=specials)
    with pytest.raises(FormatError, match="id 258: <a> and <b> both have it"):
        FORMATS[form].write(model)


def test_the_name_of_a_special_token_cannot_take_a_tokens_rank() -> None:
    with pytest.raises(FormatError, match="id 97 belongs to b'a' already"):
        read_tiktoken({"x.tiktoken": lines(RANKS)}, special_tokens={"<|x|>": 97})
