"""Files are known by their content; names only help where it is silent."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.formats import known_formats
from bpe_core.formats import model_files as bounds
from bpe_core.formats.detect import detect
from bpe_core.formats.subword_nmt_codes import read_subword_nmt
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS
from tests.for_each import for_each

Files = dict[str, bytes]


@cache
def model() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=260, special_tokens=["<|x|>"])


@cache
def codes_model() -> BPEModel:
    return read_subword_nmt({"codes": b"#version: 0.2\nl o\nlo w</w>\n"})


def fitting(name: str) -> BPEModel:
    """A model that the format holds, special tokens and all."""
    return codes_model() if name == "subword_nmt" else model()


def written(name: str) -> Files:
    return {file: text.encode() for file, text in FORMATS[name].write(fitting(name)).items()}


def renamed(name: str, *names: str) -> Files:
    return dict(zip(names, written(name).values(), strict=True))


def ranks(name: str) -> Files:
    """A file of ranks alone, in which no id is a special token's."""
    ranked = bpe_core.train("low low lower", vocab_size=259)
    return {name: FORMATS["tiktoken"].write(ranked)["vocabulary.tiktoken"].encode()}


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_format_writes_is_that_format(name: str) -> None:
    assert detect(written(name)) == name


NAMED: dict[str, tuple[str, Files]] = {
    "downloads": ("gpt2", renamed("gpt2", "vocab (1).json", "merges (1).txt", "x.json")),
    "own names": ("bbpe", renamed("bbpe", "my-vocab.json", "my.txt")),
    "without endings": ("bbpe", renamed("bbpe", "a", "b")),
    "as GPT-2 was released": ("bbpe", renamed("bbpe", "encoder.json", "vocab.bpe")),
    "ranks": ("tiktoken", ranks("cl100k_base.tiktoken")),
    "ranks as text": ("tiktoken", ranks("ranks.txt")),
    "tokenizer": ("huggingface", renamed("huggingface", "tokenizer (3).json")),
    "tokenizer as text": ("huggingface", renamed("huggingface", "t.txt")),
    "codes": ("subword_nmt", renamed("subword_nmt", "codes.bpe")),
    "codes as text": ("subword_nmt", renamed("subword_nmt", "en.txt")),
    "codes called merges": ("subword_nmt", renamed("subword_nmt", "merges.txt")),
    "all of a model's files": (
        "huggingface",
        {**written("bbpe"), **written("huggingface")},
    ),
}


@for_each("what", NAMED)
def test_names_as_people_have_them(what: str) -> None:
    name, files = NAMED[what]
    assert detect(files) == name
    read = FORMATS[name].read(files)
    assert [read.vocabulary[i] for i in bpe_core.encode(read, "low lower ")] == [
        fitting(name).vocabulary[i] for i in bpe_core.encode(fitting(name), "low lower ")
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_folders_and_single_files_load(name: str, tmp_path: Path) -> None:
    value = fitting(name)
    bpe_core.save(value, tmp_path, format=name)
    (tmp_path / "README.md").write_text("not a tokenizer")
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "tokenizer_config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"\x80\x04")
    loaded = bpe_core.load(tmp_path)
    assert loaded.vocabulary.byte_ids == value.vocabulary.byte_ids
    assert bpe_core.encode(loaded, "low ") == bpe_core.encode(value, "low ")
    assert bpe_core.load(tmp_path, format=name) == loaded
    written_files = [path for path in tmp_path.iterdir() if path.name in written(name)]
    if len(written_files) == 1:
        assert bpe_core.load(written_files[0]) == loaded


def test_the_side_file_goes_before_other_formats() -> None:
    assert detect(written("huggingface") | written("gpt2")) == "gpt2"


def zipped() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("vocab.json", "{}")
    return data.getvalue()


NO_TEXT: dict[str, tuple[bytes, str]] = {
    "zip": (zipped(), "a zip archive"),
    "gzip": (gzip.compress(b"{}"), "a gzip archive"),
    "PNG": (b"\x89PNG\r\n\x1a\n", "an image"),
    "JPEG": (b"\xff\xd8\xff\xe0", "an image"),
    "PDF": (b"%PDF-1.7", "a PDF"),
    "page": (b"\n <!DOCTYPE html><html>", "a web page"),
    "another page": (b"<html lang=en>", "a web page"),
    "mark": (b"\xef\xbb\xbf{}", "byte order mark"),
    **{
        f"pickle {protocol}": (pickle.dumps({"a": 1}, protocol=protocol), "a pickle")
        for protocol in range(2, 6)
    },
}


@for_each("name", ["vocab.json", "x.tiktoken", "merges.txt", "any"])
@for_each("what", NO_TEXT)
def test_what_is_no_text_is_said(what: str, name: str) -> None:
    data, message = NO_TEXT[what]
    with pytest.raises(FormatError) as caught:
        detect({name: data})
    assert str(caught.value).startswith(f"{name}, the file: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"hello", b"one two three\n", b"\x00" * 9])
def test_an_unknown_file_lists_what_is_known(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"notes, the file: no known format; known: vocab\.j"):
        detect({"notes": data})


def test_no_files_list_what_is_known(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no known format"):
        detect({})
    with pytest.raises(FormatError, match="no known format"):
        bpe_core.load(tmp_path)


def test_half_a_pair_names_the_other_half() -> None:
    vocabulary, merges = written("bbpe").values()
    for name, data, other in (
        ("v.json", vocabulary, r"merges\.txt"),
        ("m", merges, r"vocab\.json"),
    ):
        with pytest.raises(FormatError, match=f"{other}, the file: is missing beside {name}"):
            FORMATS[detect({name: data})].read({name: data})


def test_two_files_of_one_kind_are_named() -> None:
    one, two = ranks("a.tiktoken"), ranks("b.tiktoken")
    with pytest.raises(FormatError, match=r"b\.tiktoken, .* is there already: a\.tiktoken"):
        detect(one | two)


def test_an_unknown_format_lists_the_known(tmp_path: Path) -> None:
    bpe_core.save(model(), tmp_path)
    with pytest.raises(UnknownNameError, match="known: gpt2, bbpe, tiktoken, huggingface, su"):
        bpe_core.load(tmp_path, format="zip")


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_asked_for_names_the_file_that_it_needs(name: str) -> None:
    other = written("tiktoken") if name != "tiktoken" else written("huggingface")
    with pytest.raises(FormatError, match="the file: is missing beside"):
        FORMATS[name].read(other)


@pytest.mark.parametrize("name", FORMATS)
def test_files_over_the_bound_are_not_parsed(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = written(name)
    bpe_core.save(fitting(name), tmp_path, format=name)
    monkeypatch.setattr(bounds, "MAX_FILE_BYTES", 10)
    for read in (lambda: FORMATS[name].read(files), lambda: bpe_core.load(tmp_path)):
        with pytest.raises(FormatError, match=r"the file: at most 10 bytes, not \d+"):
            read()


TOO_MANY: dict[str, tuple[str, str, Callable[[int], bytes]]] = {
    "lists": ("huggingface", "tokenizer.json", lambda n: b'{"a": [' + b"[]," * n),
    "objects": ("huggingface", "tokenizer.json", lambda n: b'{"a": [' + b"{}," * n),
    "numbers": ("huggingface", "tokenizer.json", lambda n: b'{"a": [' + b"0," * n),
    "ranks": ("tiktoken", "x.tiktoken", lambda n: b"YQ== 1\n" * n),
    "codes": ("subword_nmt", "codes", lambda n: b"a b\n" * n),
}


@pytest.mark.parametrize("what", TOO_MANY)
def test_entries_over_the_bound_are_not_parsed(what: str) -> None:
    format_name, name, data = TOO_MANY[what]
    with pytest.raises(FormatError, match=r"the file: at most 4194304 entries, not \d+"):
        FORMATS[format_name].read({name: data(bounds.MAX_PARTS + 1)})


def test_json_of_a_page_is_no_vocabulary() -> None:
    with pytest.raises(FormatError, match="key 'model': a JSON object"):
        FORMATS["huggingface"].read({"package.json": json.dumps({"name": "x"}).encode()})


@pytest.mark.parametrize(
    ("vocabulary", "name"),
    [
        ('{"a": 0, ",": 1, "b": 2, "c": 3}', "gpt2"),
        ('{"a": 0, "b": 1, "c": 2, "[": 3}', "gpt2"),
        ('{",": 0, "a": 1, "\\"{": 2, "c": 3}', "gpt2"),
        ('{",": 0, "[": 1, "a": 2, "哈": 3}', "bbpe"),
        ('{"a": 0, "a": 1}', "gpt2"),
        ("[" * 2_000, "gpt2"),
    ],
)
def test_however_much_is_looked_at_first_the_format_is_the_same(
    monkeypatch: pytest.MonkeyPatch, vocabulary: str, name: str
) -> None:
    files = {"vocab.json": vocabulary.encode(), "merges.txt": b"a b\n"}
    for size in range(len(files["vocab.json"]) + 1):
        monkeypatch.setattr(known_formats, "BEGINNING", size)
        assert detect(files) == name
