"""The events of rank order, gathered into rounds: all pairs looked up, one chosen, merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bpe_core.events import Event, PairRanked, RankChosen, TokenMerged


@dataclass(slots=True)
class Round:
    """One round; in the last one no pair is a merge, so none is chosen."""

    ranked: list[PairRanked] = field(default_factory=list)
    chosen: RankChosen | None = None
    merged: TokenMerged | None = None

    def candidates(self) -> list[PairRanked]:
        """The pairs that are merges, the lowest rank first, of equal ranks the leftmost."""
        merges = [event for event in self.ranked if event.rank is not None]
        return sorted(merges, key=lambda event: (event.rank, event.position))


def rounds(events: Iterable[Event]) -> Iterator[Round]:
    """One round for each merge and the last, which finds none."""
    now = Round()
    for event in events:
        match event:
            case PairRanked():
                now.ranked.append(event)
            case RankChosen():
                now.chosen = event
            case TokenMerged():
                now.merged = event
                yield now
                now = Round()
    yield now
