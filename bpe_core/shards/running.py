"""Tasks that leave files behind: where they run, what is not done yet, the folder they share.

An engine maps a function over tasks, and knows nothing of what they do: threads of this
process, or Ray, on this machine or on a cluster. A work folder is one of this machine, or one
at an address for fsspec.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Protocol, TypeAlias, TypeVar

from bpe_core.errors import BPELabError, OptionError, PackageMissingError, UnknownNameError
from bpe_core.runtime.arguments import as_integer, as_tuple
from bpe_core.runtime.files import as_path, whole_file
from bpe_core.runtime.machine import temporary_folder
from bpe_core.runtime.progress import OnProgress, Phase, Progress, number_of_threads
from bpe_core.shards.shard_files import ShardError, is_remote, reaching, store_of

ENGINES = ("local", "ray")

# Yields (index, result) as tasks finish.
Finished: TypeAlias = Generator[tuple[int, Any], None, None]
Engine: TypeAlias = Callable[[Callable[..., Any], Sequence[Any]], Finished]

# No statistics to anybody; workers run in the environment of this process.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
# Ray's own switch between all interfaces and loopback alone, whose name is older than its use
# here; it is read when Ray is imported.
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
MOST_ATTEMPTS = 3  # after a worker or a node has died


class ShardTask(Protocol):
    """Work that leaves files behind, whole or not at all."""

    @property
    def name(self) -> str:
        """What an error is named after."""
        ...

    @property
    def size(self) -> int:
        """How much of its phase it is."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether its files are there, from an earlier run."""
        ...

    def run(self, tell: OnProgress | None) -> None:
        """Do it; ``tell`` may raise, which ends it."""
        ...


AnyTask = TypeVar("AnyTask", bound=ShardTask)


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as a value with its notes, which would get lost between processes."""

    error: Exception
    notes: tuple[str, ...]


def run_task(task: ShardTask, tell: OnProgress | None = None) -> Failure | None:
    """Run a task; what is wrong with its input comes back, anything else is raised."""
    try:
        task.run(tell)
    except (BPELabError, OSError) as error:
        return Failure(error, tuple(getattr(error, "__notes__", ())))
    return None


def run_all(engine: Engine, tasks: Sequence[ShardTask], phase: Phase) -> None:
    """Run those that are not done yet; raises what the first one that fails raises."""
    waiting = [task for task in tasks if not task.is_done]
    done = sum(task.size for task in tasks) - sum(task.size for task in waiting)
    phase.finished(done)
    if not waiting:
        return
    with closing(engine(run_task, waiting)) as finished:
        for index, failure in finished:
            if failure is not None:
                _raise(failure, waiting[index].name)
            done += waiting[index].size
            phase.finished(done)


def _raise(failure: Failure, name: str) -> None:
    error = failure.error
    error.__notes__ = [name] if name not in str(error) else []
    for note in failure.notes:
        error.add_note(note)
    raise error


def part_of(tasks: Sequence[AnyTask], part: tuple[int, int] | None) -> Sequence[AnyTask]:
    """Every ``N``-th from the ``I``-th on, for ``(I, N)``; all without a part.

    Raises ``OptionError``.
    """
    if part is None:
        return tasks
    rule = "two integers, from 1/N to N/N"
    numbers = [as_integer("part", number) for number in as_tuple("part", part, rule)]
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1]:
        raise OptionError(name="part", value="/".join(map(str, numbers)), rule=rule)
    number, of = numbers
    return tasks[number - 1 :: of]


def threads_of_each(tasks: Sequence[ShardTask], threads: int | None) -> int:
    """The threads that are left to each task, if few have to be run."""
    waiting = sum(not task.is_done for task in tasks)
    return max(1, number_of_threads(threads) // max(1, waiting))


def key_of(values: object) -> str:
    """A name for the work that depends on ``values`` alone.

    >>> key_of(["a", 1]) == key_of(["a", 1]), len(key_of(["a", 2]))
    (True, 32)
    """
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]


class _StoppedError(Exception):
    """Another task has failed, or the caller has had enough."""


def engine_named(
    name: str, address: str | None, threads: int | None
) -> AbstractContextManager[Engine]:
    """The engine, which runs while the context is open.

    Raises ``UnknownNameError``, and ``OptionError`` for a local engine with an address.
    """
    if name not in ENGINES:
        raise UnknownNameError.among("engine", name, ENGINES)
    if name == "ray":
        return ray_engine(address)
    if address is not None:
        raise OptionError(name="address", value=address, rule="only with the engine ray")
    return nullcontext(partial(_in_threads, threads))


def _in_threads(
    threads: int | None, function: Callable[..., Any], tasks: Sequence[Any]
) -> Finished:
    """Run ``function(task, tell)`` in threads of this process.

    When the generator is closed, running tasks end at their next report of progress.
    """
    stop = Event()

    def tell(progress: Progress) -> None:
        if stop.is_set():
            raise _StoppedError

    with ThreadPoolExecutor(number_of_threads(threads)) as pool:
        try:
            futures = {
                pool.submit(function, task, tell): index for index, task in enumerate(tasks)
            }
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def ray_engine(address: str | None) -> Iterator[Engine]:
    """Ray, at ``address``; or started for this call, on 127.0.0.1 alone, and ended after it.

    A connection that the caller has made is used as it is. Raises ``PackageMissingError`` and
    ``ShardError("engine_failed")``.
    """
    for name, value in (QUIET if address else QUIET | LOOPBACK).items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise PackageMissingError(package="ray", extra="ray") from error
    was_running = ray.is_initialized()
    try:
        if not was_running:
            ray.init(
                address=address or "local",
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        yield _on_ray
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise ShardError("engine_failed", engine="ray", reason=str(error)) from error
    finally:
        if not was_running:
            ray.shutdown()


def _on_ray(function: Callable[..., Any], tasks: Sequence[Any]) -> Finished:
    """Run ``function(task)`` for each task; yields (index, result) as they finish."""
    import ray

    remote = ray.remote(max_retries=MOST_ATTEMPTS)(function)
    running = {remote.remote(task): index for index, task in enumerate(tasks)}
    try:
        while running:
            (ready,), _ = ray.wait(list(running), num_returns=1)
            yield running.pop(ready), ray.get(ready)
    finally:
        for left in running:
            ray.cancel(left)


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
