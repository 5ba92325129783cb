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
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush
from bpe_lab.scenes.code_panel import CodePanel, PseudoLine
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.source_lines import Source
from bpe_lab.scenes.subword_nmt.moments import Moment

COUNT, CHOOSE, MERGE, REPAIR = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE, SubGoal.REPAIR

PSEUDO: tuple[PseudoLine, ...] = (
    ("word", COUNT, "for word, n in words:", True),
    ("index", COUNT, "  pair_counter[pair] += n; index[pair] += word", False),
    ("best", CHOOSE, None, False),
    ("refill", CHOOSE, None, False),
    ("threshold", CHOOSE, None, False),
    ("aside", CHOOSE, None, False),
    ("stop", CHOOSE, None, False),
    ("choose", CHOOSE, None, False),
    ("merge", MERGE, None, False),
    ("down", REPAIR, None, False),
    ("up", REPAIR, None, False),
    ("write", MERGE, None, False),
)
OF_MERGE = ("best", "refill", "threshold", "aside", "choose", "merge", "down", "up", "write")
FILE_ROWS = 9


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
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))

    def follow(self, moment: Moment) -> None:
        """Light what belongs to ``moment``."""
        self.panel.light(_pseudo_names(moment), self.source.lit(moment.lines))
        first = moment.first
        if isinstance(first, CandidatesScanned) and len(moment.events) == 1:
            self.panel.forget(OF_MERGE)
        if isinstance(first, PreTokenRewritten):
            self.panel.forget(("down", "up"))
        for event in moment.events:
            self._value(event)

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return self.panel.draw()

    def _value(self, event: Event) -> None:
        match event:
            case ThresholdSet(threshold=threshold):
                self.panel.leave("threshold", [threshold])
            case PairsRestored(pairs=pairs):
                self.panel.leave("refill", [f"+{pairs}"])
            case PairChosen(pair=pair, count=count):
                self.panel.leave("best", [{"pair": self.brush.pair(pair)}, count])
                self.panel.leave("choose", [{"token": self.brush.token(event.new_id)}])
            case CountChanged(pair=pair, delta=delta, count=count):
                name = "down" if delta < 0 else "up"
                self.panel.leave(
                    name, [{"pair": self.brush.pair(pair)}, count - delta, "→", count]
                )
            case MergeDone(pair=pair):
                self.panel.leave("write", [{"pair": self.brush.pair(pair)}])


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
