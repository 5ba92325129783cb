"""Where nothing compiled runs: no library of kernels for the platform, and no numba."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_core.errors import NothingCompiledError
from bpe_core.kernels import decorators, ways
from bpe_core.kernels.built import BY_NUMBA, IN_PYTHON, SETTING
from tests.paths import ROOT


def results(folder: Path, way: str) -> dict[str, object]:
    """Of all calls, in a process of its own in which kernels run by ``way``."""
    folder.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.kernels.work_of_all_calls", str(folder), way],
        env={**os.environ, SETTING: way},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, object] = json.loads(run.stdout)
    return answer


def test_python_alone_has_the_same_results(tmp_path: Path) -> None:
    alone, compiled = (results(tmp_path / way, way) for way in (IN_PYTHON, BY_NUMBA))
    assert (alone.pop("runs"), compiled.pop("runs")) == (False, True)
    assert alone == compiled
    assert [alone[name] for name in ("in pieces", "file", "text")] == [True] * 3
    assert alone["behind a free id"] == "ch"
    assert "none" not in str(alone["refusals"])


def test_what_only_compiled_code_does_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, IN_PYTHON)
    monkeypatch.setattr(ways, "can_run", ways.can_run.__wrapped__)
    monkeypatch.setattr(decorators, "library", lambda: None)
    with pytest.raises(NothingCompiledError):
        decorators.kernel(print)
