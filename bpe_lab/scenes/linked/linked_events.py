"""What every event of the linked trainer says: its sentence, and the code that is at work."""

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
from bpe_core.model import Pair
from bpe_core.state import TrainState
from bpe_lab.scenes.code_panel import CodePanel, Lines, PseudoLine, Source, Values
from bpe_lab.scenes.questions import end_of_training
from bpe_lab.scenes.recording import Json, Text, text
from bpe_lab.scenes.why_this_pair import Brush, Counts, ties

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


@dataclass(slots=True)
class Progress:
    """Gets every event before ``state`` has taken it in; there will be ``merges`` merges."""

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
        """Whose count changes: the pair's own comes first, then two per neighbor."""
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


@dataclass(frozen=True, slots=True)
class Sentences:
    """Words events, each after ``state`` has taken it in."""

    brush: Brush
    state: TrainState
    is_exercise: bool = False

    def of(self, event: Event, counts: Counts, progress: Progress) -> Text:
        """The sentence; ``counts`` are what the pair of this merge is chosen from."""
        chosen = progress.chosen
        match event:
            case PreTokenPlaced():
                return self._placed(event)
            case PreTokenLinked(start=start, size=size):
                key = "linked" if size > 1 else "linked_single"
                return _say(key, first=start, last=start + size - 1)
            case PairSeen(pair=pair, position=position):
                count = self.state.pair_counter[pair]
                key = "seen" if count > 1 else "seen_first"
                return _say(
                    key, pair=self.brush.pair_value(pair), position=position, count=count
                )
            case CountsBuilt(distinct=distinct):
                return _say("counted", pairs=distinct)
            case HeapEntryPlaced(entry=(count, _, pair)):
                return _say("entry", pair=self.brush.pair_value(pair), count=-count)
            case HeapOrdered():
                return self._ordered()
            case HeapPopped():
                return self._popped(event)
            case PairChosen():
                return self._chosen(event, counts)
            case PositionVisited():
                assert chosen is not None, "positions belong to the chosen pair"
                return self._visited(event, chosen, progress)
            case TokenMerged():
                return self._merged(event, chosen)
            case Relinked(position=i, following=following):
                if following is None:
                    return _say("relinked_end", i=i)
                return _say("relinked", i=i, r=following)
            case CountChanged():
                return self._changed(event, progress.side)
            case PositionAppended(pair=pair, position=position):
                return _say("appended", pair=self.brush.pair_value(pair), position=position)
            case HeapPushed(entry=(count, _, pair)):
                older = sum(entry[2] == pair for entry in self.state.heap) > 1
                key = "pushed_again" if older else "pushed"
                return _say(key, pair=self.brush.pair_value(pair), count=-count)
            case MergeDone(number=number, count=count):
                key = "done_overlap" if progress.replacements < count else "done"
                values = {
                    "places": progress.replacements,
                    "count": count,
                    "tokens": progress.live,
                }
                return _say(key, merge=number + 1, **values)
            case Stopped(reason=reason):
                return end_of_training(
                    reason,
                    merges=len(self.state.merges),
                    tokens=progress.live,
                    is_exercise=self.is_exercise,
                )
        raise TypeError(f"the linked trainer yields no {type(event).__name__}")

    def _placed(self, event: PreTokenPlaced) -> Text:
        values = {
            "tokens": self.brush.row_value(event.data, ""),
            "bytes": len(event.data),
            "start": event.start,
        }
        earlier = [s + self.state.size_at[s] for s in self.state.starts if s < event.start]
        if event.start > max(earlier, default=0):
            return _say("placed_after_gap", **values, gap=event.start - max(earlier, default=0))
        return _say("placed", **values)

    def _ordered(self) -> Text:
        count, _, pair = self.state.heap[0]
        entries = len(self.state.heap)
        return _say("ordered", entries=entries, pair=self.brush.pair_value(pair), count=-count)

    def _popped(self, event: HeapPopped) -> Text:
        count, _, pair = event.entry
        key = "popped" if not event.stale else "popped_stale" if event.count else "popped_gone"
        return _say(key, pair=self.brush.pair_value(pair), count=-count, now=event.count)

    def _chosen(self, event: PairChosen, counts: Counts) -> Text:
        tied = len(ties(counts))
        return _say(
            "chosen_tie" if tied > 1 else "chosen",
            pair=self.brush.pair_value(event.pair),
            count=event.count,
            id=str(event.new_id),
            ties=tied,
        )

    def _visited(self, event: PositionVisited, pair: Pair, progress: Progress) -> Text:
        i, (left, right) = event.position, pair
        values = {
            "i": i,
            "left": self.brush.token_value(left),
            "right": self.brush.token_value(right),
        }
        if not event.stale:
            return _say("visited", **values)
        here = self.state.token_at[i]
        if here is None:
            return _say(
                "visited_overlap" if i in progress.absorbed else "visited_absorbed", **values
            )
        if here != left:
            return _say("visited_changed", **values, token=self.brush.token_value(here))
        # A left token that is still the same still has a right one: only merging both ends it.
        following = self.state.next[i]
        assert following is not None, "a listed position had a right token"
        there = self.state.token_at[following]
        assert there is not None, "links lead to live positions"
        return _say("visited_other", **values, token=self.brush.token_value(there))

    def _merged(self, event: TokenMerged, chosen: Pair | None) -> Text:
        assert chosen is not None, "a merge has a pair"
        left, right = chosen
        return _say(
            "merged",
            left=self.brush.token_value(left),
            right=self.brush.token_value(right),
            token=self.brush.token_value(event.new_id),
            id=str(event.new_id),
            i=event.position,
            j=event.absorbed,
        )

    def _changed(self, event: CountChanged, side: str) -> Text:
        change = "" if side == "own" else "_up" if event.delta > 0 else "_down"
        values = {"pair": self.brush.pair_value(event.pair), "count": event.count}
        return _say(f"count_{side}{change}", **values)


def _say(key: str, **values: Json) -> Text:
    return text(f"linked.say.{key}", **values)


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

    def _values(self, event: Event) -> Iterator[tuple[str, Values]]:
        value_of = self.brush.pair_value
        match event:
            case HeapPopped(entry=(count, _, pair), count=now):
                yield "pop", [-count, value_of(pair)]
                yield "stale", [-count, "=" if now == -count else "≠", now]
            case PairChosen(new_id=new_id, pair=pair):
                yield "choose", [str(new_id)]
                yield "visit", [*self.state.pair_positions[pair]]
            case Relinked(position=i, following=following):
                yield "relink", [i, "→", _as_value(following)]
            case CountChanged(pair=pair, delta=delta, count=count):
                name = "down" if delta < 0 else "up"
                yield name, [value_of(pair), count - delta, "→", count]
            case PositionAppended(pair=pair, position=i):
                yield "append", [value_of(pair), i]
            case HeapPushed(entry=(count, _, pair)):
                yield "push", [value_of(pair), -count]


def _as_value(position: int | None) -> Json:
    return "None" if position is None else position


def _pseudo_names(event: Event) -> tuple[str, ...]:
    match event:
        case HeapPopped(stale=True):
            return ("stale",)
        case PositionVisited(stale=True):
            return ("skip",)
        case CountChanged(delta=delta):
            return ("down",) if delta < 0 else ("up",)
    return _PSEUDO_OF[type(event)]
