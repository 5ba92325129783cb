"""Where a rewritten word lost a pair and where it gained one: the update rule's neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.model import Pair

Row = Mapping[int, tuple[int, int]]  # cell -> (token id, cells)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A pair at ``cell``; ``side`` of the merged pair: own, prev, next or both."""

    cell: int
    pair: Pair
    side: str


def pairs_in(row: Row) -> dict[tuple[int, int], Pair]:
    """Neighbours by the cells at which the two begin."""
    return {(a, b): (row[a][0], row[b][0]) for a, b in pairwise(sorted(row))}


def lost(before: Row, after: Row, new_id: int) -> list[Occurrence]:
    """Pairs of ``before`` that are not in ``after``, beside or under the symbol ``new_id``."""
    merged = [
        at for at in after if after[at] == (new_id, after[at][1]) and _grew(before, after, at)
    ]
    inner = {(at, at + before[at][1]) for at in merged}
    starts, ends = {a for a, _ in inner}, {b for _, b in inner}
    gone = _without(before, after)
    return [
        Occurrence(at[0], pair, _side(at[1] in starts, at[0] in ends, own=at in inner))
        for at, pair in gone.items()
    ]


def gained(before: Row, after: Row, new_id: int) -> list[Occurrence]:
    """Pairs of ``after`` that are not in ``before``; one side of each is ``new_id``."""
    new = _without(after, before)
    return [
        Occurrence(at[0], pair, _side(pair[1] == new_id, pair[0] == new_id))
        for at, pair in new.items()
    ]


def _grew(before: Row, after: Row, at: int) -> bool:
    return before.get(at) != after[at]


def _without(row: Row, other: Row) -> dict[tuple[int, int], Pair]:
    """The neighbours in ``row`` that are not both unchanged in ``other``."""
    return {
        at: pair
        for at, pair in pairs_in(row).items()
        if any(other.get(cell) != row[cell] for cell in at)
    }


def _side(before_match: bool, behind_match: bool, *, own: bool = False) -> str:
    if own:
        return "own"
    if before_match and behind_match:
        return "both"
    return "prev" if before_match else "next"
