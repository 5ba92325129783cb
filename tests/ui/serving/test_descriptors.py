"""What the process may open, and what an idle event loop does not."""

import asyncio
import gc
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from ui.serving.descriptors import DeferredLoop, raise_limit

resource = pytest.importorskip("resource")


def descriptors() -> set[tuple[str, str]]:
    """The number and the target of each that this process has open.

    What earlier tests left may close at any time, so a test asks for what is new: a set and no
    count.
    """
    gc.collect()
    return set(_links(Path("/proc/self/fd")))


def _links(folder: Path) -> Iterator[tuple[str, str]]:
    for link in folder.iterdir():
        with suppress(FileNotFoundError):  # the folder's own is closed by now
            yield link.name, str(link.readlink())


@pytest.fixture
def limit() -> Iterator[int]:
    """The hard limit; the soft one is back as it was at the end."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one_at_most(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limit))
    raise_limit(1000)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1000, limit)
    raise_limit(10**9)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit, limit)


def test_a_limit_that_is_higher_already_stays(limit: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (900, limit))
    raise_limit(500)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (900, limit)


class TestALoopThatNeverRuns:
    def test_it_opens_nothing(self) -> None:
        before = descriptors()
        loops = [DeferredLoop() for _ in range(5)]
        for loop in loops:
            loop.call_soon(print)
            loop.call_soon_threadsafe(print)
        assert descriptors() <= before
        for loop in loops:
            loop.close()
            assert loop.is_closed()
        assert descriptors() <= before

    def test_once_it_runs_it_is_like_any_other(self, tmp_path: Path) -> None:
        before, loop = descriptors(), DeferredLoop()

        async def busy() -> list[str]:
            woken = asyncio.Event()
            here = asyncio.get_running_loop()
            threading.Timer(0.01, here.call_soon_threadsafe, [woken.set]).start()
            await asyncio.wait_for(woken.wait(), 60)
            answer = asyncio.get_running_loop().create_future()
            server = await asyncio.start_unix_server(
                lambda reader, writer: answer.set_result(writer), tmp_path / "door"
            )
            _, writer = await asyncio.open_unix_connection(tmp_path / "door")
            (await answer).close()
            writer.close()
            server.close()
            return [await asyncio.to_thread(str.upper, "low"), str(here is loop)]

        # In a thread without a loop: browser tests leave one that runs in this one.
        with ThreadPoolExecutor(1) as thread:
            run = thread.submit(loop.run_until_complete, busy())
            assert run.result() == ["LOW", "True"]
            assert descriptors() - before
            thread.submit(loop.run_until_complete, loop.shutdown_default_executor()).result()
        loop.close()
        assert descriptors() <= before

    def test_a_closed_one_does_not_run(self) -> None:
        loop, nothing = DeferredLoop(), asyncio.sleep(0)
        loop.close()
        before = descriptors()
        with pytest.raises(RuntimeError, match="closed"):
            loop.run_until_complete(nothing)
        nothing.close()
        assert descriptors() <= before
