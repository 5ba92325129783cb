"""Files are known by their content; names only help where it is silent."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import struct
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.formats import known_formats
from bpe_core.formats import model_files as bounds
from bpe_core.formats.known_formats import detect
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


def zipped(name: str = "vocab.json") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(name, "{}")
    return data.getvalue()


# Files of other programs whose names end like ours, or hold a word of ours.
FOREIGN: Files = {
    "codes.py": b"import re\nfrom x import y\n",
    "barcodes.txt": b"4006381333931 apple\n4006381333948 pear\n",
    "zip-codes.xlsx": zipped(),
    "merges_log.txt": b"merged 3 files\nstep 1\n",
    "vocab_words.json": b'["low", "lower"]',
    "my-tokenizer.json": b'{"name": "x"}',
    "tokenizer_stats.json": b'{"tokens": "5"}',
    "bpe-lab-race.json": b'{"machine": "x"}',
    "notes.bpe": b"Bits per edge, and more.\n",
    "old.tiktoken": b"version https://git-lfs.github.com/spec/v1\n",
    "large.codes": b"a" * 100_000,
    "._merges.txt": b"\x00\x05\x16\x07",
}
GOOD: dict[str, tuple[str, Files]] = {
    **{name: (name, written(name)) for name in FORMATS},
    "as GPT-2 was released": ("bbpe", NAMED["as GPT-2 was released"][1]),
    "named ranks": ("tiktoken", renamed("tiktoken", "my.tiktoken", "bpe-lab.json")),
    "named codes": ("subword_nmt", renamed("subword_nmt", "bpe.codes")),
    "downloads": ("bbpe", renamed("bbpe", "vocab (1).json", "merges (1).txt")),
    "own names": ("bbpe", renamed("bbpe", "my-vocab.json", "my-merges.txt")),
}


@for_each("what", GOOD)
def test_foreign_files_in_a_folder_stop_no_load(what: str) -> None:
    name, own = GOOD[what]
    expected = FORMATS[detect(own)].read(own)
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "MAX_FILE_BYTES", 2**16)
        for file, data in {**FOREIGN, **own}.items():
            (Path(folder) / file).write_bytes(data)
        assert bpe_core.load(folder) == expected, name


def test_what_is_whole_by_its_own_names_is_not_mixed_with_other_vocabularies(
    tmp_path: Path,
) -> None:
    bpe_core.save(model(), tmp_path, format="huggingface")
    other = bpe_core.train("aaaa bbbb", vocab_size=258)
    for name in ("a-vocab.json", "b-vocab.json"):
        (tmp_path / name).write_text(FORMATS["bbpe"].write(other)["vocab.json"], "utf-8")
    assert bpe_core.load(tmp_path).vocabulary == model().vocabulary


@pytest.mark.parametrize("name", ["qwen.tiktoken", "encoder.json", "tokenizer.json"])
def test_a_folder_without_a_vocabulary_says_what_its_file_is(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FOREIGN["old.tiktoken"])
    with pytest.raises(FormatError, match=f"{name}, the file: a Git LFS pointer"):
        bpe_core.load(tmp_path)


def test_a_folder_with_sentencepiece_s_model_alone_says_so(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.model").write_bytes(as_sentencepiece(b"<unk>"))
    with pytest.raises(FormatError, match="a model of SentencePiece"):
        bpe_core.load(tmp_path)


def test_the_side_file_goes_before_other_formats() -> None:
    assert detect(written("huggingface") | written("gpt2")) == "gpt2"


def as_tar() -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("vocab.json"))
    return data.getvalue()


def as_sentencepiece(piece: bytes) -> bytes:
    """The beginning of its protobuf: a piece with its score."""
    score = b"\x15" + struct.pack("<f", -2.5)
    entry = b"\n" + bytes([len(piece)]) + piece + score
    return b"\n" + bytes([len(entry)]) + entry


def as_json(**value: object) -> bytes:
    return json.dumps(value).encode()


HEAD = json.dumps({"__metadata__": {"format": "pt"}}).encode()
REFUSED = "a server's message in place of the file: "
# What people have in place of a vocabulary, and what they are told that it is.
MISTAKEN: dict[str, tuple[bytes, str]] = {
    "pointer": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "LFS"),
    "zip": (zipped(), "an archive (zip)"),
    "gzip": (gzip.compress(b"{}"), "an archive (gzip)"),
    "xz": (lzma.compress(b"{}"), "an archive (xz)"),
    "bzip2": (bz2.compress(b"{}"), "an archive (bzip2)"),
    "tar": (as_tar(), "an archive (tar)"),
    "PNG": (b"\x89PNG\r\n\x1a\n", "an image"),
    "JPEG": (b"\xff\xd8\xff\xe0", "an image"),
    "PDF": (b"%PDF-1.7", "a PDF"),
    "Parquet": (b"PAR1\x15\x04", "tables (Parquet)"),
    "page": (b"\n <!DOCTYPE html><html>", "a web page"),
    "another page": (b"<html lang=en>", "a web page"),
    "part of a page": (b"<head><title>x", "a web page"),
    "page behind a mark": (b"\xef\xbb\xbf<!DOCTYPE html>", "a web page"),
    "page of XML": (b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'><html>", "a web page"),
    "piece of a page": (b"<h1>404</h1>", "a web page"),
    "mark": (b"\xef\xbb\xbf{}", "byte order mark"),
    "refusal behind a mark": (
        b"\xef\xbb\xbf<?xml version='1.0'?><Error><Code>BlobNotFound</Code></Error>",
        "a server's message in place of the file: BlobNotFound",
    ),
    "refusal with a name space": (
        b"<?xml version='1.0'?>\n<Error xmlns='s3'><Code>NoSuchKey</Code></Error>",
        "a server's message in place of the file: NoSuchKey",
    ),
    "refusal of a rate": (
        b"API rate limit exceeded for 1.2.3.4.",
        "place of the file: API rate",
    ),
    "refusals in a list": (as_json(errors=[{"message": "gone"}]), "of the file: gone"),
    "refusal by code": (as_json(code=404, msg="gone"), "of the file: gone"),
    "refusal by a large number": (as_json(Code=10010205001, Message="gone"), "file: gone"),
    "settings by number": (as_json(vocab_size=50257, n_ctx=1024), "settings without a vocab"),
    **{
        encoding: (text.encode(encoding), encoding[:6].upper())
        for encoding in ("utf-16", "utf-32", "utf-16-le", "utf-16-be")
        for text in ('{"a": 0, "b": 1}',)
    },
    "UTF-16 ranks": ("YQ== 0\n".encode("utf-16"), "UTF-16; save it as UTF-8"),
    **{
        f"pickle {protocol}": (pickle.dumps({"a": 1}, protocol=protocol), "a pickle")
        for protocol in range(2, 6)
    },
    "safetensors": (struct.pack("<Q", len(HEAD)) + HEAD, "weights of a model (safetensors)"),
    "GGUF": (b"GGUF\x03\x00\x00\x00", "weights of a model (GGUF)"),
    "PyTorch": (zipped("archive/data.pkl"), "weights of a model (PyTorch)"),
    "an index of weights": (
        as_json(metadata={"total_size": 9}, weight_map={"lm_head.weight": "model-1"}),
        "weights of a model",
    ),
    "JSON refusal": (as_json(error="Access is restricted"), REFUSED + "Access is restricted"),
    "nested refusal": (as_json(error={"code": 401, "message": "Sign in"}), REFUSED + "Sign in"),
    "message": (as_json(message="Not Found", status="404"), REFUSED + "Not Found"),
    "XML refusal": (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>',
        REFUSED + "AccessDenied",
    ),
    **{
        text: (text.encode(), REFUSED + text)
        for text in (
            *(
                "Access denied",
                "404: Not Found",
                "Entry not found",
                "Unauthorized",
                "Forbidden",
            ),
            "Access to model x/y is restricted. You must be authenticated to access it.",
            *("Invalid username or password.", "Too Many Requests", "403 Forbidden"),
            *("HTTP Error 403: Forbidden", "404 page not found", "Please log in to download."),
            "Cannot access gated repo for url https://x.test/y.",
            "You are trying to access a gated repo.",
            "401 Client Error: Unauthorized for url: https://x.test/y",
        )
    },
    "tokenizer_config.json": (
        as_json(add_bos_token=False, tokenizer_class="GPT2Tokenizer"),
        "settings without a vocabulary",
    ),
    "GPT-2's tokenizer_config.json": (as_json(model_max_length=1024), "settings without a voc"),
    "refusal by number": (
        as_json(statusCode=404, message="Not Found", error="x"),
        REFUSED,
    ),
    "config.json": (as_json(architectures=["X"], vocab_size=9), "settings without a vocab"),
    "special_tokens_map.json": (as_json(bos_token="<s>"), "settings without a vocabulary"),
    "inverted": (as_json(**{"0": "!", "1": '"'}), "ids before tokens"),
    "minbpe": (b"minbpe v1\n(?i)x\n0\n97 98\n", "a file of minbpe"),
    "minbpe for people": (b"[\\u0000] 0\n[\\u0001] 1\n", "a file of minbpe"),
    "fastBPE": (b"t h 500\nth e</w> 77\n", "codes of fastBPE"),
    "fastBPE, one line": ("é r</w> 500\n".encode(), "codes of fastBPE"),
    "SentencePiece": (as_sentencepiece(b"<unk>"), "a model of SentencePiece"),
    "SentencePiece, its own piece": (as_sentencepiece("▁th".encode()), "a model of SentenceP"),
    "other JSON": (as_json(name="x"), "no 'model' among its keys, name"),
}


@for_each("name", ["vocab.json", "x.tiktoken", "merges.txt", "any"])
@for_each("what", MISTAKEN)
def test_what_is_no_vocabulary_is_said(what: str, name: str) -> None:
    data, message = MISTAKEN[what]
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
    with pytest.raises(UnknownNameError, match="known: " + ", ".join(FORMATS)):
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


def test_large_weights_are_named_before_their_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "model.safetensors").write_bytes(MISTAKEN["safetensors"][0])
    monkeypatch.setattr(bounds, "MAX_FILE_BYTES", 10)
    with pytest.raises(FormatError, match="weights of a model"):
        bpe_core.load(tmp_path / "model.safetensors")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("vocab.json", b'{"error": 0, "message": 1}'),
        ("vocab.json", as_json(code=0, **{f"{number}": number for number in range(1, 300)})),
        ("merges.txt", b"a c\n5 0\n"),
        ("x.tiktoken", b"Zm9yYmlkZGVu 5\n"),
        ("codes", b"#version: 0.2\nf o\nfo r</w>\n"),
    ],
)
def test_what_only_looks_like_a_mistake_is_read(name: str, data: bytes) -> None:
    assert detect({name: data})


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
