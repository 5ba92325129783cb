"""The encoders' code: pseudo-code beside the running sources, lit by what a step executed."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from bpe_core.encode.leftmost import encode_leftmost
from bpe_core.encode.longest_match import encode_longest_match
from bpe_core.events import Event, PairRanked, RankChosen, SubGoal, TokenMerged, TokenTaken
from bpe_core.model import BPEModel
from bpe_lab.scenes.code_panel import CodePanel, PseudoLine, code_widget
from bpe_lab.scenes.executed_lines import Lines, with_lines
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.source_lines import Source, source_of

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
