"""How much work a run did: operation counts, folded over its fine events one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
    PairScanned,
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

# An event with a field `pairs` counts as that many operations, any other as one.
#
#   first_count         updates of a count while counting for the first time; where there is an
#                       index, it gets as many updates (`first_index`, explained below)
#   pairs_scanned       the same, in a scan that is repeated before every merge
#   candidates_scanned  pairs examined, in every pass over the candidates: for the highest
#                       count, for those that are too rare, and once more after restoring
#   pairs_set_aside     entries moved from one dict to another; pairs_restored likewise
#   count_updates       updates of a count; index_updates: of the index
#   relinks             a token's next and the prev of that
#
# Entries in lists of positions are not counted: each comes with an update of a count.
NAMES: Mapping[type[Event], str] = {
    PairSeen: "first_count",
    PreTokenIndexed: "first_count",
    PairScanned: "pairs_scanned",
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
    """The work reported by the events seen so far.

    ``counts`` by the ``names`` of events, and three more: ``first_index``, the updates of the
    index while counting for the first time; ``stale_pops``, which are among ``pops``; and
    ``peak_entries``, the most entries that the heap had at once. All but the peak are sums.
    ``entries`` is how many the heap holds now. A trainer that ``rescans`` compares all pairs
    that it has counted.
    """

    names: Mapping[type[Event], str] = field(default_factory=lambda: NAMES)
    counts: Counter[str] = field(default_factory=Counter)
    entries: int = 0
    rescans: bool = False

    def seen(self, event: Event) -> None:
        """Count the operations that ``event`` reports, if any."""
        if name := self.names.get(type(event)):
            self.counts[name] += getattr(event, "pairs", 1)
        match event:
            case PreTokenIndexed(pairs=pairs):
                self.counts["first_index"] += pairs
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
        """The counts since they were last taken; the size of the heap carries over."""
        counts, self.counts = self.counts, Counter(peak_entries=self.entries)
        return counts


def operations_by_merge(
    events: Iterable[Event],
    *,
    most: int | None = None,
    names: Mapping[type[Event], str] = NAMES,
) -> Iterator[Counter[str]]:
    """Setting up, then every merge, then the work without a merge after the last one.

    Item 0 holds what precedes merge 0: laying out, and in trainers that keep their counts the
    first count and the first heap. Item k + 1 is merge k, from its choice (in ``train_naive``
    the rescan) up to its ``MergeDone``. The last item holds what follows: up to
    ``Stopped``, a merge within which ``events`` ends, and all merges but the first ``most``.
    So n merges give n + 2 items, whose sum is the work of the whole run; only ``peak_entries``
    is in each item the most entries during that item.

    >>> from bpe_core.pretokenize.pre_tokens import pre_tokenize
    >>> from bpe_core.train.naive import train_naive
    >>> items = operations_by_merge(train_naive(pre_tokenize("aaaa"), detail=True))
    >>> [counts["pairs_scanned"] for counts in items]
    [0, 3, 1, 0]
    """
    work, setting_up, merge_count = Operations(names), True, 0
    for event in events:
        if setting_up and isinstance(event, AFTER_SETTING_UP):
            setting_up = False
            yield work.taken()
        work.seen(event)
        if isinstance(event, MergeDone) and (most is None or merge_count < most):
            merge_count += 1
            yield work.taken()
    if setting_up:
        yield work.taken()
    yield work.taken()
