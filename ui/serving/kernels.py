"""The compiled code of the core: compiled beside the server, never within it.

Compiling holds the interpreter's lock for seconds, and every page would feel it. Other
processes do it, once for these sources; the server loads what they leave, which takes a second
or two, when its first readers have their page, so that no job in a lecture has to.
"""

from __future__ import annotations

import gc
from functools import cache
from subprocess import Popen
from threading import Event, Lock

from bpe_core import warm
from bpe_core.kernels.objects import can_run

LOOK = 0.1  # seconds
FIRST_PAGES = 10.0  # seconds from the server's start that belong to its first readers
_lock, _loading, _more = Lock(), Lock(), Lock()
_processes: list[Popen[bytes]] = []
_ended = Event()
_had: set[str] = set()  # parts that were compiled for this server, or seen on disk


def start() -> None:
    """Have the kernels compiled, unless they are or somebody is at it."""
    with _lock:
        if not _is_any_alive():
            _processes[:] = warm.start()


def compiling() -> bool:
    """Whether they are being compiled now; a page that needs them says so and waits."""
    with _lock:
        return _is_any_alive()


def wait(stop: Event) -> None:
    """Return when nothing is being compiled, or soon after ``stop`` is set."""
    while compiling() and not stop.wait(LOOK):
        pass


def get_ready(stop: Event) -> None:
    """Have all of it in memory, or ``stop`` set. What was never compiled is now, elsewhere."""
    if are_loaded():
        return  # without a look at the sources, which takes longer than many a text
    start()
    wait(stop)
    if not stop.is_set():
        with _loading:
            loaded_once()


def are_loaded() -> bool:
    """Whether all of it is in memory and runs, so that a page may use it without waiting."""
    return loaded_once.cache_info().currsize > 0 and can_run(*warm.AT_START)


@cache
def loaded_once() -> None:
    """Once a server.

    What it has imported until then is left out of every later search for garbage. There are
    some 200,000 objects that stay; to look at them all again holds the interpreter, and with it
    every page, for 0.15 s at a time.
    """
    warm.warm()
    gc.collect()
    gc.freeze()


def seems_compiled(part: str) -> bool:
    """Whether `have` would return at once; once it would, the sources are not read again."""
    if part not in _had and warm.is_warm((part,)):
        _had.add(part)
    return part in _had


def have(part: str) -> None:
    """Return when ``part``, which no start compiles, is compiled: elsewhere, if need be.

    Once a server: where nothing can be stored, to do it again would store no more.
    """
    with _more:
        if part in _had:
            return
        _had.add(part)
        processes = warm.start([part])
        with _lock:
            _processes.extend(processes)
        for process in processes:
            process.wait()


def get_ready_early() -> None:
    """At the server's start: have it compiled at once, and loaded a little later."""
    start()
    if not _ended.wait(FIRST_PAGES):
        get_ready(_ended)


def is_over() -> bool:
    """Whether the server has ended."""
    return _ended.is_set()


def end() -> None:
    """End the processes, with the server."""
    _ended.set()
    with _lock:
        for process in _processes:
            process.kill()
            process.wait()
        _processes.clear()


def _is_any_alive() -> bool:
    return any(process.poll() is None for process in _processes)
