"""How much work a run did: operation counts, folded over its fine events one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    HeapEntryPlaced,
    HeapPopped,
    HeapPushed,
    IndexChanged,
    MergeDone,
    PairSeen,
    PairsRestored,
    PairsSetAside,
    PositionVisited,
    PreTokenIndexed,
    PreTokenRewritten,
    PreTokenScanned,
    Relinked,
    RescanStarted,
    Stopped,
    TokenMerged,
)

# An event that tells of many `pairs` counts as so many operations, any other as one.
NAMES: dict[type[Event], str] = {
    PairSeen: "first_count",
    PreTokenIndexed: "first_count",
    PreTokenScanned: "pairs_scanned",
    CandidatesScanned: "candidates_scanned",
    PairsSetAside: "pairs_set_aside",
    PairsRestored: "pairs_restored",
    HeapEntryPlaced: "initial_entries",
    HeapPopped: "pops",
    HeapPushed: "later_pushes",
    PositionVisited: "positions_visited",
    TokenMerged: "tokens_merged",
    PreTokenRewritten: "words_rewritten",
    Relinked: "relinks",
    CountChanged: "count_updates",
    IndexChanged: "index_updates",
}

# Where the work of merge 0 begins, or a run ends without one.
AFTER_SETTING_UP = (RescanStarted, CandidatesScanned, HeapPopped, Stopped)


@dataclass(slots=True)
class Operations:
    """The work that the events seen so far tell of.

    ``counts`` by the names in ``NAMES``, and two more: ``stale_pops``, which are among
    ``pops``, and ``peak_entries``, the most entries that the heap held at once. All but the
    peak are sums. ``entries`` is how many the heap holds now. A trainer that ``rescans``
    compares all the pairs that it has counted.
    """

    counts: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    rescans: bool = False

    def seen(self, event: Event) -> None:
        """Count what ``event`` tells of; events that tell of no operation pass."""
        if name := NAMES.get(type(event)):
            self.counts[name] += getattr(event, "pairs", 1)
        match event:
            case RescanStarted():
                self.rescans = True
            case CountsBuilt(distinct=distinct) if self.rescans:
                self.counts["candidates_scanned"] += distinct
            case HeapPopped(stale=stale):
                self.entries -= 1
                self.counts["stale_pops"] += stale
            case HeapEntryPlaced() | HeapPushed():
                self.entries += 1
                self.counts["peak_entries"] = max(self.counts["peak_entries"], self.entries)

    def taken(self) -> Counter[str]:
        """The counts since they were last taken; what is in the heap stays there."""
        counts, self.counts = self.counts, Counter(peak_entries=self.entries)
        return counts


def count_operations(events: Iterable[Event]) -> Counter[str]:
    """Operations by name; needs a run with ``detail=True``.

    >>> from bpe_core.pretokenize import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> count_operations(train_naive(pre_tokenize("aaaa"), detail=True))["pairs_scanned"]
    4
    """
    work = Operations()
    for event in events:
        work.seen(event)
    return work.counts


def operations_by_merge(events: Iterable[Event]) -> Iterator[Counter[str]]:
    """Setting up, then every merge, then what was done in vain after the last one.

    Item 0 holds what precedes merge 0: laying out, and in trainers that keep their counts the
    first count and the first heap. Item k + 1 is merge k, from its choice (in ``train_naive``
    the rescan) up to its ``MergeDone``. The last item ends in ``Stopped``. So a whole run of
    n merges gives n + 2 items, whose sum is ``count_operations`` but for ``peak_entries``:
    each item's own is the most entries held during it.

    >>> from bpe_core.pretokenize import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> items = operations_by_merge(train_naive(pre_tokenize("aaaa"), detail=True))
    >>> [counts["pairs_scanned"] for counts in items]
    [0, 3, 1, 0]
    """
    work, setting_up = Operations(), True
    for event in events:
        if setting_up and isinstance(event, AFTER_SETTING_UP):
            setting_up = False
            yield work.taken()
        work.seen(event)
        if isinstance(event, MergeDone):
            yield work.taken()
    yield work.taken()
