"""The sentence for every event of the linked trainer: a catalogue key and its values."""

from __future__ import annotations

from dataclasses import dataclass

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
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush, Counts, ties
from bpe_lab.scenes.exercises import end_of_training
from bpe_lab.scenes.linked.run_progress import Progress
from bpe_lab.scenes.recording import Json, Text, text


@dataclass(frozen=True, slots=True)
class Sentences:
    """Tells events, each after ``state`` has taken it in."""

    brush: Brush
    state: TrainState
    is_exercise: bool = False

    def of(self, event: Event, counts: Counts, at: Progress) -> Text:
        """The sentence; ``counts`` are what the pair of this merge is chosen from."""
        chosen = at.chosen
        match event:
            case PreTokenPlaced():
                return self._placed(event)
            case PreTokenLinked(start=start, size=size):
                key = "linked" if size > 1 else "linked_single"
                return _say(key, first=start, last=start + size - 1)
            case PairSeen(pair=pair, position=position):
                count = self.state.pair_counter[pair]
                key = "seen" if count > 1 else "seen_first"
                return _say(key, pair=self._pair(pair), position=position, count=count)
            case CountsBuilt(distinct=distinct):
                return _say("counted", pairs=distinct)
            case HeapEntryPlaced(entry=(count, _, pair)):
                return _say("entry", pair=self._pair(pair), count=-count)
            case HeapOrdered():
                return self._ordered()
            case HeapPopped():
                return self._popped(event)
            case PairChosen():
                return self._chosen(event, counts)
            case PositionVisited():
                assert chosen is not None, "positions belong to the chosen pair"
                return self._visited(event, chosen, at)
            case TokenMerged():
                return self._merged(event, chosen)
            case Relinked(position=i, following=following):
                if following is None:
                    return _say("relinked_end", i=i)
                return _say("relinked", i=i, r=following)
            case CountChanged():
                return self._changed(event, at.side)
            case PositionAppended(pair=pair, position=position):
                return _say("appended", pair=self._pair(pair), position=position)
            case HeapPushed(entry=(count, _, pair)):
                older = sum(entry[2] == pair for entry in self.state.heap) > 1
                key = "pushed_again" if older else "pushed"
                return _say(key, pair=self._pair(pair), count=-count)
            case MergeDone(number=number, count=count):
                key = "done_overlap" if at.replacements < count else "done"
                values = {"places": at.replacements, "count": count, "tokens": at.live}
                return _say(key, merge=number + 1, **values)
            case Stopped(reason=reason):
                return end_of_training(
                    reason,
                    merges=len(self.state.merges),
                    tokens=at.live,
                    is_exercise=self.is_exercise,
                )
        raise TypeError(f"the linked trainer yields no {type(event).__name__}")

    def _pair(self, pair: Pair) -> Json:
        return {"pair": self.brush.pair(pair)}

    def _token(self, token_id: int) -> Json:
        return {"token": self.brush.token(token_id)}

    def _placed(self, event: PreTokenPlaced) -> Text:
        bytes_ = {"tokens": [self.brush.token(value) for value in event.data], "join": ""}
        values = {"tokens": bytes_, "bytes": len(event.data), "start": event.start}
        earlier = [s + self.state.size_at[s] for s in self.state.starts if s < event.start]
        if event.start > max(earlier, default=0):
            return _say("placed_after_gap", **values, gap=event.start - max(earlier, default=0))
        return _say("placed", **values)

    def _ordered(self) -> Text:
        count, _, pair = self.state.heap[0]
        entries = len(self.state.heap)
        return _say("ordered", entries=entries, pair=self._pair(pair), count=-count)

    def _popped(self, event: HeapPopped) -> Text:
        count, _, pair = event.entry
        key = "popped" if not event.stale else "popped_stale" if event.count else "popped_gone"
        return _say(key, pair=self._pair(pair), count=-count, now=event.count)

    def _chosen(self, event: PairChosen, counts: Counts) -> Text:
        tied = len(ties(counts))
        return _say(
            "chosen_tie" if tied > 1 else "chosen",
            pair=self._pair(event.pair),
            count=event.count,
            id=str(event.new_id),
            ties=tied,
        )

    def _visited(self, event: PositionVisited, pair: Pair, at: Progress) -> Text:
        i, (left, right) = event.position, pair
        values = {"i": i, "left": self._token(left), "right": self._token(right)}
        if not event.stale:
            return _say("visited", **values)
        here = self.state.token_at[i]
        if here is None:
            return _say("visited_overlap" if i in at.absorbed else "visited_absorbed", **values)
        if here != left:
            return _say("visited_changed", **values, token=self._token(here))
        # A left token that is still the same still has a right one: only merging both ends it.
        following = self.state.next[i]
        assert following is not None, "a listed position had a right token"
        there = self.state.token_at[following]
        assert there is not None, "links lead to live positions"
        return _say("visited_other", **values, token=self._token(there))

    def _merged(self, event: TokenMerged, chosen: Pair | None) -> Text:
        assert chosen is not None, "a merge has a pair"
        left, right = chosen
        return _say(
            "merged",
            left=self._token(left),
            right=self._token(right),
            token=self._token(event.new_id),
            id=str(event.new_id),
            i=event.position,
            j=event.absorbed,
        )

    def _changed(self, event: CountChanged, side: str) -> Text:
        change = "" if side == "own" else "_up" if event.delta > 0 else "_down"
        values = {"pair": self._pair(event.pair), "count": event.count}
        return _say(f"count_{side}{change}", **values)


def _say(key: str, **values: Json) -> Text:
    return text(f"linked.say.{key}", **values)
