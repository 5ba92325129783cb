"""Bytecode for the hundreds of processes that tests start, where the environment forbids it.

Without it a process compiles all that it imports: a server's imports take 4.6 s of processor
time instead of 1.3. Whoever forbids it wants no such files beside the sources, so they lie
elsewhere.
"""

from __future__ import annotations

import os
import sys

from tests.paths import ROOT

FOLDER = ROOT / ".pytest_cache" / "bytecode"


def keep_bytecode() -> None:
    """For this process and all that it starts."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(FOLDER)
        sys.dont_write_bytecode = False
