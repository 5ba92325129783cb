"""Every comparison leaves nothing, as every race; systems that behave as told."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_core.registry import SYSTEMS
from bpe_lab.compare import one_run, runs
from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process

STUB = Path(__file__).with_name("stub.py")


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Systems by name, each with what its process does."""

    def behave(**how: str) -> None:
        for name in how:
            monkeypatch.setitem(SYSTEMS, name, SYSTEMS["bpe"])  # type: ignore[arg-type]  # a dict
        monkeypatch.setattr(runs, "prepare", lambda *_: None)
        monkeypatch.setattr(
            one_run,
            "command_of",
            lambda folder, task, keep: [
                *(sys.executable, "-S", "-E", str(STUB)),
                how[task.system],
            ],
        )

    return behave
