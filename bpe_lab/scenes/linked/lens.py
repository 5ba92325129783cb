"""The token row with its links: ``token_at``, ``prev`` and ``next``, one slot a position."""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_core.events import (
    CountChanged,
    CountsBuilt,
    Event,
    HeapPopped,
    HeapPushed,
    MergeDone,
    PairChosen,
    PairSeen,
    PositionVisited,
    PreTokenLinked,
    PreTokenPlaced,
    Relinked,
    TokenMerged,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.linked.live_pairs import live_positions
from bpe_lab.scenes.recording import Json

NO_LINK = -1  # a link that leads nowhere
Slot = list[Json]  # [token, size, prev, next, look]


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
