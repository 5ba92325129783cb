"""The same word under several rules, action by action, until they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bpe_core.encode.derivation import Derivation
from bpe_core.events import (
    Event,
    MergeTried,
    PairRanked,
    PrefixTried,
    TokenMerged,
    TokenTaken,
)
from bpe_core.model import BPEModel
from bpe_core.registry import ENCODERS, SHORTCUTS
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.token_palette import Palette

FIRST = "rank_order"  # against which the other rules are held
MOST_TRIED = 300_000  # merges; a word of 60 bytes takes a second

Slots = dict[int, tuple[int, int]]  # offset -> (token id, size)


@dataclass(frozen=True, slots=True)
class Moment:
    """A lane after one of its actions; ``new_at`` is the offset of the token just made."""

    slots: Slots
    look_ups: int
    new_at: int | None = None


def moments(model: BPEModel, pre_token: bytes, events: Iterable[Event]) -> list[Moment]:
    """Every moment of a lane: the bytes, each action, and the end with the last look-ups."""
    byte_ids = model.vocabulary.byte_ids
    slots: Slots = {at: (byte_ids[value], 1) for at, value in enumerate(pre_token)}
    look_ups, tried = 0, 1  # moments before the merge that is being tried
    result = [Moment(dict(slots), 0)]
    for event in events:
        match event:
            case PairRanked() | PrefixTried():
                look_ups += 1
            case MergeTried():  # comes after its replacements, whose look-ups it counts
                look_ups += event.pairs
                result[tried:] = [
                    replace(moment, look_ups=look_ups) for moment in result[tried:]
                ]
                tried = len(result)
            case TokenMerged(position=at):
                slots[at] = (event.new_id, slots[at][1] + slots.pop(event.absorbed)[1])
                result.append(Moment(dict(slots), look_ups, at))
            case TokenTaken(position=at):
                for covered in range(at, at + event.size):
                    del slots[covered]
                slots[at] = (event.token_id, event.size)
                result.append(Moment(dict(slots), look_ups, at))
    return [*result, Moment(dict(slots), look_ups)]


def rules() -> dict[str, str]:
    """The encoder that each lane draws: the first that follows the rule, and every shortcut.

    >>> list(rules().items())[:2]
    [('rank_order', 'rank_order_scan'), ('merge_list', 'merge_list')]
    """
    drawn: dict[str, str] = {}
    for name, encoder in ENCODERS.items():
        if encoder.taught:
            drawn.setdefault(encoder.rule, name)
    return {FIRST: drawn[FIRST]} | drawn | {name: name for name in SHORTCUTS}


def lanes_of(model: BPEModel, pre_token: bytes) -> dict[str, list[Moment]]:
    """Every rule that the model allows, each run with all its look-ups.

    The merge list is left out where there is none, and where trying all of it takes a second.
    """
    lanes = {}
    for lane, name in rules().items():
        tries_all = name in ENCODERS and ENCODERS[name].tries_all
        if tries_all and not (model.has_merge_list and len(model.merges) <= MOST_TRIED):
            continue
        encoder = {**ENCODERS, **SHORTCUTS}[name]
        lanes[lane] = moments(model, pre_token, encoder(model, pre_token, detail=True))
    return lanes


@dataclass(frozen=True, slots=True)
class Lanes:
    """Draws all lanes after equally many actions; at the end each is at its own end."""

    palette: Palette
    lanes: Mapping[str, list[Moment]]
    derivation: Derivation  # of the first lane, against which the others are held
    size: int

    def widget(self) -> Json:
        """The static description."""
        return {
            "id": "lanes",
            "kind": "lanes",
            "title": "encode.lanes.title",
            "size": self.size,
            "lanes": [{"id": lane, "title": f"encode.rule.{lane}"} for lane in self.lanes],
        }

    def draw(self, actions: int, *, ended: bool = False, looked: int = 0) -> Json:
        """The state after ``actions`` actions of every lane.

        ``looked`` are the look-ups of the first lane for the action to come.
        """
        drawn = {}
        for lane, timeline in self.lanes.items():
            last = len(timeline) - 1
            now = timeline[last if ended else min(actions, last)]
            if lane == FIRST:
                now = replace(now, look_ups=now.look_ups + looked)
            drawn[lane] = self._lane(lane, now, end=ended or actions >= last - 1)
        return {"lanes": drawn}

    def _lane(self, lane: str, now: Moment, *, end: bool) -> Json:
        expected = {root.at: (root.token_id, root.size) for root in self.derivation.roots}
        allowed = set(expected.items()) if end else None
        spans, slots, differs = self.derivation.spans(), {}, False
        for at, (token_id, size) in now.slots.items():
            foreign = (at, size) not in spans or (
                allowed is not None and (at, (token_id, size)) not in allowed
            )
            differs = differs or foreign
            look = "differs" if foreign else "merged" if at == now.new_at else ""
            slots[str(at)] = [self.palette.token(token_id), size, look]
        return {
            "slots": slots,
            **self._verdict(lane, now, end=end, differs=differs),
            "aside": text("encode.lanes.look_ups", look_ups=now.look_ups),
            "look": "differs" if differs else "done" if end else "",
        }

    def _verdict(self, lane: str, now: Moment, *, end: bool, differs: bool) -> Json:
        if lane == FIRST:
            key = "encode.lanes.first"
        elif end:
            key = "encode.lanes.other" if differs else "encode.lanes.same"
        elif differs:
            key = "encode.lanes.differs"
        else:
            return {}
        return {"say": text(key, tokens=len(now.slots))}
