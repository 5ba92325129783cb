"""How many random examples a test draws: few in the quick set, all in the long proofs."""

from __future__ import annotations

import os
from typing import Literal

import pytest

EXAMPLES: Literal["few", "all"] = "all" if os.environ.get("EXAMPLES") == "all" else "few"
ALL_SAMPLES = (
    os.environ.get("SAMPLES") == "all"
)  # every question is read for leaks: half an hour
FEWEST = 12  # a fault that one example in five shows is then missed in 7 % of the runs
SHARE = 8
MOST_BY_DEFAULT = 100  # hypothesis's own number, for tests that state none


def examples(most: int) -> int:
    """``most`` with ``EXAMPLES=all`` in the environment, as `scripts/check --slow` sets it.

    Without it an eighth, but no fewer than twelve where ``most`` allows.
    """
    return most if EXAMPLES == "all" else min(most, max(FEWEST, most // SHARE))


# Of a module whose examples are its own: the long proofs run it again, with all of them.
again_with_all = [pytest.mark.slow] if EXAMPLES == "all" else []
