"""The counts of all pairs and the index: in which words each occurs."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    PairChosen,
    PairForgotten,
    PreTokenIndexed,
    PreTokenRewritten,
    SubGoal,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.top_pairs import ROWS, TopRows

LEDGER: Json = {
    "id": "ledger",
    "kind": "ledger",
    "title": "subword_nmt.ledger.title",
    "goal": SubGoal.COUNT,
    "rows": ROWS,
    "columns": {
        **{name: f"subword_nmt.ledger.{name}" for name in ("pair", "count", "positions")},
        "delta": "linked.ledger.delta",
    },
}


@dataclass(slots=True)
class Ledger:
    """Follows a run; gets every event after ``state`` has applied it.

    A pair that no longer occurs keeps its row, at 0, until the next merge begins.
    """

    brush: Brush
    state: TrainState
    number_of: dict[int, int]
    top: TopRows = field(default_factory=TopRows)
    deltas: dict[Pair, int] = field(default_factory=dict)
    gone: dict[Pair, None] = field(default_factory=dict)
    changed: set[Pair] = field(default_factory=set)
    chosen: Pair | None = None
    lit: dict[str, Json] = field(default_factory=dict)
    word: int = 0  # the start of the word at work

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        match event:
            case PreTokenIndexed(start=start):
                self.changed = {p for p, held in self.state.index.items() if start in held}
                self.lit = {self.key(p): [self.number_of[start], "new"] for p in self.changed}
                for pair in self.changed:
                    self.top.touch(pair)
            case CountsBuilt():
                self._begin()
                self._rank()
            case CandidatesScanned():
                self._begin()
                self._rank()
            case PairChosen(pair=pair):
                self._begin()
                self.chosen = pair
                self.top.begin(pair, list(self.brush.best(self.state.pair_counter, 2 * ROWS)))
            case PreTokenRewritten(start=start):
                self.word, self.changed = start, set()
                self.lit = self._entry(self.chosen, "now") if self.chosen else {}
            case CountChanged(pair=pair, delta=delta):
                self.deltas[pair] = self.deltas.get(pair, 0) + delta
                self.top.touch(pair)
                self.changed = {pair}
                self.lit = self._entry(pair, "new" if delta > 0 else "now")
            case PairForgotten(pair=pair):
                self.gone = self.gone | {pair: None}

    def calm(self) -> None:
        """Nothing is being changed."""
        self.changed, self.lit = set(), {}

    def draw(self) -> Json:
        """The widget's state as it is now."""
        state = self.state
        gone = {pair: 0 for pair in self.gone if pair not in state.index}
        drawn = {**state.pair_counter, **state.set_aside, **gone}
        by_pair = {self.key(p): self._words(p) for p in drawn if p in state.index}
        return {
            "pairs": {self.key(p): self._row(p, count) for p, count in drawn.items()},
            "positions": {key: list(words) for key, words in by_pair.items()},
            "times": {
                key: many
                for key, words in by_pair.items()
                if (many := {str(word): n for word, n in words.items() if n > 1})
            },
            "lit": self.lit,
            "top": [self.key(pair) for pair in self.top.pairs() if pair in drawn],
            "aside": text("subword_nmt.ledger.aside", pairs=len(state.index)),
        }

    def key(self, pair: Pair) -> str:
        """A pair as the recording names it."""
        left, right = self.brush.pair(pair)
        return f"{left},{right}"

    def _begin(self) -> None:
        self.deltas, self.gone, self.chosen = {}, {}, None
        self.calm()

    def _rank(self) -> None:
        self.top.begin(None, list(self.brush.best(self.state.pair_counter, 2 * ROWS)))

    def _words(self, pair: Pair) -> dict[int, int]:
        return {self.number_of[start]: n for start, n in self.state.index[pair].items()}

    def _entry(self, pair: Pair, look: str) -> dict[str, Json]:
        return {self.key(pair): [self.number_of[self.word], look]}

    def _row(self, pair: Pair, count: int) -> Json:
        look = "aside" if pair in self.state.set_aside else "" if count else "quiet"
        if pair in self.changed:
            look = "changed"
        elif pair == self.chosen:
            look = "chosen"
        return [count, self.deltas.get(pair, 0), look]
