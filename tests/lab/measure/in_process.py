"""The children of a race, a benchmark or a comparison, without processes: their work is real.

What is asked of a child is done in this process, and what it says is pickled as ever. Real
processes are proved where they are the point.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bpe_lab.measure.frame import PLAN
from bpe_lab.measure.guards import pickled
from bpe_lab.measure.messages import unpickled
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.lane import LaneWork


class InProcess:
    """What `Child` is, with the child's work done when it is asked for."""

    def __init__(
        self, command: Sequence[str], *, home: str, variables: Mapping[str, str]
    ) -> None:
        _, work, folder, *arguments = command[command.index("-m") + 1 :]
        self._lines = deque[bytes]()
        plan = unpickled((Path(folder) / PLAN).read_bytes())
        with self._answering():
            if work == "bpe_lab.race.lane:lane":
                self._lane = LaneWork(self._say, Path(folder), plan, *arguments)
                self._say({"ready": self._lane.versions()})
            else:
                module, name = work.split(":")
                getattr(import_module(module), name)(self._say, Path(folder), plan, *arguments)

    def send(self, line: bytes) -> None:
        with self._answering():
            self._say(self._lane.answer(*unpickled(line)))

    def line(self, seconds: float) -> bytes | None:
        return self._lines.popleft() if self._lines else None

    def kill(self) -> None: ...

    def reap(self) -> None: ...

    def _say(self, message: Mapping[str, Any]) -> None:
        self._lines.append(pickled(message))

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """As `child.answering` does it; this process stays as it is."""
        try:
            yield
        except Exception as error:
            self._say({"failed": Reason.of(error)})


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is measured runs in this process."""
    put_in_process(monkeypatch)


def put_in_process(patch: pytest.MonkeyPatch) -> None:
    """The same for a fixture that outlives a test."""
    for module in ("bpe_lab.measure.process", "bpe_lab.race.run"):
        patch.setattr(f"{module}.Child", InProcess)
    patch.setattr("bpe_lab.compare.measuring.ready", lambda *_: None)
