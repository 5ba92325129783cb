"""The kinds of exercises by name, and what the text of each level must show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bpe_lab.exercises.encoded_word import WantedWord
from bpe_lab.exercises.marks import Marks
from bpe_lab.exercises.material import Script

LEVELS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a text must show: at least so many of each, and every count at least 2.

    ``without_ties``: only the counts decide, for who has not met the tie rule.
    """

    merges: int = 3
    most_bytes: int = 20
    ties: int = 0
    without_ties: bool = False
    overlaps: int = 0
    stale_entries: int = 0
    whole_characters: int = 0

    def fits(self, marks: Marks) -> bool:
        """Whether a text with ``marks`` shows all of it.

        >>> Wanted(overlaps=1).fits(Marks(size=12, merges=3, least_count=2, overlaps=1))
        True
        """
        return (
            marks.merges == self.merges
            and marks.least_count >= 2
            and marks.size <= self.most_bytes
            and marks.ties >= self.ties
            and not (self.without_ties and marks.ties)
            and marks.overlaps >= self.overlaps
            and marks.stale_entries >= self.stale_entries
            and marks.whole_characters >= self.whole_characters
        )


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: what each of its ``LEVELS`` wants, by script."""

    wanted: Mapping[Script, Sequence[Wanted] | Sequence[WantedWord]]


KINDS: Mapping[str, Kind] = {
    "trace.naive": Kind(
        {
            "latin": (
                Wanted(without_ties=True, most_bytes=18),
                Wanted(overlaps=1),
                Wanted(ties=1),
                Wanted(merges=4, ties=1, overlaps=1),
                Wanted(merges=4, ties=1),
            ),
            "chinese": (
                Wanted(whole_characters=1),
                Wanted(whole_characters=1, overlaps=1),
                Wanted(whole_characters=1, ties=1),
                Wanted(whole_characters=1, merges=4, ties=1, overlaps=1),
                Wanted(whole_characters=1, merges=4, ties=1),
            ),
        }
    ),
    "trace.linked": Kind(
        {
            "latin": (
                Wanted(),
                Wanted(overlaps=1),
                Wanted(ties=1, stale_entries=1),
                Wanted(ties=1, overlaps=1, stale_entries=1),
                Wanted(stale_entries=1),
            ),
            "chinese": (
                Wanted(whole_characters=1),
                Wanted(whole_characters=1, overlaps=1),
                Wanted(whole_characters=1, ties=1, stale_entries=1),
                Wanted(whole_characters=1, ties=1, overlaps=1, stale_entries=1),
                Wanted(whole_characters=1, stale_entries=1),
            ),
        }
    ),
    "trace.encode": Kind(
        {
            "latin": (
                WantedWord(merges=6, steps=2, most_bytes=7),
                WantedWord(ties=1),
                WantedWord(tempting=1),
                WantedWord(ties=1, tempting=1, parts=True),
                WantedWord(tempting=1),
            ),
            "chinese": (
                WantedWord(merges=6, steps=2),
                WantedWord(ties=1),
                WantedWord(tempting=1),
                WantedWord(ties=1, tempting=1, parts=True),
                WantedWord(tempting=1),
            ),
        }
    ),
}
