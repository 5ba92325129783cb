"""Operation counts of a whole run, from what was counted part by part."""

from __future__ import annotations

from collections import Counter

from bpe_lab.race.events import Tally

PEAKS = {"peak_entries"}  # levels: their most counts, not their sum
WITHIN = {"stale_pops"}  # already in another count


def totals(tally: Tally) -> dict[str, int]:
    """Operations of a counted run by name.

    >>> items = ({"first_count": 5}, {"pops": 2, "peak_entries": 7}, {"pops": 1})
    >>> totals(Tally("linked", 9, items))
    {'first_count': 5, 'pops': 3, 'peak_entries': 7}
    """
    counts: Counter[str] = Counter()
    for item in tally.items:
        for name, count in item.items():
            most = max(counts[name], count) if name in PEAKS else counts[name] + count
            counts[name] = most
    return dict(counts)


def operations(tally: Tally) -> int:
    """All operations of a counted run in one number; levels are none, and nothing counts twice.

    >>> operations(Tally("linked", 9, ({"pops": 3, "stale_pops": 1, "peak_entries": 7},)))
    3
    """
    left_out = PEAKS | WITHIN
    return sum(count for name, count in totals(tally).items() if name not in left_out)
