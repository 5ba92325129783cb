"""What a page shows first needs no compiled code: loading it takes longer than the page."""

from __future__ import annotations

import subprocess
import sys

from tests.paths import ROOT

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from tests.ui.test_pages import errors_of, open_page
for page in ("bytepiece", "compare"):
    at = open_page(page)
    assert not at.exception, at.exception
    assert errors_of(at) == ""
    assert "✗ refused" not in " ".join(block.value for block in at.get("html"))
"""


def test_bytepiece_and_compare_open_without_the_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
