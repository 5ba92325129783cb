"""Every pair over its count, and the threshold below which pairs are set aside."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.events import CandidatesScanned, CountChanged, Event, PairChosen, SubGoal
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.recording import Json, text

BEADS: Json = {
    "id": "beads",
    "kind": "beads",
    "title": "subword_nmt.beads.title",
    "goal": SubGoal.CHOOSE,
    "line": "subword_nmt.beads.line",
}


@dataclass(slots=True)
class Beads:
    """Follows a run; gets every event after ``state`` has applied it."""

    brush: Brush
    state: TrainState
    most: int = 1
    chosen: Pair | None = None
    changed: Pair | None = None

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        match event:
            case CandidatesScanned():
                self.chosen = self.changed = None
            case PairChosen(pair=pair):
                self.chosen = pair
            case CountChanged(pair=pair):
                self.changed = pair

    def draw(self) -> Json:
        """The widget's state as it is now."""
        state = self.state
        counts = state.pair_counter | state.set_aside
        self.most = max(self.most, *counts.values(), 1)
        drawn: Json = {
            "pairs": {self._key(p): [n, self._look(p)] for p, n in counts.items()},
            "aside": text(
                "subword_nmt.beads.aside",
                candidates=len(state.pair_counter),
                aside=len(state.set_aside),
            ),
        }
        return drawn | ({"line": state.threshold} if state.threshold else {})

    def _look(self, pair: Pair) -> str:
        if pair == self.changed:
            return "changed"
        if pair == self.chosen:
            return "chosen"
        return "aside" if pair in self.state.set_aside else ""

    def _key(self, pair: Pair) -> str:
        left, right = self.brush.pair(pair)
        return f"{left},{right}"
