"""The types of what is timed: made ready, called, and asked what it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from bpe_core.bench.given import Given
from bpe_core.bench.trails import Trail

# By what can be compared: a tie rule, ids, bytes; "" what is its own alone.
Tells: TypeAlias = Callable[[], Mapping[str, Trail]]
Call: TypeAlias = Callable[[], Tells]
Makes: TypeAlias = Callable[[Given], Call]

IDS, BYTES = "ids", "bytes"
