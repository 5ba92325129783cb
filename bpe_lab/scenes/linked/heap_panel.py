"""The heap as it lies in memory: its array, what left it, what waits to enter."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    Event,
    HeapEntry,
    HeapEntryPlaced,
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
    SubGoal,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.recording import Json, text

HEAP: Json = {
    "id": "heap",
    "kind": "heap",
    "title": "linked.heap.title",
    "goal": SubGoal.CHOOSE,
}
# Events that change neither the heap nor a count that it shows.
ELSEWHERE = (PreTokenPlaced, PreTokenLinked, PairSeen, TokenMerged, Relinked, PositionAppended)


@dataclass(slots=True)
class Heap:
    """Follows a run; gets every event after ``state`` has applied it.

    Entries are numbered in the order of entering. subtle: two entries may be equal, so they are
    identified as objects, which ``all_entries`` keeps alive. Of what an exercise ``asks`` the
    panel tells nothing: which entries are stale, which pairs will be pushed.
    """

    brush: Brush
    state: TrainState
    asks: frozenset[str] = frozenset()
    all_entries: list[HeapEntry] = field(default_factory=list)
    number_of: dict[int, int] = field(default_factory=dict)
    waiting: dict[Pair, None] = field(default_factory=dict)
    merged: Pair | None = None
    out: Json = None
    drawn: Json = None  # None where something has changed since

    def follow(self, event: Event, *, merging: bool) -> None:
        """Take in ``event``; ``merging`` tells whether what is popped fresh will be merged."""
        self.drawn = self.drawn if isinstance(event, ELSEWHERE) else None
        match event:
            case HeapEntryPlaced(entry=entry):
                self._enter(entry)
            case HeapPushed(entry=entry):
                self._enter(entry)
                self.waiting.pop(entry[2], None)
            case HeapPopped(entry=entry, count=count, stale=stale):
                number = self.number_of[id(entry)]
                look = "stale" if stale else "chosen" if merging else ""
                self.out = {"entry": number, "look": look, "now": count}
            case PositionVisited():
                self.out = None
            case CountChanged(pair=pair) if pair != self.merged:
                self.waiting.pop(pair, None)  # what changed last comes first
                self.waiting = {pair: None, **self.waiting}
            case PairChosen(pair=pair):
                self.merged = pair
            case MergeDone():
                self.out, self.waiting = None, {}

    def entries(self) -> list[Json]:
        """Every entry of the walk so far, as the widget lists them."""
        return [[*self.brush.pair(pair), -count] for count, _, pair in self.all_entries]

    def draw(self) -> Json:
        """The widget's state as it is now."""
        if self.drawn is None:
            self.drawn = self._drawn()
        return self.drawn

    def _drawn(self) -> Json:
        counter, heap = self.state.pair_counter, self.state.heap
        order = [self.number_of[id(entry)] for entry in heap]
        stale = {
            str(number): counter[entry[2]]
            for number, entry in zip(order, heap, strict=True)
            if counter[entry[2]] != -entry[0] and "is_stale" not in self.asks
        }
        waits = () if "pushed" in self.asks else self.waiting
        waiting = [[*self.brush.pair(p), counter[p]] for p in waits if counter[p] > 0]
        key = "linked.heap.aside_stale" if stale else "linked.heap.aside"
        aside = text(key, entries=len(order), stale=len(stale))
        drawn: Json = {"order": order, "stale": stale, "waiting": waiting, "aside": aside}
        return drawn if self.out is None else {**drawn, "out": self.out}

    def _enter(self, entry: HeapEntry) -> None:
        self.number_of[id(entry)] = len(self.all_entries)
        self.all_entries.append(entry)
