"""The children of a race, a benchmark or a comparison, without processes: their work is real.

What is asked of a child is done in this process, and what it says goes through JSON as ever.
Real processes are proved where they are the point.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

import benchmarks.peers.child
import benchmarks.peers.prepare
import bpe_lab.compare.child
from benchmarks.peers.prepare import Needs
from benchmarks.peers.works import task_from_json
from bpe_lab.compare.plan import Task
from bpe_lab.measure.failed_message import failed_message
from bpe_lab.measure.guards import Say
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.lane_work import LaneWork


class InProcess:
    """What `Child` is, with the child's work done when it is asked for."""

    def __init__(
        self, command: Sequence[str], *, home: str, variables: Mapping[str, str]
    ) -> None:
        module, *arguments = command[command.index("-m") + 1 :]
        self._lines = deque[bytes]()
        self._answer: Callable[[Any], Any] = json.dumps
        with answering(self._say):
            self._answer = CHILDREN[module](arguments, self._say) or self._answer

    def send(self, line: bytes) -> None:
        with answering(self._say):
            self._say(self._answer(json.loads(line)))

    def line(self, seconds: float) -> bytes | None:
        return self._lines.popleft() if self._lines else None

    def kill(self) -> None: ...

    def reap(self) -> None: ...

    def _say(self, message: Mapping[str, Any]) -> None:
        self._lines.append(json.dumps(message).encode())


@contextmanager
def answering(say: Say) -> Iterator[Say]:
    """As `prologue.answering` does it; this process stays as it is."""
    try:
        yield say
    except Exception as error:
        say({"failed": failed_message(Reason.of(error))})


def _lane(arguments: Sequence[str], say: Say) -> Callable[[Any], Any]:
    folder, lane = arguments
    work = LaneWork(Path(folder), lane, say)
    say({"ready": work.versions()})
    return work.answer


def _contender(arguments: Sequence[str], say: Say) -> None:
    folder, task = arguments
    with main_of(benchmarks.peers.child, say) as main:
        main(Path(folder), task_from_json(task))


def _system(arguments: Sequence[str], say: Say) -> None:
    folder, task, *keep = arguments
    with main_of(bpe_lab.compare.child, say) as main:
        main(Path(folder), Task(*json.loads(task)), Path(keep[0]) if keep else None)


def _prepared(arguments: Sequence[str], say: Say) -> None:
    folder, needs = arguments
    benchmarks.peers.prepare.main(Path(folder), Needs(**json.loads(needs)))
    say({"done": True})


def _nothing(_: Sequence[str], say: Say) -> None:
    """All is prepared here."""
    say({"done": True})


CHILDREN: Mapping[str, Callable[[Sequence[str], Say], Callable[[Any], Any] | None]] = {
    "bpe_lab.race.child": _lane,
    "benchmarks.peers.child": _contender,
    "bpe_lab.compare.child": _system,
    "benchmarks.peers.prepare": _prepared,
    "bpe_lab.compare.prepare": _nothing,
}


@contextmanager
def main_of(module: Any, say: Say) -> Iterator[Callable[..., None]]:
    """The ``main`` of a child, which says all to ``say`` and guards nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "answering", lambda: answering(say))
        patch.setattr(module, "HangUp", nullcontext)
        yield module.main


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is measured runs in this process."""
    put_in_process(monkeypatch)


def put_in_process(patch: pytest.MonkeyPatch) -> None:
    """The same for a fixture that outlives a test."""
    for module in ("bpe_lab.measure.run", "bpe_lab.race.entrant"):
        patch.setattr(f"{module}.Child", InProcess)
    patch.setattr("bpe_lab.compare.child.ready", lambda *_: None)
