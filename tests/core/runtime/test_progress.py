"""Work in threads ends when anything goes wrong, and its progress comes to the caller."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat

import pytest

from bpe_core.runtime.progress import drain, number_of_threads


def ones() -> Generator[int, None, None]:
    yield from repeat(1)


def failing() -> Generator[int, None, None]:
    yield 1
    raise OSError("gone")


def test_there_is_a_thread_for_each_processor() -> None:
    assert number_of_threads(None) >= 1


@pytest.mark.parametrize("count", [1, 2, 5])
def test_all_is_done_and_told(count: int) -> None:
    told: list[int] = []
    drain([(k for k in range(100)) for _ in range(count)], told.append)
    assert told[-1] == count * sum(range(100))


def test_nothing_to_do() -> None:
    drain([], pytest.fail)


@pytest.mark.parametrize("others", [0, 1, 3])
def test_what_a_work_raises_ends_the_others(others: int) -> None:
    before = threading.active_count()
    endless = [ones() for _ in range(others)]
    with pytest.raises(OSError, match="gone"):
        drain([*endless, failing()], int)
    assert threading.active_count() == before


@pytest.mark.parametrize("works", [1, 2])
def test_what_the_callback_raises_ends_all(works: int) -> None:
    def cancel(done: int) -> None:
        raise InterruptedError(done)

    before = threading.active_count()
    with pytest.raises(InterruptedError):
        drain([ones() for _ in range(works)], cancel)
    assert threading.active_count() == before


def test_where_no_more_threads_can_start_the_first_ones_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    submit = ThreadPoolExecutor.submit

    def submit_one(pool: ThreadPoolExecutor, work: Callable[[int], None], k: int) -> object:
        if k == 1:
            raise RuntimeError("can't start new thread")
        return submit(pool, work, k)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit_one)
    before = threading.active_count()
    with pytest.raises(RuntimeError, match="new thread"):
        drain([ones(), ones()], int)
    assert threading.active_count() == before
