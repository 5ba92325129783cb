"""Added tokens: those that are not special are recognized in every text, by every engine."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers

import bpe_core
from bpe_core.encode.whole_text import SHORT
from bpe_core.errors import BPELabError, FormatError, OptionError
from bpe_core.formats.huggingface import FILE, read_huggingface
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.registry import FORMATS
from tests.core.formats.huggingface_files import theirs
from tests.examples import examples

SPECIAL = ("<|x|>", "<|x|><|y|>")
ALWAYS = ("<think>", "  ", "   ", "<|x")  # phi-2's runs of spaces, and one within a special one
Engine: TypeAlias = Callable[[BPEModel, str, Sequence[str]], Sequence[int]]


@cache
def file_with(*hidden: str, twin: str = "") -> str:
    """A file with these tokens; ``hidden`` ones have names that are in no text."""
    file = theirs()
    if twin:
        file["model"]["vocab"][twin] = len(file["model"]["vocab"])
    size = len(file["model"]["vocab"])
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    file["added_tokens"] = [
        {
            "id": size + k,
            "content": f"\0{k}" if content in hidden else content,
            "special": content in SPECIAL,
            **flags,
        }
        for k, content in enumerate((*SPECIAL, *ALWAYS))
    ]
    return json.dumps(file)


@cache
def model() -> BPEModel:
    return read_huggingface({FILE: file_with().encode()})


@cache
def peer(allowed: tuple[str, ...]) -> Tokenizer:
    """Theirs, to which special tokens that are not allowed are unknown."""
    hidden = [token for token in SPECIAL if token not in allowed]
    return Tokenizer.from_str(file_with(*hidden))


def in_pieces(model: BPEModel, text: str, allowed: Sequence[str]) -> list[int]:
    cuts = [*range(0, len(text), 3), len(text)]
    pieces = [text[start:end] for start, end in pairwise(cuts)]
    return list(bpe_core.encode_iterable(model, pieces, allowed_special=allowed, block=1))


def in_a_file(model: BPEModel, text: str, allowed: Sequence[str]) -> list[int]:
    with TemporaryDirectory() as folder:
        target = Path(folder, "ids.npy")
        bpe_core.encode_file(model, [text], target, allowed_special=allowed, block=7)
        ids: list[int] = np.load(target).tolist()
        return ids


def in_threads(model: BPEModel, text: str, allowed: Sequence[str]) -> list[int]:
    ids: list[int] = bpe_core.encode_array(model, text, allowed_special=allowed).tolist()
    return ids


def whole(model: BPEModel, text: str, allowed: Sequence[str]) -> list[int]:
    return bpe_core.encode(model, text, allowed_special=allowed)


ENGINES: dict[str, Engine] = {
    "encode": whole,
    "array": in_threads,
    "pieces": in_pieces,
    "file": in_a_file,
}
parts = st.sampled_from([*SPECIAL, *ALWAYS, " ", "|>", "<", "<|", "to be", "\n", "don't", "é"])


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=examples(40))
@given(parts=st.lists(parts, max_size=9), allowed=st.sampled_from([(), SPECIAL[:1], SPECIAL]))
def test_every_engine_finds_what_their_search_finds(
    engine: str, parts: list[str], allowed: tuple[str, ...]
) -> None:
    """Short and long texts: long ones go through compiled code, and through threads."""
    text = "".join(parts)
    ids = peer(allowed).encode(text).ids
    assert ENGINES[engine](model(), text, allowed) == ids
    long = f"{text}\n" * 40
    assert ENGINES[engine](model(), long, allowed) == peer(allowed).encode(long).ids


def test_a_long_text_is_searched_by_compiled_engines() -> None:
    text = "one  <think> two   <|x|> three\n" * (2 * SHORT // 31)
    ids = peer(()).encode(text).ids
    assert ENGINES["array"](model(), text, ()) == ids
    assert [*bpe_core.encode_iterable(model(), [text[:999], text[999:]])] == ids
    assert bpe_core.decode(model(), ids) == text


# --- The values and the formats that hold them


def test_a_model_is_another_one_without_them() -> None:
    other = replace(model(), always=frozenset({"<think>"}))
    assert other != model()
    assert hash(other) != hash(model())
    assert pickle.loads(pickle.dumps(model())) == model()


@pytest.mark.parametrize("name", ["gpt2", "huggingface"])
def test_a_format_that_can_tell_keeps_them(name: str, tmp_path: Path) -> None:
    bpe_core.save(model(), tmp_path, format=name)
    assert bpe_core.load(tmp_path) == model()


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"gpt2", "huggingface"}))
def test_a_format_that_cannot_tell_refuses(name: str) -> None:
    with pytest.raises(FormatError):
        FORMATS[name].write(replace(model(), pattern="gpt2"))


def test_only_a_special_token_can_be_one() -> None:
    with pytest.raises(OptionError, match="always"):
        BPEModel(Vocabulary.of_bytes([b"<x>"]), (), {"<x>": 256}, always=frozenset({"<y>"}))


def test_an_ordinary_token_of_the_same_bytes_is_only_read() -> None:
    """Theirs finds the added one, always; so do we."""
    file = file_with(twin="ĠĠ")
    ours = read_huggingface({FILE: file.encode()})
    assert bpe_core.encode(ours, "a  b   c") == Tokenizer.from_str(file).encode("a  b   c").ids


# --- Beside vocab.json and merges.txt


def pair(folder: Path, **files: object) -> BPEModel:
    """The bytes and two merges, with more files beside them."""
    bpe_core.save(bpe_core.train("low low", vocab_size=258), folder)
    (folder / "bpe-lab.json").unlink()
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")
    return bpe_core.load(folder, pattern="gpt2")


def owner(folder: Path, *texts: str) -> Tokenizer:
    names = map(str, (folder / "vocab.json", folder / "merges.txt"))
    peer = Tokenizer(models.BPE.from_file(*names))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.add_tokens([AddedToken(text, normalized=False) for text in texts])
    return peer


TEXT = "low  <think>low<|im_end|> lo"


@pytest.mark.parametrize("word", ["ow", "low"])
def test_a_token_that_merges_make_may_be_added_too(word: str, tmp_path: Path) -> None:
    ours = pair(tmp_path, added_tokens={word: {"ow": 256, "low": 257}[word]})
    for text in ("low lowlow", "loww", "lo w"):
        assert bpe_core.encode(ours, text) == owner(tmp_path, word).encode(text).ids
    bpe_core.save(ours, tmp_path, format="huggingface")
    assert bpe_core.load(tmp_path) == ours


def test_added_tokens_beside_a_pair_are_read(tmp_path: Path) -> None:
    ours = pair(tmp_path, added_tokens={"<|im_end|>": 259, "  ": 258})
    ids = owner(tmp_path, "  ", "<|im_end|>").encode(TEXT).ids
    assert bpe_core.encode(ours, TEXT) == ids
    assert bpe_core.encode(ours, TEXT, allowed_special="all") == ids
    named = bpe_core.load(tmp_path, pattern="gpt2", special_tokens=["<|im_end|>"])
    assert named.always == {"  "}
    bpe_core.save(ours, tmp_path)  # what stood beside the pair is within it now
    assert bpe_core.load(tmp_path) == ours


def test_added_tokens_beside_a_tokenizer_json_are_read(tmp_path: Path) -> None:
    bpe_core.save(pair(tmp_path / "pair"), tmp_path, format="huggingface")
    (tmp_path / "added_tokens.json").write_text('{"<think>": 258}')
    ids = owner(tmp_path / "pair", "<think>").encode("low <think>").ids
    assert bpe_core.encode(bpe_core.load(tmp_path), "low <think>") == ids
    (tmp_path / "added_tokens.json").write_text('{"<think>": 3}')
    with pytest.raises(FormatError, match="its id is 258, not 3"):
        bpe_core.load(tmp_path)


def test_special_tokens_with_ids_stand_beside_a_pair(tmp_path: Path) -> None:
    pair(tmp_path)
    specials = {"<think>": 258, "<|im_end|>": 300}
    ours = bpe_core.load(tmp_path, pattern="gpt2", special_tokens=specials)
    assert bpe_core.encode(ours, "low<|im_end|>", allowed_special="all")[-1] == 300
    ids = owner(tmp_path, "<think>").encode("low <think>").ids
    assert bpe_core.encode(ours, "low <think>", allowed_special="all") == ids
    assert bpe_core.decode(ours, [300]) == "<|im_end|>"
    bpe_core.save(pair(tmp_path / "pair"), tmp_path / "json", format="huggingface")
    new = bpe_core.load(tmp_path / "json", special_tokens={"<think>": 258})
    assert bpe_core.encode(new, "low <think>", allowed_special="all") == ids
    with pytest.raises(FormatError, match="needs an id; name it with one"):
        bpe_core.load(tmp_path / "json", special_tokens=["<think>"])


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ({"<x>": 257}, "id 257 belongs to 'low' already"),
        ({"low": 900}, "its id is 257, not 900"),
        ({"<x>": "258"}, "ids are integers from 0"),
        ({"": 258}, "at least one"),
        ({"\ud800": 258}, "is text"),
        (["<x>"], "a JSON object"),
    ],
)
def test_added_tokens_that_cannot_be_are_refused(
    added: object, message: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=message):
        pair(tmp_path, added_tokens=added)
    if isinstance(added, dict):
        (tmp_path / "added_tokens.json").unlink()
        with pytest.raises(BPELabError):
            bpe_core.load(tmp_path, special_tokens=added)
