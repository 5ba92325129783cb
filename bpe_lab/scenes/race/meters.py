"""The meters of a race: what a lane did in one part, row by row, from its operation counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bpe_lab.race.events import Item, Tally
from bpe_lab.scenes.recording import Json, text

# Row -> the operations that it sums up.
ROWS: Mapping[str, tuple[str, ...]] = {
    "pairs_scanned": ("pairs_scanned", "first_count"),
    "candidates": ("candidates_scanned",),
    "dict_updates": (
        *("pairs_scanned", "first_count", "first_index"),
        *("count_updates", "index_updates"),
    ),
    "words_rewritten": ("words_rewritten",),
    "positions_visited": ("positions_visited",),
    "link_writes": ("relinks",),
    "heap_pushes": ("initial_entries", "later_pushes"),
    "heap_pops": ("pops",),
    "stale_pops": ("stale_pops",),
    "peak_entries": ("peak_entries",),
    "tries": ("tries",),
    "cache": ("cache_look_ups",),
    "look_ups": ("look_ups",),
    "merges": ("merges",),
}
# What is said where a lane has none in the whole race.
WITHOUT: Mapping[str, str] = {
    "heap_pushes": "race.without.heap",
    "heap_pops": "race.without.heap",
    "stale_pops": "race.without.heap",
    "peak_entries": "race.without.heap",
    "positions_visited": "race.without.positions",
    "link_writes": "race.without.links",
}
NONE = "race.without.none"


def row_values(item: Item) -> dict[str, int]:
    """The rows of one part."""
    return {row: sum(item.get(name, 0) for name in names) for row, names in ROWS.items()}


def meters_widget(lanes: list[Json], tallies: Mapping[str, Tally], parts: int) -> Json:
    """The static description: the rows that any lane has, and the scale that holds them all."""
    seen = {lane: _most(tally.items[: parts + 1]) for lane, tally in tallies.items()}
    rows = [row for row in ROWS if any(most[row] for most in seen.values())]
    return {
        "id": "meters",
        "kind": "meters",
        "title": "race.meters.title",
        "lanes": lanes,
        "rows": [{"id": row, "title": f"race.row.{row}"} for row in rows],
        "most": max((most[row] for most in seen.values() for row in rows), default=1),
        "without": {
            row: {lane: WITHOUT.get(row, NONE) for lane in seen if not seen[lane][row]}
            for row in rows
        },
        "foot": text("race.meters.foot"),
    }


def meters_state(widget: Json, values: Mapping[str, Mapping[str, int]]) -> Json:
    """The rows of one part, for every lane: ``values[lane][row]``."""
    return {
        "values": {
            row["id"]: {lane: values[lane][row["id"]] for lane in values}
            for row in widget["rows"]
        }
    }


def _most(items: Iterable[Item]) -> dict[str, int]:
    most = dict.fromkeys(ROWS, 0)
    for item in items:
        for row, value in row_values(item).items():
            most[row] = max(most[row], value)
    return most
