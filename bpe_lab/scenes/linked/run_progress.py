"""How far a run of the linked trainer is: which merge, which position, what it did so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapPopped,
    PairChosen,
    PositionVisited,
    Relinked,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState


@dataclass(slots=True)
class Progress:
    """Told every event before ``state`` has taken it in; there will be ``merges`` merges."""

    state: TrainState
    merges: int
    number: int = -1  # of the merge at work; -1 while setting up
    choosing: bool = False
    chosen: Pair | None = None
    listed: int = 0
    visited: int = 0
    absorbed: set[int] = field(default_factory=set)  # positions, in this merge
    live: int = 0
    position: int = 0  # the position visited last
    changes: int = 0  # counts changed since the links were set there

    def advance(self, event: Event) -> None:
        """Go on by one event."""
        match event:
            case CountsBuilt():
                self.live = len(self.state.token_at)
            case HeapPopped():
                self.number += not self.choosing
                self.choosing, self.chosen, self.visited = True, None, 0
                self.absorbed = set()
            case PairChosen(pair=pair):
                self.choosing, self.chosen = False, pair
                self.listed = len(self.state.pair_positions[pair])
            case PositionVisited(position=position):
                self.visited += 1
                self.position = position
            case TokenMerged(absorbed=absorbed):
                self.absorbed.add(absorbed)
                self.live -= 1
            case Relinked():
                self.changes = 0
            case CountChanged():
                self.changes += 1

    @property
    def side(self) -> str:
        """Whose count changes: the pair's own comes first, then two per neighbour."""
        if self.changes == 1:
            return "own"
        has_left = self.state.prev[self.position] is not None
        return "left" if has_left and self.changes <= 3 else "right"

    def begins(self, event: Event) -> bool:
        """Whether ``event``, not applied yet, is the first of a merge."""
        return isinstance(event, HeapPopped) and not self.choosing

    @property
    def replacements(self) -> int:
        """Replacements of this merge so far."""
        return len(self.absorbed)

    @property
    def merging(self) -> bool:
        """Whether the merge at work will be made; not so when the run only finds its end."""
        return self.number < self.merges

    @property
    def merge(self) -> int:
        """The merge at work, or the last one made."""
        return min(self.number, self.merges - 1)
