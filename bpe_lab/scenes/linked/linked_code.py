"""The code at work: pseudo-code beside the trainer's own source, lit by the same event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapEntryPlaced,
    HeapOrdered,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PairSeen,
    PositionAppended,
    PositionVisited,
    PreTokenLinked,
    PreTokenPlaced,
    Relinked,
    Stopped,
    SubGoal,
    TokenMerged,
)
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.code_panel import CodePanel, PseudoLine, Values
from bpe_lab.scenes.executed_lines import Lines
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.source_lines import Source

COUNT, CHOOSE, MERGE, REPAIR = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE, SubGoal.REPAIR

PSEUDO: tuple[PseudoLine, ...] = (
    ("place", COUNT, "token_at[i] = byte", True),
    ("link", COUNT, None, False),
    ("see", COUNT, "pair_positions[pair] += i", False),
    ("count", COUNT, "pair_counter[pair] += 1", False),
    ("heap", CHOOSE, None, False),
    ("pop", CHOOSE, "count, pair = heappop(heap)", False),
    ("stale", CHOOSE, None, True),
    ("choose", CHOOSE, None, False),
    ("visit", MERGE, "for i in pair_positions[pair]:", False),
    ("skip", MERGE, None, True),
    ("look", MERGE, "  l = prev[i]; j = next[i]; r = next[j]", False),
    ("merge", MERGE, "  token_at[i] = new; token_at[j] = None", False),
    ("relink", REPAIR, "  next[i] = r; prev[r] = i", False),
    ("down", REPAIR, None, False),
    ("up", REPAIR, None, False),
    ("append", REPAIR, None, False),
    ("push", REPAIR, None, True),
)
# The values beside lines of pseudo-code that end with a position, and with a merge.
OF_POSITION = ("relink", "down", "up", "append")
OF_MERGE = ("pop", "stale", "choose", "visit", *OF_POSITION, "push")


@dataclass(slots=True)
class Code:
    """Follows a run: the line that is at work, and the values that lines left behind."""

    brush: Brush
    state: TrainState
    source: Source
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))

    def follow(self, event: Event, executed: Lines) -> None:
        """Light what belongs to ``event``: these lines of its module were ``executed``."""
        self.panel.light(_pseudo_names(event), self.source.lit(executed))
        match event:
            case HeapPopped():
                self.panel.forget(OF_MERGE)
            case PositionVisited():
                self.panel.forget(OF_POSITION)
        for name, values in self._values(event):
            self.panel.leave(name, values)

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return self.panel.draw()

    def _values(self, event: Event) -> Iterator[tuple[str, Values]]:
        pair_of = self.brush.pair
        match event:
            case HeapPopped(entry=(count, _, pair), count=now):
                yield "pop", [-count, {"pair": pair_of(pair)}]
                yield "stale", [-count, "=" if now == -count else "≠", now]
            case PairChosen(new_id=new_id, pair=pair):
                yield "choose", [str(new_id)]
                yield "visit", [*self.state.pair_positions[pair]]
            case Relinked(position=i, following=following):
                yield "relink", [i, "→", _as_value(following)]
            case CountChanged(pair=pair, delta=delta, count=count):
                name = "down" if delta < 0 else "up"
                yield name, [{"pair": pair_of(pair)}, count - delta, "→", count]
            case PositionAppended(pair=pair, position=i):
                yield "append", [{"pair": pair_of(pair)}, i]
            case HeapPushed(entry=(count, _, pair)):
                yield "push", [{"pair": pair_of(pair)}, -count]


def _as_value(position: int | None) -> Json:
    return "None" if position is None else position


_PSEUDO_OF: Mapping[type[Event], tuple[str, ...]] = {
    PreTokenPlaced: ("place",),
    PreTokenLinked: ("link",),
    PairSeen: ("see", "count"),
    CountsBuilt: ("count",),
    HeapEntryPlaced: ("heap",),
    HeapOrdered: ("heap",),
    HeapPopped: ("pop",),
    Stopped: ("pop",),
    PairChosen: ("choose",),
    PositionVisited: ("look",),
    TokenMerged: ("merge",),
    Relinked: ("relink",),
    PositionAppended: ("append",),
    HeapPushed: ("push",),
    MergeDone: ("push",),
}


def _pseudo_names(event: Event) -> tuple[str, ...]:
    match event:
        case HeapPopped(stale=True):
            return ("stale",)
        case PositionVisited(stale=True):
            return ("skip",)
        case CountChanged(delta=delta):
            return ("down",) if delta < 0 else ("up",)
    return _PSEUDO_OF[type(event)]
