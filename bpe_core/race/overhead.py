"""What it costs the Python trainers to report events, as last measured."""

from __future__ import annotations

from collections.abc import Mapping

# Events over the plain loop, medians of 11 interleaved runs on corpus.en, vocabulary 500:
# `python -m benchmarks.overhead`; docs/decisions.md has the date and the quartiles.
EVENTS_OVER_PLAIN: Mapping[str, float] = {"naive": 1.00, "linked": 1.02}
