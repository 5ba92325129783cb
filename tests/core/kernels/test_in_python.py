"""Where nothing compiled runs: no object of kernels, and no numba that could make one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bpe_core import warm
from bpe_core.errors import NothingCompiledError
from bpe_core.kernels import decorators, objects
from bpe_core.kernels.objects import BY_NUMBA, IN_PYTHON, SETTING
from tests.core.kernels import work_of_all_calls
from tests.paths import ROOT

TOO_NEW = "Numba needs NumPy 2.4 or less. Got NumPy 2.5."


def without_kernels(folder: Path) -> dict[str, object]:
    """The results of all calls, in a process of its own in which numba cannot be imported."""
    broken = folder / "broken"
    broken.mkdir()
    (broken / "numba.py").write_text(f"raise ImportError({TOO_NEW!r})", "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.kernels.work_of_all_calls", str(folder)],
        env={**os.environ, "XDG_CACHE_HOME": str(folder), "PYTHONPATH": str(broken)},
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
    assert (alone.pop("why"), compiled.pop("why")) == (TOO_NEW, "")
    assert alone == compiled
    assert [alone[name] for name in ("in pieces", "file", "text")] == [True] * 3
    assert alone["behind a free id"] == "ch"
    assert "none" not in str(alone["refusals"])


def test_what_only_compiled_code_does_says_why_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(objects, "_libraries", {})
    monkeypatch.setattr(objects, "stored", lambda part: None)
    kernel = decorators.kernel(lambda: None)
    monkeypatch.setattr(objects, "why_none_run", objects.why_none_run.__wrapped__)
    monkeypatch.setenv(SETTING, IN_PYTHON)
    assert not objects.can_run("texts")
    with pytest.raises(NothingCompiledError, match=f"{SETTING} is {IN_PYTHON}"):
        kernel()
    warm.warm()  # has nothing to do

    monkeypatch.setenv(SETTING, BY_NUMBA)
    for module in (objects, decorators):
        monkeypatch.setattr(module, "import_failure", lambda name: TOO_NEW)
    assert not objects.can_run("texts")
    with pytest.raises(NothingCompiledError, match="Numba needs NumPy"):
        decorators.kernel(print)
