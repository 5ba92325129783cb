"""Whatever is done to a file, reading it gives a model or a ``FormatError``, and soon."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.detect import detect
from bpe_core.formats.subword_nmt_codes import read_subword_nmt
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from tests.examples import examples

Files = dict[str, bytes]


@cache
def valid(name: str) -> tuple[tuple[str, bytes], ...]:
    if name == "subword_nmt":
        model = read_subword_nmt({"codes": "#version: 0.2\nl o\nlo w</w>\né l\n".encode()})
    else:
        specials = [] if name == "tiktoken" else ["<|x|>", "结束"]
        pattern = "cl100k" if name == "huggingface" else "gpt2"
        text = "low low lower é哈"
        model = bpe_core.train(text, vocab_size=262, special_tokens=specials, pattern=pattern)
    files = FORMATS[name].write(model)
    return tuple((file, text.encode()) for file, text in files.items())


def read(name: str, files: Files) -> BPEModel | None:
    """The model that the files are, also found by what they are, or None for an error."""
    found = None
    for read_it in (lambda: FORMATS[name].read(files), lambda: read_detected(files)):
        with suppress(FormatError):
            found = read_it()
    return found


def read_detected(files: Files) -> BPEModel:
    return FORMATS[detect(files)].read(files)


names = st.sampled_from(tuple(FORMATS))
BITS = (b"", b"\n", b" ", b"{", b"[", b'"', b",", b":", b"0", b"-1", b"1e9", b"true", b"null")
BITS += (b"NaN", b"\xff", b"\x00", b"</w>", b"\xc3", b"\\ud800", b"==", b"999999999999", b"a")


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, Files]:
    """Valid files with bytes cut out, put in or repeated."""
    name = draw(names)
    files = dict(valid(name))
    for _ in range(draw(st.integers(1, 3))):
        file = draw(st.sampled_from(sorted(files)))
        data = files[file]
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 2, 9, 1000])))
        put = draw(st.one_of(st.sampled_from(BITS), st.just(data[start:end] * 2)))
        files[file] = data[:start] + put + data[end:]
    return name, files


@settings(max_examples=examples(800))
@given(case=damaged())
def test_damaged_bytes(case: tuple[str, Files]) -> None:
    use(read(*case))


values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 2**70),
        st.floats(),
        st.sampled_from(
            ["", "a", "Ġ", "BPE", "ByteLevel", "Split", "Sequence", "结束", "\ud800"]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["type", "a"]), inner)
    ),
    max_leaves=4,
)


@settings(max_examples=examples(800))
@given(data=st.data())
def test_json_of_other_values(data: st.DataObject) -> None:
    """Any value of a JSON file put in place of another one."""
    name = data.draw(st.sampled_from(["gpt2", "bbpe", "huggingface"]))
    files = dict(valid(name))
    file = data.draw(st.sampled_from([file for file in files if file.endswith(".json")]))
    whole = json.loads(files[file])
    place = whole
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if (
            not isinstance(place[key], dict | list)
            or not place[key]
            or data.draw(st.booleans())
        ):
            break
        place = place[key]
    place[key] = data.draw(values)
    files[file] = json.dumps(whole).encode()
    use(read(name, files))


def use(model: BPEModel | None) -> None:
    """A model that was read encodes and decodes any text."""
    if model is not None:
        text = "low lower é哈 <|x|>"
        ids = bpe_core.encode(model, text)
        assert bpe_core.decode(model, ids, errors="strict") == text


@settings(max_examples=examples(300))
@given(
    name=names, data=st.binary(max_size=200), file=st.sampled_from(["vocab.json", "a", "x.bpe"])
)
def test_any_bytes(name: str, data: bytes, file: str) -> None:
    model = read(name, {file: data})
    assert model is None or model.pattern.startswith("custom:")  # a few bytes may be codes


DEEP = b"[" * 300_000
SMALL: dict[str, tuple[str, Callable[[], Files], str]] = {
    "deep JSON": (
        "huggingface",
        lambda: {"tokenizer.json": b'{"model": ' + DEEP},
        "nested too deeply",
    ),
    "deep objects": (
        "huggingface",
        lambda: {"tokenizer.json": b'{"a": ' * 300_000},
        "nested too deeply",
    ),
    "a huge number": (
        "bbpe",
        lambda: {"vocab.json": b'{"a": ' + b"9" * 100_000 + b"}", "merges.txt": b"a b\n"},
        "too many digits",
    ),
    "a huge float": (
        "bbpe",
        lambda: {"vocab.json": b'{"a": 1e999}', "merges.txt": b"a b\n"},
        "ids are integers from 0 to 1048575, not inf",
    ),
    "a huge id": (
        "bbpe",
        lambda: {"vocab.json": b'{"a": 99999999999}', "merges.txt": b"a b\n"},
        "ids are integers from 0 to 1048575, not 99999999999",
    ),
    "a long token": (
        "bbpe",
        lambda: {"vocab.json": b'{"a": 0, "' + b"a" * 70_000 + b'": 1}', "merges.txt": b""},
        "id 1: at most 65536 bytes, not 70000",
    ),
    "UTF-16": ("tiktoken", lambda: {"x.tiktoken": "YQ== 0\n".encode("utf-16")}, "not UTF-8"),
}


@pytest.mark.parametrize("what", SMALL)
def test_small_files_that_ask_for_much(what: str) -> None:
    name, files, message = SMALL[what]
    with pytest.raises(FormatError) as caught:
        FORMATS[name].read(files())
    assert message in str(caught.value)
