"""No change of a model's files ends in another error than ours, or beyond an array.

20,000 of each format are `scripts/prove formats`; a few hundred are always read.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.formats.mutated_files import FORMS, outcomes
from tests.paths import ROOT

QUICK, ALL = 200, 20_000  # of each format


@pytest.mark.parametrize("name", FORMS)
def test_changed_files_are_refused_or_are_a_model(name: str) -> None:
    assert outcomes(name, QUICK, seed=0) > QUICK // 50


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_kernels_that_check_bounds_find_no_changed_file_that_leads_beyond(
    name: str, tmp_path: Path
) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.core.formats.mutated_files", str(ALL), "1", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)[name] > ALL // 50
