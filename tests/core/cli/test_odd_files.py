"""Files and streams that are no ordinary ones end in a sentence, at once."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from bpe_core import encode_file, load, save, train
from bpe_core.cli.measuring import write_json
from bpe_core.errors import FormatError
from bpe_core.vocabularies import built_in
from tests.core.cli.running import COMMAND, TIMEOUT, environment, streams, unread_pipe


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


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """This process cannot write files of more than ``size`` bytes, as on a full disk."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


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
