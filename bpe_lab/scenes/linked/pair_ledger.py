"""``pair_counter`` and ``pair_positions``: all pairs, the ones at work on top."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapPopped,
    MergeDone,
    PairChosen,
    PairSeen,
    PositionAppended,
    PositionVisited,
    SubGoal,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush, Counts
from bpe_lab.scenes.linked.live_pairs import stands_at
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.top_pairs import ROWS, TopRows

LEDGER: Json = {
    "id": "ledger",
    "kind": "ledger",
    "title": "linked.ledger.title",
    "goal": SubGoal.COUNT,
    "rows": ROWS,
    "columns": {
        name: f"linked.ledger.{name}" for name in ("pair", "count", "delta", "positions")
    },
}


@dataclass(slots=True)
class Ledger:
    """Follows a run; gets every event after ``state`` has applied it.

    ``tells_stale`` strikes out the positions where a pair no longer stands.
    """

    brush: Brush
    state: TrainState
    tells_stale: bool = True
    top: TopRows = field(default_factory=TopRows)
    deltas: dict[Pair, int] = field(default_factory=dict)
    stale: dict[str, list[int]] = field(default_factory=dict)
    positions: dict[str, list[int]] = field(default_factory=dict)
    lit: dict[str, Json] = field(default_factory=dict)
    changed: Pair | None = None
    chosen: Pair | None = None
    keys: dict[Pair, str] = field(default_factory=dict)
    rows: dict[str, Json] = field(default_factory=dict)
    live: int = 0  # pairs that occur
    listed_at: dict[int, list[Pair]] = field(default_factory=dict)

    def follow(self, event: Event, counts: Counts, *, merging: bool) -> None:
        """Take in ``event``; ``counts`` are what the pair of this merge is chosen from.

        ``merging`` tells whether what is popped fresh will be merged.
        """
        looked = {self.changed, self.chosen}
        self.lit, self.changed = {}, None
        match event:
            case PairSeen(pair=pair, position=position):
                self.top.touch(pair)
                self.changed = pair
                self._list(pair, position)
            case CountsBuilt():
                self.top.begin(None, self._best(counts))
            case HeapPopped(entry=(_, _, pair), stale=stale):
                looked |= self.deltas.keys()
                self.deltas = {}
                self.top.begin(None, self._best(counts))
                self.top.touch(pair)
                self.changed = pair if stale else None
                self.chosen = pair if merging and not stale else None
            case PairChosen(pair=pair):
                self.top.begin(pair, self._best(counts))
            case PositionVisited(position=position):
                assert self.chosen is not None, "positions belong to the chosen pair"
                self.lit = {self.key(self.chosen): [position, "now"]}
            case TokenMerged(position=position, absorbed=absorbed):
                self._find_stale(self.state.prev[position], position, absorbed)
            case CountChanged(pair=pair, delta=delta):
                self.deltas[pair] = self.deltas.get(pair, 0) + delta
                self.top.touch(pair)
                self.changed = pair
            case PositionAppended(pair=pair, position=position):
                self.top.touch(pair)
                self.changed = pair
                self._list(pair, position)
            case MergeDone():
                self.chosen = None
        self._write(looked | {self.changed, self.chosen})

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return {
            "pairs": self.rows,
            "positions": self.positions,
            "stale": self.stale if self.tells_stale else {},
            "lit": self.lit,
            "top": [self.key(pair) for pair in self.top.pairs()],
            "aside": text("linked.ledger.aside", pairs=self.live),
        }

    def key(self, pair: Pair) -> str:
        """A pair as the recording names it."""
        if pair not in self.keys:
            left, right = self.brush.pair(pair)
            self.keys[pair] = f"{left},{right}"
        return self.keys[pair]

    def _write(self, pairs: Iterable[Pair | None]) -> None:
        """New rows for these pairs in a new dict; frames keep the old one."""
        rows = dict(self.rows)
        for pair in pairs:
            if pair is not None:
                count, key = self.state.pair_counter[pair], self.key(pair)
                self.live += (count > 0) - (key in rows and rows[key][0] > 0)
                rows[key] = self._row(pair, count)
        self.rows = rows

    def _row(self, pair: Pair, count: int) -> Json:
        look = "" if count else "quiet"
        if pair == self.changed:
            look = "changed"
        elif pair == self.chosen:
            look = "chosen"
        return [count, self.deltas.get(pair, 0), look]

    def _best(self, counts: Counts) -> list[Pair]:
        return list(self.brush.best(counts, 2 * ROWS))

    def _list(self, pair: Pair, position: int) -> None:
        key = self.key(pair)
        self.positions = self.positions | {key: list(self.state.pair_positions[pair])}
        self.lit = {key: [position, "new"]}
        self.listed_at.setdefault(position, []).append(pair)

    def _find_stale(self, *positions: int | None) -> None:
        """Which pairs are no longer where they are listed, after a change at ``positions``.

        What is stale stays so: tokens only grow.
        """
        listed = {pair for at in positions if at is not None for pair in self._listed(at)}
        dead_by_pair = {self.key(pair): self._dead(pair) for pair in listed}
        self.stale = self.stale | {key: dead for key, dead in dead_by_pair.items() if dead}

    def _listed(self, position: int) -> list[Pair]:
        return self.listed_at.get(position, [])

    def _dead(self, pair: Pair) -> list[int]:
        listed = self.state.pair_positions[pair]
        return [position for position in listed if not stands_at(self.state, pair, position)]
