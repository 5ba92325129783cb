"""Signals that end a command: Ctrl-C and a request to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from types import FrameType


@dataclass(slots=True)
class Stop:
    """Set once the shell or the user has asked to end; ``code`` is what to exit with then.

    ``heeded``: a race is under way, which looks at ``event``.
    """

    event: Event = field(default_factory=Event)
    code: int = 0
    heeded: bool = False


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Ctrl-C and a request to end leave nothing behind.

    They raise ``SystemExit``, so that all that is open is closed and deleted on the way out;
    during a race they set `Stop`, and raise only when asked for a second time.
    """
    stop = Stop()

    def note(number: int, frame: FrameType | None) -> None:
        at_once = stop.event.is_set() or not stop.heeded
        stop.code = 128 + number
        stop.event.set()
        if at_once:
            raise SystemExit(stop.code)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
