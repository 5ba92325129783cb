"""How much work a run did: operation counts, folded over its fine events one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bpe_core.events import (
    CountChanged,
    Event,
    HeapEntryPlaced,
    HeapPopped,
    HeapPushed,
    PositionVisited,
    PreTokenScanned,
    Relinked,
    TokenMerged,
)

NAMES: dict[type[Event], str] = {
    HeapEntryPlaced: "initial_entries",
    HeapPopped: "pops",
    HeapPushed: "later_pushes",
    PositionVisited: "positions_visited",
    CountChanged: "count_updates",
    Relinked: "relinks",
    TokenMerged: "tokens_merged",
}


def count_operations(events: Iterable[Event]) -> Counter[str]:
    """Operations by name; needs a run with ``detail=True``.

    ``stale_pops`` are among ``pops``, ``pairs_scanned`` sums the rescans of a naive run.
    """
    counts: Counter[str] = Counter()
    for event in events:
        if type(event) in NAMES:
            counts[NAMES[type(event)]] += 1
        if isinstance(event, HeapPopped) and event.stale:
            counts["stale_pops"] += 1
        elif isinstance(event, PreTokenScanned):
            counts["pairs_scanned"] += event.pairs
    return counts
