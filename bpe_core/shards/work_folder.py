"""Where tasks leave their counts: a folder of this machine, or one at an address for fsspec."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from bpe_core.runtime.files import as_path, whole_file
from bpe_core.runtime.machine import temporary_folder
from bpe_core.shards.store import is_remote, reaching, store_of


class WorkFolder(Protocol):
    """Files that all who work on a corpus share, each there whole or not at all."""

    def make(self) -> None: ...

    def names(self) -> frozenset[str]:
        """The files that are there now; none where there is no such folder."""
        ...

    def writing(self, name: str) -> AbstractContextManager[BinaryIO]:
        """A file that is there once all of it is written."""
        ...

    def reading(self, name: str) -> AbstractContextManager[BinaryIO]: ...


@dataclass(frozen=True, slots=True)
class WorkFile:
    """A file of a work folder."""

    folder: WorkFolder
    name: str

    def writing(self) -> AbstractContextManager[BinaryIO]:
        return self.folder.writing(self.name)

    def reading(self) -> AbstractContextManager[BinaryIO]:
        return self.folder.reading(self.name)


def work_folder(address: str | Path) -> WorkFolder:
    """The folder at a path, or at an address such as ``s3://corpus/counts``."""
    if isinstance(address, str) and is_remote(address):
        return StoreFolder(address.rstrip("/"))
    return LocalFolder(as_path("work", address))


@dataclass(frozen=True, slots=True)
class LocalFolder:
    path: Path

    def make(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)

    def names(self) -> frozenset[str]:
        return frozenset(path.name for path in self.path.glob("*"))

    def writing(self, name: str) -> AbstractContextManager[BinaryIO]:
        return whole_file(self.path / name)

    def reading(self, name: str) -> AbstractContextManager[BinaryIO]:
        return (self.path / name).open("rb")

    def remove(self) -> None:
        """Remove what tasks have left, and the folder if it holds nothing else."""
        for pattern in ("shard-*.parquet", "sum-*.parquet", ".s*.partial"):
            for path in self.path.glob(pattern):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            self.path.rmdir()


@dataclass(frozen=True, slots=True)
class StoreFolder:
    """A folder in a store. Machines that share nothing else share their counts by it."""

    address: str

    def make(self) -> None:
        system, path = store_of(self.address, "work")
        with reaching(self.address):
            system.makedirs(path, exist_ok=True)

    def names(self) -> frozenset[str]:
        system, path = store_of(self.address, "work")
        with reaching(self.address):
            system.invalidate_cache()  # others write there, too
            try:
                paths = system.ls(path, detail=False)
            except FileNotFoundError:  # a store has no empty folders
                return frozenset()
        return frozenset(each.rpartition("/")[2] for each in paths)

    @contextmanager
    def writing(self, name: str) -> Iterator[BinaryIO]:
        system, folder = store_of(self.address, "work")
        partial = f"{folder}/.{name}.{secrets.token_hex(4)}.partial"
        with temporary_folder("bpe-lab-work-") as own:
            with (own / name).open("xb") as file:
                yield file
            with reaching(self.address):
                # Not all stores put a file whole or not at all; all of them rename so.
                system.put_file(str(own / name), partial)
                system.mv(partial, f"{folder}/{name}")

    @contextmanager
    def reading(self, name: str) -> Iterator[BinaryIO]:
        """Reads what is asked for and no more: each bucket is a small part of its file."""
        system, folder = store_of(self.address, "work")
        with reaching(self.address), system.open(f"{folder}/{name}", cache_type="none") as file:
            yield file
