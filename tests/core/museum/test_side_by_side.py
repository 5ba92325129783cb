"""Both walks side by side end where they part, with true counts on both sides."""

from __future__ import annotations

import pytest

from bpe_core.museum import EXHIBITS, WrongTrainer
from bpe_core.museum.side_by_side import MergeBeside, side_by_side
from bpe_core.train.compare_merges import compare_merges

TRAINERS = {name: e for name, e in EXHIBITS.items() if isinstance(e, WrongTrainer)}


def beside(name: str, text: str) -> list[MergeBeside]:
    exhibit = TRAINERS[name]
    return list(side_by_side(text, exhibit.train(text, 9), exhibit.right(text)))


# Number, counts of the wrong and of the right pair where they part on the smallest text.
PARTINGS = {
    "forgotten_pair": (3, 0, 1),
    "two_merges_per_round": (1, 0, 1),
    "unmerged_neighbours": (1, 0, 1),
    "overlaps_uncounted": (0, 1, 2),
    "dictionary_order": (0, 1, 1),
    "joined_ties": (1, 1, 1),
    "uncut_training": (0, 0, 0),
    "believed_entry": (2, 0, 0),
    "ties_by_ids": (1, 1, 1),
}


@pytest.mark.parametrize("name", PARTINGS)
def test_they_part_as_told(name: str) -> None:
    *same, last = beside(name, TRAINERS[name].text)
    assert not any(merge.parts for merge in same)
    assert last.parts
    assert (last.number, last.wrong_count, last.right_count) == PARTINGS[name]
    exhibit = TRAINERS[name]
    difference = compare_merges(exhibit.train(exhibit.text, 9), exhibit.right(exhibit.text))
    assert difference is not None
    assert difference.number == last.number


def test_without_the_trap_they_never_part() -> None:
    merges = beside("two_merges_per_round", TRAINERS["two_merges_per_round"].harmless)
    assert merges
    assert not any(merge.parts for merge in merges)
    assert all(merge.wrong_count == merge.right_count > 0 for merge in merges)
