"""Processes whose parent is gone before they look."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence

from bpe_lab.measure.guards import LIFELINE
from tests.lab.race.running import PATIENCE


def exit_code_of_orphan(command: Sequence[str], variables: Mapping[str, str]) -> int:
    """How a process ends whose lifeline is closed at its other end from the start."""
    lifeline, other_end = os.pipe()
    os.close(other_end)
    try:
        return subprocess.run(
            command,
            env={**variables, LIFELINE: str(lifeline)},
            pass_fds=[lifeline],
            timeout=PATIENCE,
            check=False,
        ).returncode
    finally:
        os.close(lifeline)
