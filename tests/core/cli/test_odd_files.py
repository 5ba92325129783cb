"""Files and streams that are no ordinary ones end in a sentence, at once."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from bpe_core import encode_file, load, save, train
from bpe_core.cli.measuring import write_json
from bpe_core.errors import FormatError
from bpe_core.vocabularies import built_in
from tests.core.cli.running import COMMAND, TIMEOUT, environment

QUICKLY = 30  # seconds; what hangs does so for ever


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_as_a_vocabulary_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "vocab.json")
    done = subprocess.run(
        [*COMMAND, "encode", str(tmp_path / "vocab.json")],
        input=b"low",
        env=environment(),
        capture_output=True,
        timeout=QUICKLY,
        check=False,
    )
    assert done.returncode == 1
    assert b"vocab.json, the file: a pipe, a device or a folder, not a file" in done.stderr


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


@pytest.mark.parametrize("command", ["decode lab", "encode lab"])
def test_a_reader_who_has_heard_enough_is_no_failure(command: str, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers"
    numbers.write_bytes(b"104 105 " * 500_000)
    pipe = f"{{ {shlex.join(COMMAND)} {command} {numbers}; echo $? >&2; }} | head -c 5"
    done = subprocess.run(
        ["sh", "-c", pipe], env=environment(), capture_output=True, timeout=TIMEOUT, check=False
    )
    assert (len(done.stdout), done.stderr) == (5, b"0\n")


def limited(script: str, size: int) -> str:
    """A script that cannot write files of more than ``size`` bytes, as on a full disk."""
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    return f"{limit}; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n{script}"


@pytest.mark.skipif(os.name != "posix", reason="needs a bound on files")
@pytest.mark.parametrize(
    "write",
    [
        "encode_file(built_in('lab'), 'low ' * 9999, {path!r})",
        "write_json(Path({path!r}), {{'a': 'b' * 9999}})",
    ],
)
def test_an_error_of_writing_names_the_file(write: str, tmp_path: Path) -> None:
    path = str(tmp_path / "out.bin")
    modules = (encode_file, built_in, write_json, Path)
    imports = "".join(f"from {one.__module__} import {one.__name__}\n" for one in modules)
    once = write.format(path=str(tmp_path / "whole.bin"))  # compiled kernels are kept as well
    call = f"try: {write.format(path=path)}\nexcept OSError as e: print(e.filename)"
    script = f"{imports}{once}\n{limited(call, 1000)}"
    done = subprocess.run(
        [*COMMAND[:1], "-c", script],
        env=environment(),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.stdout.decode().strip(), done.stderr) == (path, b"")
