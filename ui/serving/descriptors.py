"""File descriptors: as many as the system lets the server have, and none for idle sessions.

A reader's websocket needs one. Streamlit 1.67 gives each session an event loop of its own
besides, which scripts may use: another three, opened at once and, since no script here uses it,
for nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from selectors import BaseSelector, DefaultSelector, SelectorKey
from socket import socket
from typing import Any

ENOUGH = 65_536  # descriptors: where the system sets no limit, a fault still ends somewhere


def raise_limit(enough: int = ENOUGH) -> None:
    """Let the process open as many files as its hard limit allows, ``enough`` at most."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class DeferredSelector(BaseSelector):
    """A selector that is opened when something is registered or waited for."""

    def __init__(self) -> None:
        self._opened: BaseSelector | None = None

    def _open(self) -> BaseSelector:
        if self._opened is None:
            self._opened = DefaultSelector()
        return self._opened

    def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:
        """Watch a file."""
        return self._open().register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> SelectorKey:
        """Watch a file no more."""
        return self._open().unregister(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for the files."""
        return self._open().select(timeout)

    def get_map(self) -> Mapping[Any, SelectorKey]:
        """The files that are watched."""
        return {} if self._opened is None else self._opened.get_map()

    def close(self) -> None:
        """Give the descriptor back, if there is one."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


class DeferredLoop(asyncio.SelectorEventLoop):
    """An event loop that takes its three descriptors when it first runs.

    >>> async def five() -> int:
    ...     return 5
    >>> loop = DeferredLoop()
    >>> loop.run_until_complete(five())
    5
    >>> loop.close()
    """

    _ssock: socket | None = None  # the pipe by which other threads wake it
    _csock: socket | None = None

    def __init__(self) -> None:
        super().__init__(DeferredSelector())

    def run_forever(self) -> None:
        """As every loop, with its pipe made before."""
        if self._ssock is None and not self.is_closed():
            super()._make_self_pipe()  # type: ignore[misc]  # asyncio's own, not in its stubs
        super().run_forever()

    def _make_self_pipe(self) -> None:
        """Nothing yet: asyncio asks for the pipe as it makes the loop."""

    def _close_self_pipe(self) -> None:
        if self._ssock is not None:
            super()._close_self_pipe()  # type: ignore[misc]
