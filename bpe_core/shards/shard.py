"""Which files a corpus consists of: files, globs and addresses such as ``s3://…``."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bpe_core.errors import IsAFolderError, OptionError
from bpe_core.runtime.arguments import as_tuple, check_type
from bpe_core.runtime.files import as_path, check_once
from bpe_core.shards.shard_errors import NoShardsError
from bpe_core.shards.store import is_remote, reaching, store_of


class Shard(NamedTuple):
    """A file of the corpus; ``stamp`` changes when it is written to.

    ``number`` is its position in the corpus, from 0: where a pre-token first occurs is told
    by it.
    """

    number: int
    address: str
    size: int
    stamp: str


class _State(NamedTuple):
    """A file as it is now."""

    address: str
    size: int
    stamp: str


def find_shards(addresses: Sequence[str | Path]) -> list[Shard]:
    """The files that ``addresses`` name, in their order; those of a glob in order of names.

    Raises ``OptionError`` for one that is named twice, which would be counted twice;
    ``NoShardsError``, ``IsAFolderError``, ``PackageMissingError``, ``StoreFailedError`` and
    ``OSError``.
    """
    names = as_tuple("shards", addresses, "a list of files, globs or addresses")
    for name in names:
        check_type("shards", name, (str, Path), "each a str or a Path")
        as_path("shards", name)
    states = [state for name in names for state in _states(str(name))]
    if not states:
        raise NoShardsError(pattern=" ".join(map(str, names)))
    shards = [Shard(number, *state) for number, state in enumerate(states)]
    check_once("shards", local_files(shards))
    remote: set[str] = set()
    for address in (shard.address for shard in shards if is_remote(shard.address)):
        if address in remote:
            raise OptionError(name="shards", value=address, rule="name each file once")
        remote.add(address)
    return shards


def local_files(shards: Iterable[Shard]) -> list[str]:
    """The names of those that are files of this machine, ``file://`` or not.

    >>> local_files([Shard(0, "s3://corpus/a", 1, ""), Shard(1, "file:///b", 1, "")])
    ['/b']
    """
    names = [shard.address.removeprefix("file://") for shard in shards]
    return [name for name in names if not is_remote(name)]


def is_unchanged(shard: Shard) -> bool:
    """Whether a shard still is what it was when it was listed."""
    return next(_states(shard.address)) == _State(*shard[1:])


def _states(address: str) -> Iterator[_State]:
    if is_remote(address):
        yield from _remote_states(address)
    elif glob.has_magic(address) and not Path(address).exists():
        paths = [path for path in map(Path, _matches(address)) if path.is_file()]
        if not paths:
            raise NoShardsError(pattern=address)
        yield from map(_local_state, paths)
    else:
        yield _local_state(Path(address))


def _matches(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  # Path.glob has no absolute patterns


def _local_state(path: Path) -> _State:
    status = path.stat()
    if path.is_dir():
        raise IsAFolderError(path=str(path))
    if not path.is_file():
        raise OptionError(name="shard", value=str(path), rule="a file, not a pipe or device")
    return _State(str(path.absolute()), status.st_size, str(status.st_mtime_ns))


def _remote_states(address: str) -> Iterator[_State]:
    system, path = store_of(address, "shard")
    with reaching(address):
        system.invalidate_cache()  # a file may have been written to since it was listed
        yield from list(_states_in(system, path, address))


def _states_in(system: Any, path: str, address: str) -> Iterator[_State]:
    paths = sorted(system.glob(path)) if glob.has_magic(path) else [path]
    if not paths:
        raise NoShardsError(pattern=address)
    for each in paths:
        about = system.info(each)
        if about["type"] == "directory":
            raise IsAFolderError(path=address)
        stamp = about.get("ETag") or about.get("mtime") or system.modified(each)
        yield _State(system.unstrip_protocol(each), about["size"], str(stamp))
