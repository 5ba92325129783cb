"""Files that are written whole or not at all, and which paths are one file.

`whole_file` writes one file beside its name and renames it. `write_set` does the same for
several files of a folder, beside whatever else is in it: a model's files always go this way.
It first writes all of them into a folder of their own, and puts it on the disk:

    mine/.bpe-lab-save.new/vocab.json, merges.txt, …

One rename, to ``.bpe-lab-save``, is the step that counts: before it the save has not happened,
after it it has. What then remains is to move each file to its name, and to remove the folder.
A reader takes a file that is still in ``.bpe-lab-save`` from there, and so sees the old
files or the new ones at any moment, whatever is killed. The next save or load moves what a
killed one left behind. A file that the save removes has an empty mark there, ``NAME.removed``.

subtle: other programs see the files' names alone. To them a save that was killed between two
moves looks half done until it is finished.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, EINVAL, EIO, EISDIR, ELOOP, ENOSPC, ENOTSUP
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, TypeAlias

from bpe_core.errors import InputError, OptionError

FULL = (ENOSPC, EDQUOT, EFBIG)  # errors of writing only

COMPLETE = ".bpe-lab-save"  # all its files are written: they count
STAGED = ".bpe-lab-save.new"  # not yet
REMOVED = ".removed"
ATTEMPTS = 50  # to read a folder that changes all the time

# By name: where a file is, its number, its size, and when it was written.
_States: TypeAlias = dict[str, tuple[Path, int, int, int]]

# A path, or the number of an open file.
AnyFile: TypeAlias = str | os.PathLike[str] | int


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """Open for writing a file that becomes ``target`` once all is written.

    Until then it is beside it, under another name, and the old ``target`` stays, also where
    power fails. An error, a full disk or a cancelled call leaves nothing behind. A link is
    followed. Raises ``InputError("is_a_folder")``, ``OptionError`` for a target that is not a
    regular file, and ``OSError``.
    """
    path = Path(os.path.realpath(target))
    # All links were followed; one that is left leads round in a circle.
    if any(part.is_symlink() for part in (path, *path.parents)):
        raise OSError(ELOOP, os.strerror(ELOOP), str(target))
    if path.is_dir():
        raise InputError("is_a_folder", path=str(target))
    if path.exists() and not path.is_file():
        raise OptionError(name="target", value=str(target), rule="a file, not a pipe or device")
    # A name has at most 255 bytes, a character of it takes at most four.
    partial = path.with_name(f".{path.name[:50]}.{os.urandom(4).hex()}.partial")
    try:
        with naming(target), partial.open("xb") as file:
            yield file
            sync_file(file)
        partial.replace(path)
        sync_folder(path.parent)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Errors of writing, such as a full disk's, that name no file get the name of this one."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in (*FULL, EIO):
            error.filename = str(path)
        raise


def write_set(
    folder: Path, files: Mapping[str, bytes], *, removed: Collection[str] = ()
) -> None:
    """Write files into ``folder``, which is made, and remove others from it, all in one step.

    Raises ``OSError``; until the step is done, what was there remains as it was.
    """
    _make(folder)
    with _locked(folder, wait=True):
        _finish(folder)
        for name in files:
            if (folder / name).is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(folder / name))
        staged = folder / STAGED
        try:
            _remove(staged)  # of a save that was killed
            staged.mkdir()
            marks = {name + REMOVED: b"" for name in removed if (folder / name).is_file()}
            for name, data in {**files, **marks}.items():
                try:
                    with (staged / name).open("xb") as file:
                        file.write(data)
                        sync_file(file)
                except OSError as error:
                    error.filename = str(folder / name)
                    raise
            sync_folder(staged)
            staged.rename(folder / COMPLETE)
        except BaseException:
            _remove(staged)
            raise
        sync_folder(folder)
        _finish(folder)


def read_set(
    folder: Path,
    choose: Callable[[Mapping[str, Path]], Iterable[str]],
    read: Callable[[Path], bytes],
) -> dict[str, bytes]:
    """The files of ``folder`` that are chosen, all of one moment, by name.

    ``choose`` gets the path of each entry by its name, and may name what is not there. Raises
    what ``read`` raises, and ``InputError("file_changed")`` for a folder that is written to
    without an end.
    """
    _finish_left(folder)
    for _ in range(ATTEMPTS):
        before = _states(folder, choose)
        try:
            files = {path.name: read(path) for path, *_ in before.values()}
        except Exception:
            if before == _states(folder, choose):
                raise
            continue
        if before == _states(folder, choose):
            return files
    raise InputError("file_changed", path=str(folder))


def read_file(path: Path, read: Callable[[Path], bytes]) -> bytes:
    """One file, also while a save is moving it to its name; raises what ``read`` raises."""
    _finish_left(path.parent)
    unmoved = path.parent / COMPLETE / path.name
    while unmoved.is_file():
        try:
            return read(unmoved)
        except Exception:
            if unmoved.is_file():
                raise
    return read(path)


def _states(folder: Path, choose: Callable[[Mapping[str, Path]], Iterable[str]]) -> _States:
    """Where each chosen file is now, and its state, in the order of names."""
    unmoved: dict[str, Path] = {}
    with suppress(FileNotFoundError):  # first: what is moved meanwhile is in the folder
        unmoved = {path.name: path for path in (folder / COMPLETE).iterdir()}
    paths = {path.name: path for path in folder.iterdir()} | unmoved
    for name in unmoved:
        if name.endswith(REMOVED):
            paths.pop(name.removesuffix(REMOVED), None)
    states: _States = {}
    for name in sorted(paths.keys() & {*choose(paths)}):
        with suppress(FileNotFoundError):
            state = paths[name].stat()
            if S_ISREG(state.st_mode):
                states[name] = paths[name], state.st_ino, state.st_size, state.st_mtime_ns
    return states


def _finish_left(folder: Path) -> None:
    """Finish a save that was killed, if nobody is at it and the folder can be written to."""
    if (folder / COMPLETE).is_dir():
        with suppress(OSError), _locked(folder, wait=False):
            _finish(folder)


def _finish(folder: Path) -> None:
    """Move the files of a complete save to their names; does nothing where there is none.

    Another kill leaves fewer of them to move.
    """
    complete = folder / COMPLETE
    if not complete.is_dir():
        return
    for path in sorted(complete.iterdir()):
        if path.name.endswith(REMOVED):
            (folder / path.name.removesuffix(REMOVED)).unlink(missing_ok=True)
            path.unlink()
        else:
            path.replace(folder / path.name)
    sync_folder(folder)
    complete.rmdir()


def _remove(folder: Path) -> None:
    """Remove a folder of files, as far as that is possible.

    Not by `shutil`: it comes with four compressors, for which every load would wait.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


def _make(folder: Path) -> None:
    """Make a folder and those above it."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


@contextmanager
def _locked(folder: Path, *, wait: bool) -> Iterator[None]:
    """Alone among those that save to ``folder``; raises ``BlockingIOError`` unless it waits.

    The lock ends with its process. Windows, and file systems without locks, have none.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise
        except OSError:
            pass  # no locks here
        yield
    finally:
        os.close(descriptor)


def sync_file(file: BinaryIO) -> None:
    """Wait until all of an open file is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until a folder's names are on the disk, where a system can open folders."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (EINVAL, ENOTSUP):  # a file system that has no such thing
            raise
    finally:
        with suppress(OSError):
            os.close(descriptor)


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


def check_apart(outputs: Iterable[AnyFile], inputs: Iterable[AnyFile]) -> None:
    """Raise ``InputError("overwrites_input")`` if an output is the same file as an input.

    Before anything is written: the input would be lost, to the result or to an empty file.
    """
    numbers: dict[tuple[int, int], AnyFile] = {}
    for file in inputs:
        if (number := _number(file)) is not None:
            numbers.setdefault(number, file)
    for output in outputs:
        if (number := _number(output)) in numbers and number is not None:
            raise InputError(
                "overwrites_input", output=_title(output), source=_title(numbers[number])
            )


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
    """Raise ``InputError`` if two outputs are the same file: the first would be lost.

    By their names, links followed, since neither need exist yet. A pipe or device takes one
    after the other.
    """
    targets: set[str] = set()
    for output in outputs:
        if output.exists() and not output.is_file():
            continue
        target = os.path.normcase(os.path.realpath(output))
        if target in targets:
            raise InputError("shared_output", output=str(output))
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
