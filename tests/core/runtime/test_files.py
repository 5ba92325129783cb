"""A file that is written by a process that dies at any step is the old one or the new."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bpe_core.encode.encode_file import encode_file
from bpe_core.runtime.files import whole_file
from bpe_core.vocabularies import built_in
from bpe_lab.cli.pipes import write_file, write_json
from tests.core.runtime.dying import Died, dying, steps_of

OLD = b"what was there before"


def bare(path: Path) -> None:
    with whole_file(path) as file:
        file.write(b"new, ")
        file.write(b"in two pieces")


WRITERS: dict[str, Callable[[Path], object]] = {
    "whole_file": bare,
    "a table of figures": partial(write_file, text="run,seconds\n1,2\n"),
    "a record": partial(write_json, record={"seconds": [1, 2]}),
    "ids": partial(encode_file, built_in("lab"), "low lower " * 9),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_is_the_old_one_or_the_new_whenever_its_writer_dies(
    name: str, tmp_path: Path
) -> None:
    write, path = WRITERS[name], tmp_path / "file"
    write(path)  # compiles
    steps = steps_of(lambda: write(path))
    new = path.read_bytes()
    assert "half a write" in steps
    assert steps.index("fsync") < steps.index("os.rename")
    seen = []
    for at in range(len(steps)):
        path.write_bytes(OLD)
        with pytest.raises(Died), dying(at):
            write(path)
        seen.append(path.read_bytes())
    assert seen == sorted(seen, key=lambda data: data == new)
    assert set(seen) == {OLD, new}


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="this system opens no folders")
@pytest.mark.parametrize("name", WRITERS)
def test_the_folder_goes_to_the_disk_last_with_the_new_name_in_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, path = WRITERS[name], tmp_path / "file"
    write(path)  # compiles
    steps: list[str] = []
    replace, folder = os.replace, tmp_path.stat()

    def replaced(source: Path, target: Path) -> None:
        replace(source, target)
        steps.append("named" if target == path else f"{target} named")

    def synced(descriptor: int) -> None:
        is_folder = os.path.samestat(os.fstat(descriptor), folder)
        steps.append("folder synced" if is_folder else "file synced")

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "fsync", synced)
    write(path)
    assert steps == ["file synced", "named", "folder synced"]


def test_a_pipe_gets_figures_as_they_come() -> None:
    write_file(Path("/dev/null"), "run\n")
