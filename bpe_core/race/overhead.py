"""What it costs the Python trainers to report events, as last measured."""

from __future__ import annotations

from collections.abc import Mapping

# Processor time of the events over that of the plain loop, medians of interleaved runs on
# corpus.en, vocabulary 500; by the means of `python -m benchmarks.overhead`, 2026-11-21. The
# quartiles stand in docs/decisions.md.
EVENTS_OVER_PLAIN: Mapping[str, float] = {"naive": 1.00, "linked": 1.03}
