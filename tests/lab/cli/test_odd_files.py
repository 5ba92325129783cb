"""Files and streams that are no ordinary ones end in a sentence, at once."""

from __future__ import annotations

import ctypes
import gzip
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from bpe_core import encode_file, load, save, train
from bpe_core.errors import FormatError
from bpe_core.vocabularies import built_in
from bpe_lab.cli import main
from bpe_lab.cli.pipes import write_json
from bpe_lab.cli.terminal import stoppable
from tests.core.running import largest_file
from tests.lab.cli.running import COMMAND, TIMEOUT, environment, start, streams, unread_pipe
from tests.lab.race.running import comes_true


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_as_a_vocabulary_is_refused_and_not_waited_for(bpe_lab, tmp_path: Path) -> None:
    pipe = tmp_path / "vocab.json"
    os.mkfifo(pipe)
    # Whoever opened the pipe to read it would find its end, so that this fails and never hangs.
    writer = Thread(target=lambda: pipe.open("wb").close())
    writer.start()
    code, _, problem = bpe_lab("encode", str(pipe))
    os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
    writer.join()
    assert code == 1
    assert "vocab.json, the file: a pipe, a device or a folder, not a file" in problem


@pytest.mark.parametrize("name", ["vocab.json", "tokenizer.json"])
@pytest.mark.parametrize("content", [b"", b" \n"])
def test_an_empty_file_is_called_empty(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    (tmp_path / "merges.txt").write_bytes(b"#version: 0.2\nl o\n")
    with pytest.raises(FormatError, match=f"{name}, the file: the file is empty"):
        load(tmp_path)


@pytest.mark.parametrize("version", ["2.0", None])
def test_a_tokenizer_file_of_another_version_is_refused(
    version: object, tmp_path: Path
) -> None:
    """tokenizers refuses it as well."""
    save(train("low low", vocab_size=258), tmp_path, format="huggingface")
    path = tmp_path / "tokenizer.json"
    file = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**file, "version": version}), "utf-8")
    with pytest.raises(FormatError, match=r"key 'version': one of '1\.0', not"):
        load(tmp_path)
    del file["version"]
    path.write_text(json.dumps(file), "utf-8")
    assert len(load(tmp_path).vocabulary) == 258


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    path = tmp_path / "numbers"
    path.write_bytes(b"104 105 " * 100_000)
    return path


def test_a_reader_who_has_heard_enough_is_no_failure(numbers: Path) -> None:
    pipe = f"{{ {shlex.join(COMMAND)} decode lab {numbers}; echo $? >&2; }} | head -c 5"
    done = subprocess.run(
        ["sh", "-c", pipe], env=environment(), capture_output=True, timeout=TIMEOUT, check=False
    )
    assert (len(done.stdout), done.stderr) == (5, b"0\n")


@pytest.mark.parametrize("command", ["decode", "encode"])
def test_neither_is_one_who_reads_nothing(command: str, numbers: Path, bpe_lab) -> None:
    with streams(numbers, unread_pipe()):
        assert bpe_lab(command, "lab") == (0, "", "")


@pytest.mark.parametrize(
    "write",
    [
        lambda path: encode_file(built_in("lab"), "low " * 9999, path),
        lambda path: write_json(path, {"a": "b" * 9999}),
    ],
    ids=["encode_file", "write_json"],
)
def test_an_error_of_writing_names_the_file(
    write: Callable[[Path], object], tmp_path: Path
) -> None:
    write(tmp_path / "whole.bin")  # compiled kernels are kept as well
    with largest_file(1000), pytest.raises(OSError, match="too large") as caught:
        write(tmp_path / "out.bin")
    assert caught.value.filename == str(tmp_path / "out.bin")


# --- Signals at odd moments, and streams that are not there


def test_a_signal_while_a_library_calls_back_is_not_lost(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What a callback from C raises ends nothing, as when llvmlite loads code."""

    def interrupted() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        sleep(0.01)

    call = ctypes.CFUNCTYPE(None)(interrupted)

    def work() -> None:
        with stoppable():
            call()
            sleep(10)

    with pytest.raises(SystemExit) as caught:
        work()
    assert caught.value.code == 130
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_empty_or_take_all_in_silence(closed: str, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    command = shlex.join([*COMMAND, "encode", "lab", "-", "--out", str(ids)])
    done = subprocess.run(
        ["sh", "-c", f"{command} {closed}"],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert ids.read_bytes() == b""


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_each_may_be_closed_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python has None in the place of such a stream."""
    text, ids = tmp_path / "text.txt", tmp_path / "ids.txt"
    text.touch()
    with streams(text):
        monkeypatch.setattr(sys, name, None)
        with pytest.raises(SystemExit) as ended:
            main(["encode", "lab", "-", "--out", str(ids)])
    assert ended.value.code == 0
    assert ids.read_bytes() == b""


# --- What a killed command leaves behind, the next one deletes


slow = pytest.mark.slow
TRAINED = ("--vocab-size", "257", "--out", "mine")
ROWS = 400_000  # of which counting takes seconds


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("encode", "lab"), id="encode"),
        pytest.param(("train", "-", *TRAINED), id="train", marks=slow),
        pytest.param(("compare", "-", "--system", "bbpe"), id="compare", marks=slow),
        pytest.param(("count", "{rows}", "--out", "{rows}.parquet"), id="count"),
    ],
)
def test_the_next_run_deletes_what_a_killed_one_left(
    command: tuple[str, ...], bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, rows = tmp_path / "place", tmp_path / "rows.jsonl.gz"
    place.mkdir()
    rows.write_bytes(gzip.compress(b'{"text": "low lower"}\n' * ROWS))
    argv = [word.format(rows=rows) for word in command]
    # Its standard input stays open, so that it is killed while it copies that.
    waiting = start(*argv, place=place, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert comes_true(lambda: [*place.glob("*/*.txt"), *place.glob("*/*.jsonl")] != [])
    finally:
        waiting.kill()
        waiting.communicate(timeout=TIMEOUT)
    assert len(list(place.iterdir())) == 1
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    text = tmp_path / "text.txt"
    text.write_text("low")
    with streams(text):
        assert bpe_lab("encode", "lab") == (0, "", "")
    assert list(place.iterdir()) == []
