"""Tasks on Ray, on this machine or on a cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bpe_core.errors import PackageMissingError
from bpe_core.shards.shard_errors import EngineFailedError

# No statistics to anybody; workers run in the environment of this process.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
# Ray's own switch between all interfaces and loopback alone, whose name is older than its use
# here; it is read when Ray is imported.
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
MOST_ATTEMPTS = 3  # after a worker or a node has died


@contextmanager
def ray_engine(
    address: str | None,
) -> Iterator[Callable[..., Generator[tuple[int, Any], None, None]]]:
    """Ray, at ``address``; or started for this call, on 127.0.0.1 alone, and ended after it.

    A connection that the caller has made is used as it is. Raises ``PackageMissingError`` and
    ``EngineFailedError``.
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
        raise EngineFailedError(engine="ray", reason=str(error)) from error
    finally:
        if not was_running:
            ray.shutdown()


def _on_ray(
    function: Callable[..., Any], tasks: Sequence[Any]
) -> Generator[tuple[int, Any], None, None]:
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
