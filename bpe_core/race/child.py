"""A lane's own process: reads commands, runs, and tells; see `process.py` for the other side.

    python -m bpe_core.race.child FOLDER LANE

FOLDER holds ``text`` (UTF-8), ``plan.json`` and for encoders ``model/``. One JSON object a line
comes in, ``{"do": "time" or "count", "size": bytes, "number": k}``; the end of input ends it.
What goes out, one JSON object a line:

    {"ready": {library: version}}              once
    {"reached": [parts done, nanoseconds]}     at most ten a second
    {"clock": "started"}, {"clock": "stopped"} around the work that the budget is for
    {"run": {…}}, {"tally": {…}}               the answer
    {"failed": "one line"}                     instead of an answer; then it ends
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

from bpe_core.race.lane_work import LaneWork
from bpe_core.race.memory import LIBRARIES, allowance, at_rest, be_killed_first, bound
from bpe_core.race.process import LIFELINE
from bpe_core.race.room import free_memory

LOOK_AFTER_PARENT = 0.5  # seconds
LONGEST_REASON = 300  # characters


def main(folder: Path, lane: str) -> None:
    """Answer commands until there are no more, or one fails."""
    out = own_output()
    end_with_parent()
    be_killed_first()
    bound(allowance(free_memory()) + LIBRARIES)
    try:
        work = LaneWork(folder, lane, lambda said: say(out, said))
        at_rest()
        say(out, {"ready": work.versions()})
        for line in sys.stdin:
            bound()
            with HangUp():
                answer = work.answer(json.loads(line))
            say(out, answer)
    except BaseException as error:  # a panic of compiled code is no Exception
        say(out, {"failed": one_line(error)})


def own_output() -> IO[str]:
    """Where the answers go; what libraries print goes to the errors from now on."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def say(out: IO[str], said: Mapping[str, Any]) -> None:
    """One line, at once."""
    out.write(json.dumps(said) + "\n")
    out.flush()


def one_line(error: BaseException) -> str:
    """What is wrong, by class.

    >>> one_line(ValueError("no\\nway"))
    'ValueError: no way'
    >>> one_line(MemoryError())
    'MemoryError'
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}".removesuffix(": ")[:LONGEST_REASON]


def end_with_parent() -> None:
    """End this process soon after the one that started it has ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_AFTER_PARENT)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


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


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
