"""Standard input as a file; files that are checked before long work, and written whole."""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES
from pathlib import Path
from typing import Annotated, Any, BinaryIO, TypeAlias

import typer

from bpe_core.errors import OptionError
from bpe_core.runtime.files import check_apart, check_distinct, naming, whole_file

STDIN = "-"
STDIN_NAME = "standard input"
STDOUT = 1  # its number, as standard input has 0
STDOUT_NAME = "standard output"


def out_path(name: str) -> Path:
    """What ``--out`` names; raises ``BadParameter`` for nothing, as from an unset variable."""
    if not name:
        raise typer.BadParameter("an empty path; the current folder is '.'")
    return Path(name)


OutFolder: TypeAlias = Annotated[
    Path,
    typer.Option(
        help="The folder for the files; made if need be.", parser=out_path, metavar="<path>"
    ),
]


def as_file(name: str, folder: Path) -> Path:
    """The file called ``name``; a pipe is copied to ``folder``, so that memory stays bounded.

    Raises ``FileNotFoundError``.
    """
    path = Path(name)
    if name != STDIN:
        path.stat()
        if path.is_file() or path.is_dir():
            return path
    copy = folder / f"{len(list(folder.iterdir()))}.txt"
    with naming(copy), copy.open("xb") as file:
        if name == STDIN:
            shutil.copyfileobj(sys.stdin.buffer, file)
        else:
            with path.open("rb") as pipe:
                shutil.copyfileobj(pipe, file)
    return copy


@contextmanager
def read_bytes(name: str) -> Iterator[BinaryIO]:
    """A file or standard input, open for reading."""
    if name == STDIN:
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as file:
            yield file


@contextmanager
def output(path: Path | None) -> Iterator[BinaryIO]:
    """Standard output, or a file that gets its name when it is complete."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(path) as file:
        yield file


def write_json(path: Path, record: Mapping[str, Any], *, ensure_ascii: bool = True) -> None:
    """A record to read and to keep."""
    text = json.dumps(record, indent=2, ensure_ascii=ensure_ascii)
    write_file(path, text + "\n")


def write_file(path: Path, text: str) -> None:
    """Write a text whole or not at all; a pipe or device gets it as it comes."""
    if path.exists() and not path.is_file():
        with naming(path):
            path.write_text(text, "utf-8")
        return
    with whole_file(path) as file:
        file.write(text.encode())


def is_output_closed() -> bool:
    """Whether nobody reads standard output any more; what is still to be written is dropped."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        pass
    else:
        if not _has_no_reader(STDOUT):
            return False
    _drop_output()
    return True


def drop_unwritten() -> None:
    """Drop what standard output does not take any more, as on a full disk."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Whatever is still to be written goes nowhere, or Python complains when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STDOUT)
    os.close(nowhere)


def _has_no_reader(number: int) -> bool:
    """Whether it is a pipe whose other end is closed, where the system tells."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(number, 0)
    return any(events & select.POLLERR for _, events in poll.poll(0))


def check_folder(path: Path | None) -> None:
    """Raise ``OptionError`` if ``out`` cannot be written: before long work, not after it."""
    if path and not path.absolute().parent.is_dir():
        raise OptionError(name="out", value=str(path), rule="its folder is not there")
    if path and path.is_dir():
        raise OptionError(name="out", value=str(path), rule="a folder has this name")
    if path:
        _check_writable(path.absolute().parent)


def check_out(out: Path | None, *inputs: str | Path) -> None:
    """The same, and that ``out``, or else standard output, is none of the files to read.

    ``-`` is standard input. Raises ``InputError("overwrites_input")``.
    """
    check_folder(out)
    check_apart([STDOUT if out is None else out], map(name_or_number, inputs))


def check_outs(outputs: Iterable[Path | None], inputs: Iterable[str | Path]) -> None:
    """That figures can be written, over no file that is read and not over each other.

    Better before long runs. ``-`` among ``inputs`` is standard input. Raises ``OptionError``,
    ``InputError("overwrites_input")`` and ``InputError("shared_output")``.
    """
    paths = [path for path in outputs if path]
    for path in paths:
        if not path.absolute().parent.is_dir():
            raise OptionError(name="file", value=str(path), rule="its folder is not there")
    check_apart(paths, map(name_or_number, inputs))
    check_distinct(paths)


def name_or_number(name: str | Path) -> str | Path | int:
    """``name``, or the number of standard input."""
    return 0 if name == STDIN else name


def check_out_folder(out: Path) -> None:
    """The same for a folder, which is created if necessary, with its parents."""
    if out.exists() and not out.is_dir():
        raise OptionError(name="out", value=str(out), rule="a file has this name")
    there = next(path for path in (out.absolute(), *out.absolute().parents) if path.exists())
    if not there.is_dir():
        raise OptionError(name="out", value=str(out), rule=f"{there.name} is no folder")
    _check_writable(there)


def _check_writable(folder: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
