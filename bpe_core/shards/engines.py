"""Where tasks run. An engine maps a function over tasks, and knows nothing of what they do."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from threading import Event
from typing import Any, TypeAlias, TypeVar

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.runtime.progress import Progress, number_of_threads
from bpe_core.shards.ray_engine import ray_engine

ENGINES = ("local", "ray")

AnyTask = TypeVar("AnyTask")
Result = TypeVar("Result")
Finished: TypeAlias = Generator[tuple[int, Result], None, None]
# Yields (index, result) as tasks finish.
Engine: TypeAlias = Callable[[Callable[..., Any], Sequence[Any]], Finished[Any]]


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
    threads: int | None, function: Callable[..., Result], tasks: Sequence[AnyTask]
) -> Finished[Result]:
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
