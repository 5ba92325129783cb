"""Which rows of a table of pairs are drawn: a pair keeps its row while it is at work."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.model import Pair

ROWS = 5


@dataclass(slots=True)
class TopRows:
    """Which pairs are on top: ``first``, then those touched, then the best of the others.

    A pair keeps its row; where rows run out, the one touched longest ago gives its own.
    """

    first: Pair | None = None
    touched: list[Pair] = field(default_factory=list)
    ages: dict[Pair, int] = field(default_factory=dict)
    rest: list[Pair] = field(default_factory=list)
    clock: int = 0

    def begin(self, first: Pair | None, best: list[Pair]) -> None:
        """A new merge: the pair at work, the others by preference."""
        self.first, self.touched, self.ages, self.rest = first, [], {}, best

    def touch(self, pair: Pair) -> None:
        """``pair`` is being changed and must be seen."""
        self.clock += 1
        rows_left = ROWS - (self.first is not None)
        if pair == self.first:
            return
        if pair not in self.touched:
            if len(self.touched) < rows_left:
                self.touched.append(pair)
            else:
                oldest = min(self.touched, key=self.ages.__getitem__)
                self.touched[self.touched.index(oldest)] = pair
        self.ages[pair] = self.clock

    def pairs(self) -> list[Pair]:
        """The pairs on top, from the first row to the last."""
        rows = ([] if self.first is None else [self.first]) + self.touched
        return (rows + [pair for pair in self.rest if pair not in rows])[:ROWS]
