"""What is drawn of one encoding: rounds, ranks, the growing tree, other rules, code."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import log1p
from typing import Any

from bpe_core.encode.derivation import Derivation
from bpe_core.encode.encoders import ENCODERS, SHORTCUTS
from bpe_core.encode.other_encoders import encode_leftmost, encode_longest_match
from bpe_core.events import (
    BorderAsked,
    Event,
    MergeTried,
    PairRanked,
    PrefixTried,
    RankChosen,
    SubGoal,
    TokenDropped,
    TokenMerged,
    TokenTaken,
)
from bpe_core.model import BPEModel
from bpe_lab.scenes.code_panel import (
    CodePanel,
    Lines,
    PseudoLine,
    Source,
    code_widget,
    source_of,
    with_lines,
)
from bpe_lab.scenes.drawn_tokens import Palette, tree_state, tree_widget
from bpe_lab.scenes.recording import Json, text

MERGES = "merges"
RANKS: Json = {"id": "ranks", "kind": "ranks", "title": "encode.ranks.title"}
FIRST = "rank_order"  # against which the other rules are held
TAKES_BACK = ("linear",)  # what these have differs in the end, if at all
MOST_TRIED = 300_000  # merges; a word of 60 bytes takes a second
Slots = dict[int, tuple[int, int]]  # offset -> (token id, size)
CHOOSE, MERGE = SubGoal.CHOOSE, SubGoal.MERGE
PSEUDO: tuple[PseudoLine, ...] = (
    ("pairs", CHOOSE, None, False),
    ("rank", CHOOSE, "  rank = ranks.get(pair)", False),
    ("none", CHOOSE, None, False),
    ("best", CHOOSE, None, False),
    ("merge", MERGE, "tokens[i] = new; del tokens[i + 1]", False),
)
# Rules of other lanes that are drawn, too: each a tab behind the source.
OTHERS: Mapping[str, Callable[..., Generator[Event, None, Any]]] = {
    "leftmost": encode_leftmost,
    "longest_match": encode_longest_match,
}
LOOK, CHOSEN, MERGED, NONE = ("pairs", "rank"), ("best",), ("merge",), ("none",)


@dataclass(slots=True)
class Round:
    """One round; in the last one no pair is a merge, so none is chosen."""

    ranked: list[PairRanked] = field(default_factory=list)
    chosen: RankChosen | None = None
    merged: TokenMerged | None = None

    def candidates(self) -> list[PairRanked]:
        """The pairs that are merges, the lowest rank first, of equal ranks the leftmost."""
        merges = [event for event in self.ranked if event.rank is not None]
        return sorted(merges, key=lambda event: (event.rank, event.position))


def rounds(events: Iterable[Event]) -> Iterator[Round]:
    """One round for each merge and the last, which finds none."""
    now = Round()
    for event in events:
        match event:
            case PairRanked():
                now.ranked.append(event)
            case RankChosen():
                now.chosen = event
            case TokenMerged():
                now.merged = event
                yield now
                now = Round()
    yield now


@dataclass(frozen=True, slots=True)
class Tree:
    """Draws the first nodes of a derivation."""

    palette: Palette
    derivation: Derivation

    def widget(self) -> Json:
        """The static description, as high as the whole derivation."""
        return tree_widget(self.derivation, self.palette)

    def draw(self, node_count: int, *, forming: bool = False, fresh: bool = False) -> Json:
        """The state with ``node_count`` nodes, the last one ``fresh``.

        ``forming`` adds the next, which is no token yet.
        """
        state = self._state(node_count)
        if fresh:
            state["nodes"][str(node_count - 1)]["look"] = "merged"
        if forming:
            coming = self._state(node_count + 1)
            coming["nodes"][str(node_count)]["look"] = "forming"
            return {**coming, "roots": state["roots"]}
        return state

    def _state(self, node_count: int) -> Json:
        return tree_state(self.derivation.until(node_count), self.palette)


def merge_table(palette: Palette) -> tuple[Json, Json]:
    """The table and its state, which stands still."""
    merges = palette.model.merges
    columns = [
        {"kind": "number", "title": "encode.merges.rank"},
        {"kind": "pair", "title": "encode.merges.pair"},
    ]
    rows = [
        {"cells": [rank, palette.pair((merge.left, merge.right))], "look": ""}
        for rank, merge in enumerate(merges)
    ]
    title = "encode.merges.title"
    widget = {"id": MERGES, "kind": "table", "title": title, "rows": len(rows)}
    return {**widget, "columns": columns}, {"rows": rows}


@dataclass(slots=True)
class Ranks:
    """One block per round; the past ones stay."""

    palette: Palette
    highest: int  # of all ranks that are looked up, for the bars' scale
    blocks: list[Json] = field(default_factory=list)

    def draw(self, number: int, now: Round, state: Sequence[int], *, crown: bool) -> Json:
        """The state in round ``number`` (from 0); ``crown`` crowns the pair that is chosen.

        ``state`` has the ids of the present tokens.
        """
        chosen = now.chosen.position if now.chosen and crown else None
        block = {
            "title": text(f"encode.ranks.{'step' if now.chosen else 'last'}", step=number + 1),
            "state": [self.palette.token(token_id) for token_id in state],
            "rows": [self._row(event, chosen) for event in now.ranked],
            "look": "now",
        }
        past = [{**each, "look": ""} for each in self.blocks[:number]]
        self.blocks = [*past, block]
        return self.still()

    def still(self) -> Json:
        """The blocks as they are."""
        return {"blocks": list(self.blocks), "scale": text("encode.ranks.scale")}

    def _row(self, event: PairRanked, chosen: int | None) -> Json:
        row = {"pair": self.palette.pair(event.pair), "at": event.position, "look": ""}
        if event.rank is None:
            return row
        bar = round(log1p(event.rank) / log1p(self.highest), 4) if self.highest else 0
        look = "chosen" if event.position == chosen else ""
        return {**row, "rank": event.rank, "bar": bar, "look": look}


def highest_rank(all_rounds: Sequence[Round]) -> int:
    """The highest rank that is met; 0 where no pair is a merge."""
    met = [event.rank or 0 for now in all_rounds for event in now.ranked]
    return max(met, default=0)


@dataclass(frozen=True, slots=True)
class LaneState:
    """A lane after one of its actions; ``new_at`` is the offset of the token just made."""

    slots: Slots
    look_ups: int
    new_at: int | None = None


def lane_states(model: BPEModel, pre_token: bytes, events: Iterable[Event]) -> list[LaneState]:
    """Every moment of a lane: the bytes, each action, and the end with the last look-ups."""
    byte_ids = model.vocabulary.byte_ids
    slots: Slots = {at: (byte_ids[value], 1) for at, value in enumerate(pre_token)}
    look_ups, tried = 0, 1  # states before the merge that is being tried
    result = [LaneState(dict(slots), 0)]
    for event in events:
        match event:
            case PairRanked() | PrefixTried():
                look_ups += 1
            case BorderAsked():
                look_ups += event.look_ups
            case MergeTried():  # comes after its replacements, whose look-ups it counts
                look_ups += event.pairs
                result[tried:] = [
                    replace(moment, look_ups=look_ups) for moment in result[tried:]
                ]
                tried = len(result)
            case TokenMerged(position=at):
                slots[at] = (event.new_id, slots[at][1] + slots.pop(event.absorbed)[1])
                result.append(LaneState(dict(slots), look_ups, at))
            case TokenTaken(position=at):
                for covered in range(at, at + event.size):
                    del slots[covered]
                slots[at] = (event.token_id, event.size)
                result.append(LaneState(dict(slots), look_ups, at))
            case TokenDropped(position=at):
                for back in range(at, at + event.size):
                    slots[back] = (byte_ids[pre_token[back]], 1)
                result.append(LaneState(dict(slots), look_ups))
    return [*result, LaneState(dict(slots), look_ups)]


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


def lanes_of(model: BPEModel, pre_token: bytes) -> dict[str, list[LaneState]]:
    """Every rule that the model allows, each run with all its look-ups.

    What goes through all merges first is left out where that takes a second.
    """
    lanes, few = {}, len(model.merges) <= MOST_TRIED
    for lane, name in rules().items():
        row = ENCODERS.get(name)
        if lane != FIRST and row and not (few and row.suits(model)):
            continue
        encoder = {**ENCODERS, **SHORTCUTS}[name]
        lanes[lane] = lane_states(model, pre_token, encoder(model, pre_token, detail=True))
    return lanes


@dataclass(frozen=True, slots=True)
class Lanes:
    """Draws all lanes after equally many actions; at the end each is at its own end."""

    palette: Palette
    lanes: Mapping[str, list[LaneState]]
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

    def _lane(self, lane: str, now: LaneState, *, end: bool) -> Json:
        expected = {root.at: (root.token_id, root.size) for root in self.derivation.roots}
        allowed = set(expected.items()) if end else None
        spans, slots, differs = self.derivation.spans(), {}, False
        for at, (token_id, size) in now.slots.items():
            if allowed is not None:
                foreign = (at, size) not in spans or (at, (token_id, size)) not in allowed
            else:
                foreign = (at, size) not in spans and lane not in TAKES_BACK
            differs = differs or foreign
            look = "differs" if foreign else "merged" if at == now.new_at else ""
            slots[str(at)] = [self.palette.token(token_id), size, look]
        return {
            "slots": slots,
            **self._verdict(lane, now, end=end, differs=differs),
            "aside": text("encode.lanes.look_ups", look_ups=now.look_ups),
            "look": "differs" if differs else "done" if end else "",
        }

    def _verdict(self, lane: str, now: LaneState, *, end: bool, differs: bool) -> Json:
        if lane == FIRST:
            key = "encode.lanes.first"
        elif end:
            key = "encode.lanes.other" if differs else "encode.lanes.same"
        elif differs:
            key = "encode.lanes.differs"
        else:
            return {}
        return {"say": text(key, tokens=len(now.slots))}


@dataclass(frozen=True, slots=True)
class OtherRule:
    """What each action of another rule executed, with its look-ups, and what ended it."""

    name: str
    source: Source
    actions: tuple[Lines, ...]
    rest: Lines

    @classmethod
    def of(cls, name: str, model: BPEModel, pre_token: bytes) -> OtherRule:
        """From a run of its own."""
        run, rest = with_lines(OTHERS[name](model, pre_token, detail=True))
        actions: list[dict[int, None]] = [{}]
        for event, lines in run:
            for line in lines:
                actions[-1].pop(line, None)
                actions[-1][line] = None
            if isinstance(event, TokenMerged | TokenTaken):
                actions.append({})
        source = source_of(OTHERS[name])
        return cls(name, source, tuple(map(tuple, actions[:-1])), (*actions[-1], *rest))

    def tab(self) -> Json:
        """Its source."""
        title, first = f"encode.code.{self.name}", self.source.first
        return {"title": title, "first": first, "lines": self.source.drawn()}

    def lit(self, action: int | None, *, ended: bool) -> list[int]:
        """Its lines at an action, from 0; between two, and behind its last one, none."""
        if ended:
            return self.source.lit(self.rest)
        if action is None or action >= len(self.actions):
            return []
        return self.source.lit(self.actions[action])


@dataclass(slots=True)
class Code:
    """What each round executed: the look-ups, the choice, the merge; at last none is left."""

    source: Source
    others: tuple[OtherRule, ...] = ()
    looked: list[dict[int, None]] = field(default_factory=lambda: [{}])
    chosen: list[Lines] = field(default_factory=list)
    merged: list[Lines] = field(default_factory=list)
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))

    @classmethod
    def of(
        cls,
        source: Source,
        run: Iterable[tuple[Event, Lines]],
        rest: Lines,
        others: Iterable[OtherRule] = (),
    ) -> Code:
        """From a whole run with its lines; ``rest`` was executed behind its last event."""
        code = cls(source, tuple(others))
        for event, lines in run:
            match event:
                case PairRanked():
                    code.looked[-1] |= dict.fromkeys(lines)
                case RankChosen():
                    code.chosen.append(lines)
                case TokenMerged():
                    code.merged.append(lines)
                    code.looked.append({})
        code.chosen.append(rest)
        return code

    def widget(self) -> Json:
        """The static part."""
        widget = code_widget(PSEUDO, self.source, notes="encode.code")
        return {**widget, "tabs": [*widget["tabs"], *(other.tab() for other in self.others)]}

    def look(self, number: int) -> Json:
        """While the pairs of a round are looked up."""
        return self._lit(LOOK, self.looked[number])

    def choice(self, number: int) -> Json:
        """When one is chosen; from the second round on with its look-ups."""
        looked = self.looked[number] if number else ()
        lines = dict.fromkeys(chain(looked, self.chosen[number]))
        if number == len(self.merged):
            return self._lit((*LOOK, *NONE), lines, ended=True)
        return self._lit((*LOOK, *CHOSEN) if number else CHOSEN, lines)

    def merge(self, number: int) -> Json:
        """When it is merged; the other rules have as many actions behind them."""
        return self._lit(MERGED, self.merged[number], action=number)

    def _lit(
        self,
        names: tuple[str, ...],
        lines: Iterable[int],
        *,
        action: int | None = None,
        ended: bool = False,
    ) -> Json:
        self.panel.light(names, self.source.lit(tuple(lines)))
        drawn = self.panel.draw()
        others = {
            str(tab): other.lit(action, ended=ended)
            for tab, other in enumerate(self.others, len(drawn["lit"]))
        }
        return {**drawn, "lit": drawn["lit"] | others}
