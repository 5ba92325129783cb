"""What every process that measures does before its work; `run.py` is the other side.

It answers on an output of its own, ends with the process that started it, has bounded memory,
is the first to be killed where memory runs out, and says what went wrong.
"""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, TypeAlias

from bpe_core.measure.failed_message import failed_message
from bpe_core.measure.memory import LIBRARIES, allowance, be_killed_first, bound
from bpe_core.measure.process import LIFELINE
from bpe_core.measure.reasons import Reason
from bpe_core.measure.room import free_memory

LOOK_AFTER_PARENT = 0.5  # seconds

Say: TypeAlias = Callable[[Mapping[str, Any]], object]  # sends a line of `messages.py`
STARTED: Mapping[str, Any] = {"clock": "started"}
STOPPED: Mapping[str, Any] = {"clock": "stopped"}


@contextmanager
def answering() -> Iterator[Say]:
    """A process set up to measure, and what sends its messages; an error is the last one."""
    say = own_output()
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        yield say
    except BaseException as error:  # a panic of compiled code is no Exception
        say({"failed": failed_message(Reason.of(error))})


def own_output() -> Say:
    """Where messages go; what libraries print goes to the errors from now on."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(message: Mapping[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    return say


def end_with_parent() -> None:
    """End this process soon after the one that started it has ended, perhaps before this."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent and not is_orphan():
            time.sleep(LOOK_AFTER_PARENT)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def is_orphan() -> bool:
    """Whether the other end of the lifeline is closed; False where there is none."""
    if LIFELINE not in os.environ or not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(int(os.environ[LIFELINE]), 0)
    return bool(poll.poll(0))


class HangUp:
    """While a run is under way, the end of the lifeline ends this process, whatever it does.

    subtle: compiled libraries may keep the interpreter's lock for a whole run, so no thread of
    ours would see that the parent has died. The system does: it sends a signal that nobody
    catches when the pipe is closed at its other end. It sends the same one for what is written
    to a pipe, at times after that was read, so commands have another pipe; who is started
    without a lifeline has its input for one. A system that cannot do it leaves it to
    `end_with_parent`.
    """

    def __enter__(self) -> None:
        self._set(on=True)
        if is_orphan():  # since before: no signal comes
            os._exit(1)

    def __exit__(self, *_: object) -> None:
        self._set(on=False)

    @staticmethod
    def _set(*, on: bool) -> None:
        try:
            import fcntl
        except ImportError:
            return
        flag = getattr(os, "O_ASYNC", 0) or getattr(fcntl, "FASYNC", 0)
        pipe = int(os.environ.get(LIFELINE, "0"))
        with suppress(OSError):
            flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
            fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(pipe, fcntl.F_SETFL, flags | flag if on else flags & ~flag)
