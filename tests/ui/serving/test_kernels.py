"""The server has its kernels compiled by processes that it starts and ends."""

from __future__ import annotations

import gc
import subprocess
import sys
from threading import Event, Thread, Timer

import pytest

from bpe_core import warm
from ui.serving import kernels

Process = subprocess.Popen[bytes]
SOON = 60.0  # seconds


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """In place of compilers: processes that work until their input ends."""
    started: list[Process] = []

    def start(shares: object = None) -> list[Process]:
        code = "import sys; sys.stdin.read()"
        process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
        started.append(process)
        return [process]

    monkeypatch.setattr(warm, "start", start)
    return started


def test_it_says_so_while_a_process_compiles(compiler: list[Process]) -> None:
    assert not kernels.compiling()
    kernels.start()
    kernels.start()
    assert kernels.compiling()
    assert len(compiler) == 1
    compiler[0].communicate()
    assert not kernels.compiling()
    kernels.end()


def test_work_waits_until_all_is_compiled_or_it_is_told_to_stop(
    compiler: list[Process],
) -> None:
    stop = Event()
    kernels.wait(stop)
    kernels.start()
    Timer(0.05, compiler[0].communicate).start()
    kernels.wait(stop)
    assert not kernels.compiling()
    kernels.start()
    stop.set()
    kernels.wait(stop)
    assert kernels.compiling()
    kernels.end()


def test_they_end_with_the_server(compiler: list[Process]) -> None:
    kernels.start()
    kernels.end()
    assert compiler[0].returncode is not None
    assert not kernels.compiling()


def test_all_is_in_memory_before_a_job_and_loaded_once(
    compiler: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.unfreeze()
    loaded: list[bool] = []
    monkeypatch.setattr(warm, "warm", lambda: loaded.append(kernels.compiling()))
    kernels.loaded_once.cache_clear()
    kernels.start()
    Timer(0.05, compiler[0].communicate).start()
    kernels.get_ready(Event())
    monkeypatch.setattr(warm, "start", lambda: pytest.fail("it was asked for again"))
    kernels.get_ready(Event())
    assert loaded == [False]
    assert gc.get_freeze_count(), "what stays is no garbage to look for"
    kernels.loaded_once.cache_clear()


def test_a_server_that_ends_early_loads_nothing(
    compiler: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "warm", lambda: pytest.fail("it was loaded"))
    monkeypatch.setattr(kernels, "_ended", Event())
    early = Thread(target=kernels.get_ready_early)
    early.start()
    kernels.end()
    early.join(SOON)
    assert not early.is_alive()


def asking_for_bytepiece(compiler: list[Process], monkeypatch: pytest.MonkeyPatch) -> Thread:
    """A thread that waits for a part which a process compiles by now."""
    monkeypatch.setattr(kernels, "_had", set())
    waiting = Thread(target=kernels.have, args=("bytepiece",))
    waiting.start()
    while not compiler:
        Event().wait(0.01)
    return waiting


def test_a_part_that_cannot_be_stored_is_not_compiled_for_every_page(
    compiler: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = asking_for_bytepiece(compiler, monkeypatch)
    compiler[0].kill()
    waiting.join(SOON)
    kernels.have("bytepiece")
    assert len(compiler) == 1


def test_a_part_of_its_own_is_waited_for_and_ends_with_the_server(
    compiler: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = asking_for_bytepiece(compiler, monkeypatch)
    assert waiting.is_alive()
    while not kernels.compiling():
        Event().wait(0.01)
    kernels.end()
    waiting.join(SOON)
    assert not waiting.is_alive()
    assert compiler[0].poll() is not None


def test_what_is_compiled_is_looked_for_until_it_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = iter([False, True])
    monkeypatch.setattr(kernels, "_had", set())
    monkeypatch.setattr(warm, "is_warm", lambda parts: next(looks))
    assert [kernels.seems_compiled("part") for _ in range(4)] == [False, True, True, True]
