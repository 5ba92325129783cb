"""A measuring process answers on an output of its own and ends with the one that started it.

`benchmarks/peers/first.py` loads this file by its path, so it imports nothing of this project.
"""

from __future__ import annotations

import os
import pickle
import select
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

LIFELINE = "BPE_LAB_LIFELINE"  # names the pipe that ends when we do; nothing is written to it
LOOK_AFTER_PARENT = 0.5  # seconds
KILL_FIRST = "1000"  # where memory runs out all the same; 0 is what others have

Say: TypeAlias = Callable[[Mapping[str, Any]], object]  # sends a line of `messages.py`
Form: TypeAlias = Callable[[Any], bytes]  # of a line, without its end


def pickled(value: object) -> bytes:
    """A value on a line, from one process of ours to another."""
    return b64encode(pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


def own_output(form: Form = pickled) -> Say:
    """Where messages go; what libraries print goes to the errors from now on."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(message: Mapping[str, Any]) -> None:
        out.write(form(message) + b"\n")
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


def be_killed_first() -> None:
    """Where memory runs out, let the system end this process and not the one that races."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(KILL_FIRST)


class HangUp:
    """While a run is under way, the end of the lifeline ends this process, whatever it does.

    subtle: compiled libraries may keep the interpreter's lock for a whole run, so no thread of
    ours would see that the parent has died. The system does: it sends a signal that nobody
    catches when the pipe is closed at its other end. It sends the same one for what is written
    to a pipe, at times after that was read, so commands have another pipe. A system that
    cannot do it leaves it to `end_with_parent`, as does a process without a lifeline.
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
        if LIFELINE not in os.environ:
            return
        pipe = int(os.environ[LIFELINE])
        flag = getattr(os, "O_ASYNC", 0) or getattr(fcntl, "FASYNC", 0)
        with suppress(OSError):
            flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
            fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(pipe, fcntl.F_SETFL, flags | flag if on else flags & ~flag)
