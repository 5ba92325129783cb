"""The learner's code and the file that it writes: pseudo-code, its own source, the codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    MergeDone,
    PairChosen,
    PairsRestored,
    PreTokenIndexed,
    PreTokenPlaced,
    PreTokenRewritten,
    Stopped,
    SubGoal,
    ThresholdSet,
)
from bpe_core.state import TrainState
from ui.scenes.brush import Brush
from ui.scenes.glassbox.source import Source
from ui.scenes.recording import Json
from ui.scenes.subword_nmt.moments import Moment

COUNT, CHOOSE, MERGE, REPAIR = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE, SubGoal.REPAIR

# (name, sub-goal, code, whether a comment of the catalogue stands beside it)
PSEUDO: tuple[tuple[str, SubGoal, str, bool], ...] = (
    ("word", COUNT, "for word, n in words:", True),
    ("index", COUNT, "  count[pair] += n; index[pair] += word", False),
    ("best", CHOOSE, "best = max of (count, pair)", False),
    ("refill", CHOOSE, "if count[best] < threshold: refill", False),
    ("threshold", CHOOSE, "threshold = part of count[best]", False),
    ("aside", CHOOSE, "set aside pairs below threshold", False),
    ("stop", CHOOSE, "if count[best] < least: stop", False),
    ("choose", CHOOSE, "new = left + right of best", False),
    ("merge", MERGE, "for word, n in index[best]: join best", False),
    ("down", REPAIR, "  count[lost pair] -= n", False),
    ("up", REPAIR, "  count[new pair] += n", False),
    ("write", MERGE, "write best to the file", False),
)
LINE_OF: Mapping[str, int] = {name: line for line, (name, *_) in enumerate(PSEUDO)}
OF_MERGE = ("best", "refill", "threshold", "aside", "choose", "merge", "down", "up", "write")
FILE_ROWS = 9

Values = list[Json]


def code_widget(source: Source) -> Json:
    """The static part: two tabs, pseudo-code and source."""
    pseudo = [
        {"code": code, "goal": goal, **({"note": f"subword_nmt.code.{name}"} if noted else {})}
        for name, goal, code, noted in PSEUDO
    ]
    tabs = [
        {"title": "linked.code.pseudo", "first": 1, "lines": pseudo},
        {"title": "linked.code.source", "first": source.first, "lines": list(source.lines())},
    ]
    return {"id": "code", "kind": "code", "title": "linked.code.title", "tabs": tabs}


def file_widget(lines: Sequence[str]) -> Json:
    """The codes file, which grows: its lines are known from the start, shown as they come."""
    tab = {"title": "subword_nmt.file.title", "lines": [{"code": line} for line in lines]}
    title = "subword_nmt.file.title"
    return {"id": "file", "kind": "code", "title": title, "rows": FILE_ROWS, "tabs": [tab]}


@dataclass(slots=True)
class Code:
    """Follows a run: the line that is at work, and the values that lines left behind."""

    brush: Brush
    state: TrainState
    source: Source
    lit: dict[str, list[int]] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)

    def follow(self, moment: Moment) -> None:
        """Light what belongs to ``moment``."""
        lines = {k for line in moment.lines for k in self.source.lit(line)}
        self.lit = {"0": [LINE_OF[name] for name in _pseudo_names(moment)], "1": sorted(lines)}
        first = moment.first
        if isinstance(first, CandidatesScanned) and len(moment.events) == 1:
            self._forget(OF_MERGE)
        if isinstance(first, PreTokenRewritten):
            self._forget(("down", "up"))
        for event in moment.events:
            self._value(event)

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return {"lit": self.lit, "values": self.values}

    def _forget(self, names: tuple[str, ...]) -> None:
        gone = {str(LINE_OF[name]) for name in names}
        self.values = {line: v for line, v in self.values.items() if line not in gone}

    def _value(self, event: Event) -> None:
        match event:
            case ThresholdSet(threshold=threshold):
                self._set("threshold", [threshold])
            case PairsRestored(pairs=pairs):
                self._set("refill", [f"+{pairs}"])
            case PairChosen(pair=pair, count=count):
                self._set("best", [{"pair": self.brush.pair(pair)}, count])
                self._set("choose", [{"token": self.brush.token(event.new_id)}])
            case CountChanged(pair=pair, delta=delta, count=count):
                name = "down" if delta < 0 else "up"
                self._set(name, [{"pair": self.brush.pair(pair)}, count - delta, "→", count])
            case MergeDone(pair=pair):
                self._set("write", [{"pair": self.brush.pair(pair)}])

    def _set(self, name: str, values: Values) -> None:
        self.values = self.values | {str(LINE_OF[name]): values}


_PSEUDO_OF: Mapping[type[Event], tuple[str, ...]] = {
    PreTokenPlaced: ("word",),
    PreTokenIndexed: ("index",),
    CountsBuilt: ("index",),
    PairsRestored: ("refill",),
    ThresholdSet: ("threshold",),
    PairChosen: ("choose",),
    PreTokenRewritten: ("merge",),
    MergeDone: ("write",),
    Stopped: ("stop",),
}


def _pseudo_names(moment: Moment) -> tuple[str, ...]:
    match moment.first:
        case CandidatesScanned():
            return ("aside",) if len(moment.events) > 1 else ("best",)
        case CountChanged(delta=delta):
            return ("down",) if delta < 0 else ("up",)
        case first:
            return _PSEUDO_OF[type(first)]
