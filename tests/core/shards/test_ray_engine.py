"""What is asked of Ray, whose tasks run in this process here; `test_on_ray.py` runs Ray."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bpe_core import count_shards
from bpe_core.shards.running import LOOPBACK, MOST_ATTEMPTS, QUIET, engine_named
from tests.raising import Expected, raises


@dataclass(frozen=True, eq=False)
class Asked:
    """A task that waits until its result is wanted."""

    function: Callable[[Any], Any]
    task: Any


class Ray:
    """The part of the package that is used."""

    class exceptions:  # noqa: N801  # as there
        class RayError(Exception):
            pass

    def __init__(self) -> None:
        self.running = False
        self.begun: list[dict[str, Any]] = []
        self.cancelled: list[Any] = []

    def is_initialized(self) -> bool:
        return self.running

    def init(self, **options: Any) -> None:
        self.running = True
        self.begun.append(options)

    def shutdown(self) -> None:
        self.running = False

    def remote(self, *, max_retries: int) -> Callable[[Callable[[Any], Any]], Any]:
        assert max_retries == MOST_ATTEMPTS
        return lambda function: SimpleNamespace(remote=lambda task: Asked(function, task))

    def wait(self, asked: list[Asked], *, num_returns: int) -> tuple[list[Asked], list[Asked]]:
        """The last that was asked for is done first."""
        return asked[-num_returns:], asked[:-num_returns]

    def get(self, asked: Asked) -> Any:
        return asked.function(asked.task)

    def cancel(self, asked: Asked) -> None:
        self.cancelled.append(asked.task)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    for name, value in (QUIET | LOOPBACK).items():
        monkeypatch.setenv(name, value)  # as it was afterwards
    package = Ray()
    monkeypatch.setitem(sys.modules, "ray", package)  # type: ignore[arg-type]  # a package
    return package


def test_it_gives_the_bytes_of_the_local_engine_and_is_ended(ray: Ray, tmp_path: Path) -> None:
    shards = [tmp_path / f"{number}.txt" for number in range(3)]
    for number, path in enumerate(shards):
        path.write_text(f"low lower w{number} " * 9, "utf-8")
    local, out = tmp_path / "local.parquet", tmp_path / "ray.parquet"
    count_shards(shards, local)
    count_shards(shards, out, engine="ray")
    assert out.read_bytes() == local.read_bytes()
    (options,) = ray.begun
    assert (options["address"], options["include_dashboard"]) == ("local", False)
    assert not ray.running


@pytest.mark.parametrize("address", [None, "ray://elsewhere:10001"])
def test_results_come_with_the_number_of_their_task(ray: Ray, address: str | None) -> None:
    with engine_named("ray", address, None) as engine:
        assert list(engine(str.upper, ["a", "b"])) == [(1, "B"), (0, "A")]
    assert ray.begun[0]["address"] == (address or "local")


def test_a_connection_of_the_caller_is_used_and_stays(ray: Ray) -> None:
    ray.running = True
    with engine_named("ray", None, None) as engine:
        assert list(engine(len, ["abc"])) == [(0, 3)]
    assert ray.running
    assert not ray.begun


def test_what_is_not_wanted_any_more_is_cancelled(ray: Ray) -> None:
    with engine_named("ray", None, None) as engine:
        results = engine(len, ["a", "b", "c"])
        next(results)
        results.close()
    assert ray.cancelled == ["a", "b"]


@pytest.mark.parametrize("kind", [Ray.exceptions.RayError, ConnectionError])
def test_a_cluster_that_fails_is_an_error_of_ours(ray: Ray, kind: Expected) -> None:
    def fail(_: object) -> None:
        raise kind("no node is left")

    with (
        raises("ShardError.engine_failed", match="no node is left"),
        engine_named("ray", None, None) as engine,
    ):
        list(engine(fail, [1]))
    assert not ray.running
