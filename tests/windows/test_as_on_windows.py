"""The lab does on Windows what it does here, as far as names that are missing there tell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from json import loads
from pathlib import Path
from typing import Any

import pytest

from bpe_core.runtime.machine import user_cache
from tests.paths import ROOT
from tests.windows.doings import do

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows hides it itself")
PROGRAM = ROOT / "tests" / "windows" / "as_on_windows.py"
APP = ("imported", "opened")
SAME = ("trained", "saved", "encoded", "counted", "commanded")
LIBRARY = ("seen", *SAME, "raced", "checked")


def as_on_windows(*words: str) -> None:
    """A program of ours with what Windows lacks hidden; it may fail."""
    kernels = {"LOCALAPPDATA": str(user_cache())}  # those of this system, which are compiled
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *words],
        cwd=ROOT,
        env={**os.environ, **kernels},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def results_of(names: Sequence[str], folder: Path) -> dict[str, Any]:
    """What came of the doings in a process in which names are hidden."""
    as_on_windows("-m", "tests.windows.doings", str(folder), *names)
    return loads((folder / "results.json").read_text("utf-8"))


def test_the_library_does_there_what_it_does_here(tmp_path: Path) -> None:
    there, here = (tmp_path / name for name in ("there", "here"))
    there.mkdir()
    here.mkdir()
    results = results_of(LIBRARY, there)
    assert results["seen"] == [], "else nothing was hidden"
    assert {"os.sysconf", "fcntl"} <= {*do("seen", here)}
    for name in SAME:
        assert results[name] == do(name, here), name
    assert results["raced"] == 0, "both lanes made the same"
    assert results["checked"] == [[["61", "62"]], "it sends a signal to"]


def test_the_app_is_imported_and_every_page_opens(tmp_path: Path) -> None:
    results = results_of(APP, tmp_path)
    assert results["imported"] > 100
    assert len(results["opened"]) > 10
    assert {name: errors for name, errors in results["opened"].items() if errors} == {}
