"""Which paths are one file: by its number in the file system, not by how it is spelled."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias

from bpe_core.errors import OptionError, OverwritesInputError, SharedOutputError

# A path, or the number of an open file.
AnyFile: TypeAlias = str | os.PathLike[str] | int


def as_path(name: str, value: str | os.PathLike[str]) -> Path:
    """``value`` as a path; raises ``OptionError`` for what no file can be named.

    subtle: to `pathlib` the empty text is the current folder, and so would be every variable
    that a script forgot to set.
    """
    if value == "":
        raise OptionError(name=name, value=value, rule="a path; the current folder is '.'")
    try:
        path = Path(value)
    except TypeError as error:
        rule = "a path: a str or a Path"
        raise OptionError(name=name, value=value, rule=rule) from error
    try:
        is_name = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        rule = "a path without NUL and lone surrogates, which no file's name has"
        raise OptionError(name=name, value=str(path), rule=rule)
    return path


def is_same_file(one: AnyFile, other: AnyFile) -> bool:
    """Whether both are one regular file that exists: by links of any kind, too.

    >>> is_same_file(__file__, os.path.relpath(__file__))
    True
    >>> is_same_file("not there", "not there"), is_same_file(os.devnull, os.devnull)
    (False, False)
    """
    number = _number(one)
    return number is not None and number == _number(other)


def check_apart(outputs: Iterable[AnyFile], inputs: Iterable[AnyFile]) -> None:
    """Raise ``OverwritesInputError`` if an output is the same file as an input.

    Before anything is written: the input would be lost, to the result or to an empty file.
    """
    numbers: dict[tuple[int, int], AnyFile] = {}
    for file in inputs:
        if (number := _number(file)) is not None:
            numbers.setdefault(number, file)
    for output in outputs:
        if (number := _number(output)) in numbers and number is not None:
            raise OverwritesInputError(output=_title(output), source=_title(numbers[number]))


def check_once(name: str, inputs: Iterable[AnyFile]) -> None:
    """Raise ``OptionError`` if two of ``inputs`` are one file, however they are spelled."""
    numbers: dict[tuple[int, int], AnyFile] = {}
    for file in inputs:
        number = _number(file)
        if number is not None and number in numbers:
            rule = f"the same file as {_title(numbers[number])}; name each file once"
            raise OptionError(name=name, value=_title(file), rule=rule)
        if number is not None:
            numbers[number] = file


def check_distinct(outputs: Iterable[Path]) -> None:
    """Raise ``SharedOutputError`` if two outputs are the same file: the first would be lost.

    By their names, links followed, since neither need exist yet. A pipe or device takes one
    after the other.
    """
    targets: set[str] = set()
    for output in outputs:
        if output.exists() and not output.is_file():
            continue
        target = os.path.normcase(os.path.realpath(output))
        if target in targets:
            raise SharedOutputError(output=str(output))
        targets.add(target)


def _number(file: AnyFile) -> tuple[int, int] | None:
    """Device and number of a regular file; None for a device, a pipe or what is not there."""
    try:
        status = os.stat(file)  # noqa: PTH116  # takes descriptors too
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None
    return (status.st_dev, status.st_ino) if S_ISREG(status.st_mode) else None


def _title(file: AnyFile) -> str:
    standard = {0: "standard input", 1: "standard output"}
    return standard.get(file, str(file)) if isinstance(file, int) else os.fspath(file)
