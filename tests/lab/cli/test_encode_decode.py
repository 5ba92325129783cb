"""``bpe-lab encode`` and ``decode``: the same bytes through pipes and files of every form."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from bpe_core import encode, load, save, train
from bpe_core.texts.corpus import INTJ, sample
from bpe_core.vocabularies import built_in
from bpe_lab.cli import encode as encode_module
from tests.lab.cli.running import TIMEOUT, start, streams
from tests.lab.race.running import comes_true

END = "<|endoftext|>"
TEXT = sample("story_zh").text + INTJ + sample("code").text


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("mine")
    save(train(TEXT, vocab_size=400, special_tokens=[END]), folder)
    return str(folder)


@pytest.fixture
def text(tmp_path: Path) -> str:
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT.encode())
    return str(path)


def test_real_pipes_give_the_bytes_again(mine: str, text: str, tmp_path: Path) -> None:
    """As ``bpe-lab encode mine text.txt | bpe-lab decode mine``."""
    piped = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    first = start("encode", mine, text, place=tmp_path, **piped)
    second = start("decode", mine, place=tmp_path, stdin=first.stdout, **piped)
    decoded, problem = second.communicate(timeout=TIMEOUT)
    assert (first.wait(TIMEOUT), second.returncode) == (0, 0)
    assert first.stderr is not None
    assert (first.stderr.read(), problem) == (b"", b"")
    assert decoded == TEXT.encode()


@pytest.mark.parametrize("name", ["ids.npy", "ids.bin", "ids.txt", "ids"])
def test_files_of_every_form_give_the_bytes_again(
    name: str, mine: str, text: str, bpe_lab, tmp_path: Path
) -> None:
    ids, again = tmp_path / name, tmp_path / "again.txt"
    code, told, err = bpe_lab("encode", mine, text, "--out", str(ids), "--json")
    assert (code, err) == (0, "")
    expected = encode(load(mine), TEXT)
    figures = json.loads(told)
    assert figures["ids"] == len(expected)
    assert figures["bytes"] == len(TEXT.encode())
    assert figures["bytes_per_id"] == pytest.approx(len(TEXT.encode()) / len(expected))
    if name == "ids.npy":
        array = np.load(ids)
        assert (array.dtype, array.tolist()) == (np.dtype("<u2"), expected)
        assert figures["dtype"] == "uint16"
    if name == "ids.bin":
        assert np.fromfile(ids, "<u2").tolist() == expected
    assert bpe_lab("decode", mine, str(ids), "--out", str(again)) == (0, "", "")
    assert again.read_bytes() == TEXT.encode()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"text.txt", name, "again.txt"}, "no other file is left"


def piped(bpe_lab, folder: Path, *argv: str, data: bytes = b"") -> bytes:
    """What a command makes of its standard input; it says nothing."""
    (folder / "in").write_bytes(data)
    with streams(folder / "in", (folder / "out").open("wb")):
        assert bpe_lab(*argv) == (0, "", "")
    return (folder / "out").read_bytes()


@pytest.mark.parametrize(
    "options", [[], ["--format", "npy"], ["--format", "raw"]], ids=["text", "npy", "raw"]
)
def test_ids_of_every_form_go_through_streams(
    options: list[str], mine: str, bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no bar stands among them, whatever the terminal."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "")
    expected = encode(load(mine), TEXT)
    encoded = piped(bpe_lab, tmp_path, "encode", mine, *options, data=TEXT.encode())
    if "npy" in options:
        assert np.load(io.BytesIO(encoded)).tolist() == expected
        assert piped(bpe_lab, tmp_path, "decode", mine, data=encoded) == TEXT.encode()
    elif not options:
        assert [int(one) for one in encoded.split()] == expected
        assert set(encoded) <= set(b"0123456789 \n")
        assert os.linesep.encode() in encoded
    assert piped(bpe_lab, tmp_path, "decode", mine, *options, data=encoded) == TEXT.encode()


def test_a_dtype_overrules_what_the_vocabulary_would_have(
    mine: str, bpe_lab, tmp_path: Path
) -> None:
    ids, again = tmp_path / "ids.bin", tmp_path / "again"
    np.array(encode(load(mine), TEXT), "<u4").tofile(ids)
    argv = ("decode", mine, str(ids), "--dtype", "uint32", "--out", str(again))
    assert bpe_lab(*argv) == (0, "", "")
    assert again.read_bytes() == TEXT.encode()


def test_figures_are_told_as_a_table(mine: str, text: str, bpe_lab, tmp_path: Path) -> None:
    out = tmp_path / "ids.npy"
    code, told, _ = bpe_lab("encode", mine, text, "--out", str(out))
    assert code == 0
    assert f"| {out} |  |" in told
    assert f"| ids | {len(np.load(out)):,} |" in told
    assert "| in all, s |" in told


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [([], []), (["--allow-special", END], [END]), (["--allow-special", "all"], [END])],
)
def test_special_tokens_are_text_unless_allowed(
    asked: list[str], allowed: list[str], mine: str, text: str, bpe_lab
) -> None:
    code, told, _ = bpe_lab("encode", mine, text, *asked)
    assert code == 0
    expected = encode(load(mine), TEXT, allowed_special=allowed)
    assert [int(one) for one in told.split()] == expected


@pytest.mark.parametrize("short", [0, 10**6])
def test_short_texts_have_the_ids_of_long_ones(
    short: int, mine: str, text: str, bpe_lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_module, "SHORT", short)
    code, told, _ = bpe_lab("encode", mine, text, "--allow-special", END)
    assert code == 0
    expected = encode(load(mine), TEXT, allowed_special=[END])
    assert [int(one) for one in told.split()] == expected


def test_bytes_that_are_not_utf8_are_written_as_they_are(bpe_lab, tmp_path: Path) -> None:
    decoded = piped(bpe_lab, tmp_path, "decode", "lab", data=b"229 147\n10 13 0")
    assert decoded == b"\xe5\x93\n\r\x00"


def test_an_empty_text_has_no_ids(mine: str, bpe_lab, tmp_path: Path) -> None:
    empty, ids = tmp_path / "empty", tmp_path / "ids.npy"
    empty.touch()
    assert bpe_lab("encode", mine, str(empty)) == (0, "", "")
    assert bpe_lab("encode", mine, str(empty), "--out", str(ids))[0] == 0
    assert np.load(ids).shape == (0,)
    assert bpe_lab("decode", mine, str(ids)) == (0, "", "")
    assert bpe_lab("decode", mine, str(empty)) == (0, "", "")


BAD_ENCODE = {
    "no vocabulary": (["gone", "text.txt"], 1, "no file or vocabulary named 'gone'; known:"),
    "no text": (["lab", "gone.txt"], 1, "gone.txt: No such file or directory"),
    "a folder": (["lab", "."], 1, "folder"),
    "not UTF-8": (["lab", "latin.txt"], 1, "latin.txt: byte 0xE9 at offset 1 is not UTF-8"),
    "a cut character": (["lab", "cut.txt"], 1, "at offset 2 is not UTF-8"),
    "no such special token": (["lab", "text.txt", "--allow-special", "<x>"], 1, "'<x>' is not"),
    "no folder": (["lab", "text.txt", "--out", "no/x.npy"], 1, "its folder is not there"),
    "a folder for a file": (["lab", "text.txt", "--out", "."], 1, "a folder has this name"),
    "another form": (["lab", "text.txt", "--out", "x.npy", "--format", "raw"], 1, "x.npy"),
    "an unknown form": (["lab", "text.txt", "--format", "csv"], 2, "'csv' is not one of"),
    "no threads": (["lab", "text.txt", "--threads", "0"], 2, "'--threads'"),
}
BAD_DECODE = {
    "no ids": (["lab", "gone.txt"], 1, "gone.txt: No such file or directory"),
    "a word": (["lab", "text.txt"], 1, "at position 0 is not a token id"),
    "an unknown id": (["lab", "far.txt"], 1, "token id 99999 at position 3 is no token's"),
    "a negative id": (["lab", "below.txt"], 1, "token id -1 at position 1 is no token's"),
    "half an id": (["lab", "half.bin"], 1, "does not end with a whole id"),
    "a square": (["lab", "square.npy"], 1, "one row of integers"),
    "no folder": (["lab", "far.txt", "--out", "no/x"], 1, "its folder is not there"),
    "a torn header": (["lab", "torn.npy"], 1, "the header is broken"),
    "an unknown dtype": (["lab", "half.bin", "--dtype", "int8"], 2, "'int8' is not one of"),
}
BAD = {
    **{("encode", what): BAD_ENCODE[what] for what in BAD_ENCODE},
    **{("decode", what): BAD_DECODE[what] for what in BAD_DECODE},
}


@pytest.mark.parametrize(("command", "what"), BAD)
def test_what_is_wrong_is_said_in_one_line(
    command: str, what: str, bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("low lower")
    Path("latin.txt").write_bytes(b"h\xe9llo")
    Path("cut.txt").write_bytes(b"ab\xe5\x93")
    Path("far.txt").write_text("97 98 99\n99999")
    Path("below.txt").write_text("97 -1")
    Path("half.bin").write_bytes(b"abc")
    Path("torn.npy").write_bytes(b"\x93NUMPY\x01")
    np.save("square.npy", np.zeros((2, 2), np.uint16))
    before = set(tmp_path.iterdir())
    argv, expected, message = BAD[command, what]
    out = [] if "--out" in argv else ["--out", "out.txt"]
    code, told, err = bpe_lab(command, *argv, *out)
    assert (code, told) == (expected, "")
    assert message in err
    assert err.startswith("bpe-lab: ")
    assert err.count("\n") == 1
    assert set(tmp_path.iterdir()) == before, "nothing is written, whole or in part"


def test_the_place_of_a_wrong_id_is_counted_over_all_blocks(
    bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encode_module, "BLOCK", 3)
    path = tmp_path / "ids.txt"
    path.write_text("97 " * 100 + "99999 97")
    code, _, err = bpe_lab("decode", "lab", str(path), "--out", str(tmp_path / "x"))
    assert code == 1
    assert "token id 99999 at position 100 is no token's" in err


def test_a_gap_in_the_ids_is_named_with_its_place(
    bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such ids are below the last one, but belong to no token."""
    monkeypatch.setattr(encode_module, "BLOCK", 2)
    model = built_in("lab")
    tokens = (*model.vocabulary.tokens, b"", b"~~~~~~~")
    vocabulary = replace(model.vocabulary, tokens=tokens)
    gap = replace(model, vocabulary=vocabulary)
    monkeypatch.setattr("bpe_lab.cli.encode.model_of", lambda *_, **__: gap)
    path = tmp_path / "ids.txt"
    path.write_text(f"97 98 99 97 98 {len(tokens) - 2} 97")
    code, _, err = bpe_lab("decode", "lab", str(path), "--out", str(tmp_path / "x"))
    assert code == 1
    assert f"token id {len(tokens) - 2} at position 5 is no token's" in err


FULL = Path("/dev/full")
IS_FULL = "bpe-lab: standard output: No space left on device\n"
needs_full_disk = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


@needs_full_disk
@pytest.mark.parametrize("buffered", [True, False])
def test_a_full_disk_is_said(buffered: bool, mine: str, text: str, bpe_lab, tmp_path) -> None:
    """By what is full, in one line; also where it refuses only what is left in a buffer."""
    ids = tmp_path / "numbers.txt"
    ids.write_bytes(b"97 98\n")
    for argv in (
        ["encode", mine, text],
        ["encode", mine, text, "--out", str(tmp_path / "ids")],
        ["decode", mine, "-"],
        ["exercise"],
    ):
        with streams(ids, FULL.open("wb"), buffered=buffered):
            assert bpe_lab(*argv) == (1, "", IS_FULL), argv


@needs_full_disk
def test_python_itself_does_not_complain_of_a_full_disk(tmp_path: Path) -> None:
    """When it ends and would write what is left."""
    with FULL.open("wb") as target:
        process = start("exercise", place=tmp_path, stdout=target, stderr=subprocess.PIPE)
        _, problem = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, problem) == (1, IS_FULL.encode())


def test_a_full_disk_for_copies_of_pipes_is_named(
    bpe_lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(source: object, target: object) -> NoReturn:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(shutil, "copyfileobj", full)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    code, out, err = bpe_lab("encode", "lab", "-")
    assert (code, out) == (1, "")
    assert re.fullmatch(rf"bpe-lab: {tmp_path}/\S+\.txt: No space left on device\n", err)


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize(
    ("command", "number"),
    [
        ("encode", signal.SIGINT),
        ("decode", signal.SIGTERM),
        pytest.param("encode", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param("decode", signal.SIGINT, marks=pytest.mark.slow),
    ],
)
def test_a_stopped_command_leaves_nothing(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    place, out = tmp_path / "tmp", tmp_path / "out"
    place.mkdir()
    out.mkdir()
    process = start(
        *(command, "lab", "--out", str(out / "ids.txt")),
        place=place,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"97 98 ")
    process.stdin.flush()
    try:
        begun = place if command == "encode" else out
        assert comes_true(lambda: any(begun.rglob("*.*")), TIMEOUT), "it never began"
        process.send_signal(number)
        told, err = process.communicate(timeout=TIMEOUT)
    finally:
        process.kill()
    assert process.returncode == 128 + number
    assert (told, err) == (b"", b"")
    assert not list(place.iterdir())
    assert not list(out.iterdir())
