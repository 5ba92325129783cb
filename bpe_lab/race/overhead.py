"""What it costs the Python trainers to report events, as last measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Cost(NamedTuple):
    """Time with events over that of the plain loop.

    ``ratio`` of the medians; ``low`` and ``high`` quartiles of the ratios run by run.
    """

    ratio: float
    low: float
    high: float


MEASURED_ON = "2026-11-21"
CORPUS = "corpus.en"

# 11 interleaved runs each on `CORPUS`, vocabulary 500, by the clock of a quiet machine, with
# `python -m benchmarks.overhead --clock wall`. docs/decisions/training.md: those of a busy one.
EVENTS_OVER_PLAIN: Mapping[str, Cost] = {
    "naive": Cost(1.01, 1.00, 1.01),
    "indexed": Cost(1.00, 1.00, 1.02),
    "linked": Cost(0.97, 0.94, 1.01),
}
