"""Every comparison leaves nothing, as every race; systems that behave as told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bpe_core.registry import SYSTEMS
from bpe_lab.compare import runs
from tests.lab.compare.behaviors import command
from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process


@pytest.fixture
def stubs(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Systems by name, each with what its process does."""

    def behave(**how: str) -> None:
        for name in how:
            monkeypatch.setitem(SYSTEMS, name, SYSTEMS["bpe"])  # type: ignore[arg-type]  # a dict
        monkeypatch.setattr(runs, "prepare", lambda *_: None)
        monkeypatch.setattr(
            runs,
            "command_for",
            lambda folder, plan, task, keep: command(how[task.system], folder),
        )

    return behave
