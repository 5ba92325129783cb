"""Signals that end a command: Ctrl-C and a request to end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Timer
from types import FrameType

AGAIN = 0.05  # seconds


class Stopped(SystemExit):
    """The command was asked to end; its code is the shell's."""


@dataclass(slots=True)
class Stop:
    """Set once the shell or the user has asked to end; ``code`` is the exit code then.

    ``heeded``: a race is running, which checks ``event``.
    """

    event: Event = field(default_factory=Event)
    code: int = 0
    heeded: bool = False


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Ctrl-C and a request to end leave nothing behind.

    They raise `Stopped`, so that everything open is closed and deleted on the way out; during
    a race they set `Stop`, and raise only the second time.
    """
    stop = Stop()

    def note(number: int, frame: FrameType | None) -> None:
        at_once = stop.event.is_set() or not stop.heeded
        stop.code = 128 + number
        stop.event.set()
        if at_once:
            raise Stopped(stop.code)

    def again(lost: sys.UnraisableHookArgs) -> None:
        """subtle: if the signal comes while a library calls back into Python (as llvmlite does
        to load code), the exception is lost and reported here; so send the signal again.
        """
        if not isinstance(lost.exc_value, Stopped):
            previous_hook(lost)
            return
        repeat = Timer(AGAIN, os.kill, (os.getpid(), stop.code - 128))
        repeat.daemon = True
        repeat.start()

    previous_hook, sys.unraisablehook = sys.unraisablehook, again
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        sys.unraisablehook = previous_hook
        for number, handler in before.items():
            signal.signal(number, handler)
