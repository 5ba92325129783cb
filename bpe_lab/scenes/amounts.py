"""Times and amounts of work as texts, with units that suit their size."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.scenes.recording import Text, text

UNITS = (("seconds", 1.0), ("milliseconds", 1e-3), ("microseconds", 1e-6))
# What a lane may mostly have done in a part; of equal amounts the first.
WORKS = (
    *("pairs_scanned", "tries", "positions_visited", "candidates"),
    *("look_ups", "words_rewritten", "cache"),
)


def duration(seconds: float) -> Text:
    """Three digits that count.

    >>> duration(0.0631)
    ['race.unit.milliseconds', {'value': '63.1'}]
    """
    for name, unit in UNITS:
        if seconds >= unit or name == "microseconds":
            break
    value = seconds / unit
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2
    return text(f"race.unit.{name}", value=f"{value:,.{digits}f}")


def main_row(values: Mapping[str, int]) -> str:
    """What a lane mostly did in one part; empty where it did nothing of the kind.

    >>> main_row({"pairs_scanned": 5, "positions_visited": 9, "heap_pops": 40})
    'positions_visited'
    """
    done = {row: values[row] for row in WORKS if values.get(row)}
    return max(done, key=lambda name: done[name], default="")


def main_work(values: Mapping[str, int]) -> tuple[int, Text]:
    """The work of one part, the largest amount of it: how much, and in a few words."""
    row = main_row(values)
    if not row:
        return 0, text("race.work.nothing")
    return values[row], text(f"race.work.{row}", n=values[row])
