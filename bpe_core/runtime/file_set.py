"""Several files of a folder that change in one step, beside whatever else is in it.

A save first writes all its files into a folder of their own, and puts it on the disk:

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
from errno import EISDIR
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias

from bpe_core.errors import FileChangedError
from bpe_core.runtime.durable import sync_file, sync_folder

COMPLETE = ".bpe-lab-save"  # all its files are written: they count
STAGED = ".bpe-lab-save.new"  # not yet
REMOVED = ".removed"
ATTEMPTS = 50  # to read a folder that changes all the time

# By name: where a file is, its number, its size, and when it was written.
_States: TypeAlias = dict[str, tuple[Path, int, int, int]]


def write_set(
    folder: Path, files: Mapping[str, bytes], *, removed: Collection[str] = ()
) -> None:
    """Write files into ``folder``, which is made, and remove others from it, all in one step.

    Raises ``OSError``; until the step is done, what was there remains as it was.
    """
    import shutil  # with four compressors, for which a load would wait

    _make(folder)
    with _locked(folder, wait=True):
        _finish(folder)
        for name in files:
            if (folder / name).is_dir():
                raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(folder / name))
        staged = folder / STAGED
        try:
            shutil.rmtree(staged, ignore_errors=True)  # of a save that was killed
            staged.mkdir()
            marks = {name + REMOVED: b"" for name in removed if (folder / name).is_file()}
            for name, data in {**files, **marks}.items():
                try:
                    _write(staged / name, data)
                except OSError as error:
                    error.filename = str(folder / name)
                    raise
            sync_folder(staged)
            staged.rename(folder / COMPLETE)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
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
    what ``read`` raises, and ``FileChangedError`` for a folder that is written to without an
    end.
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
    raise FileChangedError(path=str(folder))


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


def _write(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        sync_file(file)


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
