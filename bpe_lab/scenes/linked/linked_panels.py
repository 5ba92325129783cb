"""The structures of the linked trainer as panels: token row, counts and positions, heap."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
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
from bpe_core.state import TrainState
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.why_this_pair import ROWS, Brush, Counts, TopRows

NO_LINK = -1  # a link that leads nowhere
Slot = list[Json]  # [token, size, prev, next, look]
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
HEAP: Json = {
    "id": "heap",
    "kind": "heap",
    "title": "linked.heap.title",
    "goal": SubGoal.CHOOSE,
}
# Events that change neither the heap nor a count that it shows.
ELSEWHERE = (PreTokenPlaced, PreTokenLinked, PairSeen, TokenMerged, Relinked, PositionAppended)


def stands_at(state: TrainState, pair: Pair, position: int) -> bool:
    """Whether ``pair`` is at ``position`` and the next one."""
    following = state.next.get(position)
    left, right = pair
    return (
        state.token_at[position] == left
        and following is not None
        and state.token_at[following] == right
    )


def live_positions(state: TrainState, pair: Pair) -> list[int]:
    """The listed positions where ``pair`` still is."""
    return [p for p in state.pair_positions.get(pair, ()) if stands_at(state, pair, p)]


@dataclass(slots=True)
class Lens:
    """Follows a run; gets every event after ``state`` has applied it."""

    brush: Brush
    state: TrainState
    slots: dict[str, Slot] = field(default_factory=dict)
    looks: dict[int, str] = field(default_factory=dict)
    before: dict[str, Json] = field(default_factory=dict)
    pointers: dict[str, int] = field(default_factory=dict)
    links: list[list[int]] = field(default_factory=list)
    deltas: list[Json] = field(default_factory=list)
    focus: int | None = None

    def begin(self) -> None:
        """A merge begins: remember the text before it."""
        self.before = self._tokens()

    def follow(self, event: Event) -> None:
        """Take in what ``event`` changed."""
        self.links = []
        match event:
            case PreTokenPlaced(start=start, data=data):
                self._rest()
                self.focus = start
                self._write(*range(start, start + len(data)))
            case PreTokenLinked(start=start, size=size):
                row = range(start, start + size)
                self._write(*row)
                self.links = [[p, q] for p in row for q in (p - 1, p + 1) if q in row]
            case PairSeen(position=position):
                self._point(i=position)
                self._light({position: "now", position + 1: "near"})
            case CountsBuilt():
                self._rest()
            case HeapPopped(entry=(_, _, pair), stale=stale):
                self._rest()
                self._light({} if stale else self._listed(pair))
            case PairChosen(pair=pair):
                self._light(self._listed(pair))
                self.focus = min(self.looks, default=None)
            case PositionVisited(position=position, stale=stale):
                self._visit(position, stale=stale)
            case TokenMerged(position=position, absorbed=absorbed):
                self._write(position, absorbed)
            case Relinked(position=position, following=following):
                self._write(position, *([] if following is None else [following]))
                back = [] if following is None else [[following, position]]
                self.links = [[position, _or_none(following)], *back]
            case CountChanged(pair=pair, delta=delta):
                self._change(self.brush.pair(pair), delta)
            case HeapPushed():
                self._leave_position()
            case MergeDone():
                self._rest()

    def draw(self) -> Json:
        """The widget's state as it is now."""
        state: Json = {
            "slots": self.slots,
            "before": self.before,
            "pointers": self.pointers,
            "links": self.links,
            "deltas": self.deltas,
        }
        return state if self.focus is None else {**state, "focus": self.focus}

    def _visit(self, position: int, *, stale: bool) -> None:
        self._leave_position()
        if stale:
            self._point(i=position)
            self._light(self.looks | {position: "stale"})
            return
        following = self.state.next[position]
        assert following is not None, "a pair that stands has a right token"
        around = {"l": self.state.prev[position], "r": self.state.next[following]}
        self._point(i=position, j=following, **around)
        self._light(self.looks | {position: "now", following: "forming"})

    def _leave_position(self) -> None:
        """The position visited last is done, or was stale and is plain again."""
        if i := [p for p, look in self.looks.items() if look in ("now", "stale")]:
            merged = self.looks[i[0]] == "now"
            looks = {p: look for p, look in self.looks.items() if look in ("todo", "done")}
            self._light(looks | ({i[0]: "done"} if merged else {}))
        self.pointers, self.deltas = {}, []

    def _rest(self) -> None:
        self.focus, self.pointers, self.deltas = None, {}, []
        self._light({})

    def _point(self, **pointers: int | None) -> None:
        self.pointers = {name: at for name, at in pointers.items() if at is not None}
        self.focus = self.pointers["i"]

    def _change(self, pair: list[int], delta: int) -> None:
        self.deltas = [*self.deltas, {"pair": pair, "delta": delta}]

    def _listed(self, pair: Pair) -> dict[int, str]:
        return dict.fromkeys(live_positions(self.state, pair), "todo")

    def _tokens(self) -> dict[str, Json]:
        return {position: slot[:2] for position, slot in self.slots.items() if slot[1]}

    def _light(self, looks: dict[int, str]) -> None:
        changed = {p for p in self.looks.keys() | looks if self.looks.get(p) != looks.get(p)}
        self.looks = looks
        self._write(*changed)

    def _write(self, *positions: int) -> None:
        """New slots for these positions in a new dict; frames keep the old one."""
        self.slots = self.slots | {str(p): self._slot(p) for p in positions}

    def _slot(self, position: int) -> Slot:
        token_id = self.state.token_at[position]
        if token_id is None:
            stood = self.slots[str(position)][0]
            return [stood, 0, NO_LINK, NO_LINK, "dead"]
        size = len(self.brush.token_bytes[token_id])
        links = (self.state.prev.get(position), self.state.next.get(position))
        look = self.looks.get(position, "")
        return [self.brush.token(token_id), size, *map(_or_none, links), look]


def _or_none(position: int | None) -> int:
    return NO_LINK if position is None else position


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
                self.lit = {self.brush.key(self.chosen): [position, "now"]}
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
            "top": [self.brush.key(pair) for pair in self.top.pairs()],
            "aside": text("linked.ledger.aside", pairs=self.live),
        }

    def _write(self, pairs: Iterable[Pair | None]) -> None:
        """New rows for these pairs in a new dict; frames keep the old one."""
        rows = dict(self.rows)
        for pair in pairs:
            if pair is not None:
                count, key = self.state.pair_counter[pair], self.brush.key(pair)
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
        key = self.brush.key(pair)
        self.positions = self.positions | {key: list(self.state.pair_positions[pair])}
        self.lit = {key: [position, "new"]}
        self.listed_at.setdefault(position, []).append(pair)

    def _find_stale(self, *positions: int | None) -> None:
        """Which pairs are no longer where they are listed, after a change at ``positions``.

        What is stale stays so: tokens only grow.
        """
        listed = {pair for at in positions if at is not None for pair in self._listed(at)}
        dead_by_pair = {self.brush.key(pair): self._dead(pair) for pair in listed}
        self.stale = self.stale | {key: dead for key, dead in dead_by_pair.items() if dead}

    def _listed(self, position: int) -> list[Pair]:
        return self.listed_at.get(position, [])

    def _dead(self, pair: Pair) -> list[int]:
        listed = self.state.pair_positions[pair]
        return [position for position in listed if not stands_at(self.state, pair, position)]


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
