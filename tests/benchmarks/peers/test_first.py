"""The process that is timed from its start: guarded like any other, and nothing else loaded."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.peers import first
from bpe_lab.measure.messages import unpickled
from bpe_lab.measure.process import PYTHON, variables
from tests.lab.measure.orphans import exit_code_of_orphan
from tests.lab.race.running import PATIENCE

FILE = str(first.__file__)
LOADED = """
import runpy, sys
runpy.run_path(sys.argv[1])["guards_by_path"]()
print([name for name in sys.modules if name.split(".")[0] in ("bpe_core", "numpy")])
"""


def test_its_guards_load_nothing_of_the_project() -> None:
    command = [*PYTHON, "-c", LOADED, FILE]
    assert subprocess.check_output(command, text=True).strip() == "[]"


def test_it_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    command = [*PYTHON, FILE, str(tmp_path), "tiktoken", "tiktoken"]
    assert exit_code_of_orphan(command, variables(str(tmp_path))) == 1


def test_what_fails_says_why(tmp_path: Path) -> None:
    pytest.importorskip("tiktoken")
    said = subprocess.check_output(
        [*PYTHON, FILE, str(tmp_path), "tiktoken", "tiktoken"],
        env=variables(str(tmp_path)),
        stdin=subprocess.PIPE,
        timeout=PATIENCE,
    )
    (line,) = said.splitlines()
    reason = unpickled(line)["failed"]
    assert reason.text.startswith("FileNotFoundError: [Errno 2] ")
    assert reason.problem is None
