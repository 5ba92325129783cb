"""The types of what is timed: prepared, called, then asked what it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from benchmarks.peers.bench_inputs import BenchInputs
from benchmarks.peers.trails import Trail

# By what can be compared: a tie rule, ids, bytes; "" what is its own alone.
Tells: TypeAlias = Callable[[], Mapping[str, Trail]]
Call: TypeAlias = Callable[[], Tells]
Makes: TypeAlias = Callable[[BenchInputs], Call]
Result = TypeVar("Result")

IDS, BYTES = "ids", "bytes"


def call_of(work: Callable[[], Result], rule: str, trail_of: Callable[[Result], Trail]) -> Call:
    """A call that times ``work`` alone, and says afterwards what it made by ``rule``."""

    def call() -> Tells:
        result = work()
        return lambda: {rule: trail_of(result)}

    return call
