"""The encoder's code: pseudo-code beside the running source, lit by what a step executed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from bpe_core.events import Event, PairRanked, RankChosen, SubGoal, TokenMerged
from ui.scenes.code_panel import CodePanel, PseudoLine
from ui.scenes.executed_lines import Lines
from ui.scenes.recording import Json
from ui.scenes.source_lines import Source

CHOOSE, MERGE = SubGoal.CHOOSE, SubGoal.MERGE
PSEUDO: tuple[PseudoLine, ...] = (
    ("pairs", CHOOSE, None, False),
    ("rank", CHOOSE, "  rank = ranks.get(pair)", False),
    ("none", CHOOSE, None, False),
    ("best", CHOOSE, None, False),
    ("merge", MERGE, "tokens[i] = new; del tokens[i + 1]", False),
)
LOOK, CHOSEN, MERGED, NONE = ("pairs", "rank"), ("best",), ("merge",), ("none",)


@dataclass(slots=True)
class Code:
    """What each round executed: the look-ups, the choice, the merge; at last none is left."""

    source: Source
    looked: list[dict[int, None]] = field(default_factory=lambda: [{}])
    chosen: list[Lines] = field(default_factory=list)
    merged: list[Lines] = field(default_factory=list)
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))

    @classmethod
    def of(cls, source: Source, run: Iterable[tuple[Event, Lines]], rest: Lines) -> Code:
        """From a whole run with its lines; ``rest`` was executed behind its last event."""
        code = cls(source)
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

    def look(self, number: int) -> Json:
        """While the pairs of a round are looked up."""
        return self._lit(LOOK, self.looked[number])

    def choice(self, number: int) -> Json:
        """When one is chosen; from the second round on with its look-ups."""
        looked = self.looked[number] if number else ()
        lines = dict.fromkeys(chain(looked, self.chosen[number]))
        if number == len(self.merged):
            return self._lit((*LOOK, *NONE), lines)
        return self._lit((*LOOK, *CHOSEN) if number else CHOSEN, lines)

    def merge(self, number: int) -> Json:
        """When it is merged."""
        return self._lit(MERGED, self.merged[number])

    def _lit(self, names: tuple[str, ...], lines: Iterable[int]) -> Json:
        self.panel.light(names, self.source.lit(tuple(lines)))
        return self.panel.draw()
