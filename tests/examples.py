"""How many random examples a test draws: few in the quick set, all in the long proofs."""

from __future__ import annotations

import os
from typing import Literal

import pytest

EXAMPLES: Literal["few", "all"] = "all" if os.environ.get("EXAMPLES") == "all" else "few"
# Every question is read for leaks, 1,000 exercises a level are solved, 21 MB of Chinese trained
# on: half an hour.
ALL_SAMPLES = os.environ.get("SAMPLES") == "all"
FEWEST = 12  # a fault that one example in five shows is then missed in 7 % of the runs
SHARE = 8
MOST_BY_DEFAULT = 100  # hypothesis's own number, for tests that state none


def examples(most: int) -> int:
    """``most`` with ``EXAMPLES=all`` in the environment, as `scripts/prove` sets it.

    Without it an eighth, but no fewer than twelve where ``most`` allows.
    """
    return most if EXAMPLES == "all" else min(most, max(FEWEST, most // SHARE))


def by_set(quick: int, slow: int, longest: int) -> int:
    """How many the quick set draws, the long proofs, and who asks for ``SAMPLES=all``."""
    return longest if ALL_SAMPLES else slow if EXAMPLES == "all" else quick


# Of a module whose examples are its own: the long proofs run it again, with all of them.
again_with_all = [pytest.mark.slow] if EXAMPLES == "all" else []
