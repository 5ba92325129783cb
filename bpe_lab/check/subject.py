"""The code that is checked, from outside: its process is started, asked, cut and ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from site import getuserbase
from threading import Event
from typing import Any

from bpe_lab.check.endings import sentence
from bpe_lab.check.source import Source
from bpe_lab.measure.machine import crowding
from bpe_lab.measure.messages import Clock, Protocol, as_object, as_text
from bpe_lab.measure.process import PYTHON, Child, messages, variables
from bpe_lab.measure.reasons import CutError, RunError

LOADING = 120.0  # seconds; what a student imports may be large
MOST_CROWDED = 12.0  # times as long as on a machine of one's own


class CutShortError(RunError):
    """It did not end within its seconds."""


@dataclass(frozen=True, slots=True)
class Raised:
    """Its code ended with an error, in a line."""

    text: str


PROTOCOL: Protocol[Mapping[str, Any] | Raised] = Protocol(
    answers={"answer": as_object, "raised": lambda value: Raised(as_text(value))}
)


def inside(home: str) -> dict[str, str]:
    """Variables by which libraries keep what they would write elsewhere in ``home``.

    subtle: packages that a user has installed for herself are found from her own home.
    """
    caches = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"), home)
    return {**caches, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUSERBASE": getuserbase()}


class Subject(AbstractContextManager["Subject"]):
    """A process of the student's code, a new one after every end of the last.

    Raises ``RunError`` with the reason where it gives no answer, and ``StoppedError``.
    """

    def __init__(self, source: Source, folder: Path, stop: Event) -> None:
        self.source, self._folder, self._stop = source, folder, stop
        self._child: Child | None = None
        self.request: Mapping[str, Any] = {}  # the last one

    def __exit__(self, *_: object) -> None:
        self._end()

    def load(self) -> Mapping[str, Any]:
        """Start afresh; what it says of itself."""
        self._end()
        home = str(self._folder)
        command = [*PYTHON, "-m", "bpe_lab.check.child", json.dumps(asdict(self.source))]
        self._child = Child(command, home=home, variables=variables(home) | inside(home))
        return self._ask({"do": "load"}, LOADING)

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a request."""
        self.request = request
        if self._child is None:
            self.load()
        return self._ask(request, self.source.seconds)

    def _ask(self, request: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        assert self._child, "started before"
        self._child.send(json.dumps(request).encode())
        try:
            # What is slow on a crowded machine is no fault of the code's.
            budget = seconds * min(crowding(), MOST_CROWDED)
            *_, reply = messages(self._child, PROTOCOL, self._stop, budget=budget)
        except CutError as error:
            self._end()
            raise CutShortError(sentence("cut", seconds=f"{seconds:g}")) from error
        except RunError:
            self._end()
            raise
        if isinstance(reply, Raised):
            raise RunError(reply.text)
        assert not isinstance(reply, Clock), "an answer comes last"
        return reply

    def _end(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.reap()
            self._child = None
