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

# Processor time, 21 interleaved runs each on `CORPUS`, vocabulary 500, by
# `python -m benchmarks.overhead`. The machine was shared and busy, which shows in
# processor time too: all quartiles hold 1. What other runs gave stands in docs/decisions.md.
EVENTS_OVER_PLAIN: Mapping[str, Cost] = {
    "naive": Cost(1.08, 0.97, 1.13),
    "indexed": Cost(0.99, 0.89, 1.10),
    "linked": Cost(1.10, 0.97, 1.16),
}
