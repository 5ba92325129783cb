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
from bpe_core.kernels.built import IN_PYTHON, SETTING
from tests.core.kernels import work_of_all_calls
from tests.paths import ROOT


def without_kernels(folder: Path) -> dict[str, object]:
    """The results of all calls, in a process of its own in which nothing compiled runs."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.kernels.work_of_all_calls", str(folder), IN_PYTHON],
        env={**os.environ, SETTING: IN_PYTHON},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    answer: dict[str, object] = json.loads(run.stdout)
    return answer


def test_python_alone_has_the_same_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = without_kernels(tmp_path)
    work_of_all_calls.main(tmp_path)
    compiled = json.loads(capsys.readouterr().out)
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
