"""Every way to break a saved model gives a ``FormatError`` naming the file and the place."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats import model_files as files
from bpe_core.formats.known_formats import detect
from bpe_core.formats.subword_nmt_codes import read_subword_nmt
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from tests.examples import examples

VOCAB, MERGES, SIDE = "vocab.json", "merges.txt", "bpe-lab.json"
Edit = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A good model: 256 bytes, one special token, the merges o w, l ow and e r."""
    model = bpe_core.train("low low er", vocab_size=260, special_tokens=["<|x|>"])
    assert model.merges_as_bytes() == [(b"o", b"w"), (b"l", b"ow"), (b"e", b"r")]
    bpe_core.save(model, tmp_path)
    return tmp_path


def text_edit(name: str, old: str, new: str) -> Edit:
    """Replace ``old`` once, and drop the side file, whose checksum would catch it first."""

    def edit(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert text.count(old) == 1, old
        (folder / name).write_text(text.replace(old, new), "utf-8")
        (folder / SIDE).unlink()

    return edit


def whole(name: str, data: bytes) -> Edit:
    def edit(folder: Path) -> None:
        (folder / name).write_bytes(data)
        if name != SIDE:
            (folder / SIDE).unlink()

    return edit


def side_edit(**fields: Any) -> Edit:
    def edit(folder: Path) -> None:
        side = json.loads((folder / SIDE).read_text("utf-8"))
        (folder / SIDE).write_text(json.dumps({**side, **fields}), "utf-8")

    return edit


X = '"<|x|>": 256'
BROKEN: dict[str, tuple[Edit, str, str]] = {
    # what is wrong: (edit, file and place, part of the rule)
    "not JSON": (whole(VOCAB, b"{"), "vocab.json, the file", "not JSON from line 1, column 2"),
    "empty file": (whole(VOCAB, b""), "vocab.json, the file", "the file is empty"),
    "byte order mark": (
        whole(VOCAB, b"\xef\xbb\xbf{}"),
        "vocab.json, the file",
        "byte order mark",
    ),
    "not an object": (whole(VOCAB, b"[1]"), "vocab.json, the file", "a JSON object"),
    "deep nesting": (whole(VOCAB, b"[" * 200_000), "vocab.json, the file", "nested too deeply"),
    "endless integer": (
        text_edit(VOCAB, X, X + "0" * 5000),
        "vocab.json, the file",
        "too many digits",
    ),
    "duplicate key": (
        text_edit(VOCAB, X, f"{X}, {X}"),
        "vocab.json, key '<|x|>'",
        "a key stands once",
    ),
    "duplicate id": (
        text_edit(VOCAB, X, '"<|x|>": 97'),
        "vocab.json, key '<|x|>'",
        "belongs to 'a'",
    ),
    "gap": (
        text_edit(VOCAB, X, '"<|x|>": 260'),
        "vocab.json, the file",
        "no token has the id 256",
    ),
    "negative id": (text_edit(VOCAB, X, '"<|x|>": -1'), "vocab.json, key '<|x|>'", "not -1"),
    "float id": (text_edit(VOCAB, X, '"<|x|>": 256.0'), "vocab.json, key '<|x|>'", "not 256.0"),
    "bool id": (text_edit(VOCAB, X, '"<|x|>": true'), "vocab.json, key '<|x|>'", "not True"),
    "null id": (text_edit(VOCAB, X, '"<|x|>": null'), "vocab.json, key '<|x|>'", "not None"),
    "text id": (text_edit(VOCAB, X, '"<|x|>": "256"'), "vocab.json, key '<|x|>'", "not '256'"),
    "not a number": (text_edit(VOCAB, X, '"<|x|>": NaN'), "vocab.json, key '<|x|>'", "not nan"),
    "empty token": (text_edit(VOCAB, X, '"": 256'), "vocab.json, id 256", "at least one byte"),
    "lone surrogate": (
        text_edit(VOCAB, X, '"\\ud800": 256'),
        "vocab.json, key '\\ud800'",
        "a special token is text",
    ),
    "missing byte": (
        text_edit(VOCAB, '"a": 97', '"aa": 97'),
        "vocab.json, the file",
        "byte 0x61 has no id",
    ),
    "two tokens of the same bytes": (
        text_edit(VOCAB, X, '" ": 256'),
        "vocab.json, key ' '",
        "an ordinary token has the same bytes",
    ),
    "merge part missing": (
        text_edit(MERGES, "e r", "e rr"),
        "merges.txt, line 4",
        "'rr' is not in",
    ),
    "merge result missing": (
        text_edit(MERGES, "e r", "e e"),
        "merges.txt, line 4",
        "'ee' is not in",
    ),
    "line of one part": (text_edit(MERGES, "e r", "er"), "merges.txt, line 4", "two tokens"),
    "line of three parts": (
        text_edit(MERGES, "e r", "e r r"),
        "merges.txt, line 4",
        "two tokens",
    ),
    "line with two spaces": (
        text_edit(MERGES, "e r", "e  r"),
        "merges.txt, line 4",
        "two tokens",
    ),
    "line with an end space": (
        text_edit(MERGES, "e r", "er "),
        "merges.txt, line 4",
        "two tokens",
    ),
    "duplicate merge": (
        text_edit(MERGES, "e r", "o w"),
        "merges.txt, line 4",
        "the merge of line 2 again",
    ),
    "merge file not UTF-8": (whole(MERGES, b"o w\n\xff"), "merges.txt, byte 4", "UTF-8"),
    "vocabulary not UTF-8": (whole(VOCAB, b'{"\xe9": 0}'), "vocab.json, byte 2", "UTF-8"),
    "no vocabulary": (
        lambda folder: (folder / VOCAB).unlink(),
        "vocab.json, the file",
        "is missing beside bpe-lab.json, merges.txt",
    ),
    "no merges": (
        lambda folder: (folder / MERGES).unlink(),
        "merges.txt, the file",
        "is missing beside bpe-lab.json, vocab.json",
    ),
    "vocabulary changed": (
        lambda folder: (folder / VOCAB).write_bytes((folder / VOCAB).read_bytes() + b"\n"),
        "bpe-lab.json, key 'checksum'",
        "one of them was changed",
    ),
    "merges changed": (
        lambda folder: (folder / MERGES).write_bytes(b"#version: 0.2\no w\nl ow\n"),
        "bpe-lab.json, key 'checksum'",
        "one of them was changed",
    ),
    "unknown pattern": (
        side_edit(pattern="gpt5"),
        "bpe-lab.json, key 'pattern'",
        "known: gpt2, ",
    ),
    "pattern of another type": (
        side_edit(pattern=[]),
        "bpe-lab.json, key 'pattern'",
        "a text, not []",
    ),
    "unknown tie rule": (
        side_edit(tie_break="last"),
        "bpe-lab.json, key 'tie_break'",
        "one of greatest",
    ),
    "tie rule of another type": (
        side_edit(tie_break={}),
        "bpe-lab.json, key 'tie_break'",
        "one of greatest",
    ),
    "specials of another type": (
        side_edit(special_tokens=["<|x|>"]),
        "bpe-lab.json, key 'special_tokens'",
        "a JSON object",
    ),
    "special token without an id": (
        side_edit(special_tokens={"<|y|>": 256}),
        "bpe-lab.json, key '<|y|>'",
        "a special token needs an id",
    ),
    "special token with another id": (
        side_edit(special_tokens={"<|x|>": 97}),
        "bpe-lab.json, key '<|x|>'",
        "its id is 256, not 97",
    ),
    "a byte as special token": (
        side_edit(special_tokens={"a": 97}),
        "vocab.json, the file",
        "byte 0x61 has no id",
    ),
    "a merged token as special": (
        side_edit(special_tokens={"<|x|>": 256, "low": 258}),
        "merges.txt, line 3",
        "'low' is a special token",
    ),
    "other version": (
        side_edit(format="bpe-lab 2"),
        "bpe-lab.json, key 'format'",
        "one of bpe-lab 1",
    ),
    "side file not an object": (whole(SIDE, b"[]"), "bpe-lab.json, the file", "a JSON object"),
    "side file not JSON": (
        whole(SIDE, b"{,}"),
        "bpe-lab.json, the file",
        "not JSON from line 1, column 2",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_named_with_its_place(what: str, folder: Path) -> None:
    edit, place, rule = BROKEN[what]
    edit(folder)
    with pytest.raises(FormatError) as caught:
        bpe_core.load(folder)
    message = str(caught.value)
    assert message.startswith(place)
    assert rule in message
    assert isinstance(caught.value, ValueError)


def test_the_untouched_folder_loads(folder: Path) -> None:
    assert dict(bpe_core.load(folder).special_tokens) == {"<|x|>": 256}


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nowhere, the file: .*No such file"):
        bpe_core.load(tmp_path / "nowhere")


def test_a_file_over_the_limit_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 1000)
    with pytest.raises(
        FormatError, match=r"vocab\.json, the file: at most 1000 bytes, not \d+"
    ):
        bpe_core.load(folder)


# --- Whatever is done to a file, reading it gives a model or a `FormatError`, and soon


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
}


@pytest.mark.parametrize("what", SMALL)
def test_small_files_that_ask_for_much(what: str) -> None:
    name, files, message = SMALL[what]
    with pytest.raises(FormatError) as caught:
        FORMATS[name].read(files())
    assert message in str(caught.value)
