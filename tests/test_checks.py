"""Lint, format and types are part of the tests, so that one command says all."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.paths import ROOT


@pytest.mark.parametrize(
    "command", ["ruff check", "ruff format --check", "mypy"], ids=lambda command: command
)
def test_the_project_passes(command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, f"{command} says:\n{run.stdout}{run.stderr}"
