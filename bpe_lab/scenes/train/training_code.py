"""The naive trainer's code: pseudo-code beside the running source, lit by the same sub-goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from types import GeneratorType

from bpe_core.events import (
    Event,
    MergeDone,
    PairScanned,
    PreTokenRewritten,
    PreTokenScanned,
    SubGoal,
)
from bpe_lab.scenes.code_panel import CodePanel, PseudoLine
from bpe_lab.scenes.executed_lines import executed
from bpe_lab.scenes.recording import Json
from bpe_lab.scenes.source_lines import Source

COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
PSEUDO: tuple[PseudoLine, ...] = (
    ("scan", COUNT, None, False),
    ("count", COUNT, "  pair_counter[pair] += 1", False),
    ("best", CHOOSE, None, False),
    ("new", CHOOSE, "new = best[0] + best[1]", False),
    ("again", MERGE, None, False),
    ("replace", MERGE, None, False),
)


@dataclass(slots=True)
class Code:
    """Follows a run and remembers, by sub-goal, which lines the present round has executed."""

    source: Source
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))
    lines: dict[SubGoal, dict[int, None]] = field(default_factory=dict)

    def follow(self, run: GeneratorType[Event, None, None]) -> Iterator[Event]:
        """The events of ``run``; a round begins behind a merge."""
        begins, last = True, None
        for event, lines in executed(run, repeats=_repeats):
            if begins:
                self.lines = {}
            of_goal = self.lines.setdefault(event.goal, {})
            for line in (
                () if lines is last else lines
            ):  # the same: they were not followed again
                of_goal.pop(line, None)
                of_goal[line] = None
            begins, last = isinstance(event, MergeDone), lines
            yield event

    def draw(self, goal: SubGoal) -> Json:
        """The widget's state while ``goal`` is at work."""
        names = [name for name, of, *_ in PSEUDO if of is goal]
        self.panel.light(names, self.source.lit(tuple(self.lines[goal])))
        return self.panel.draw()

    def ended(self) -> Json:
        """The state where no merge follows: the lines that led to the end."""
        lines = tuple(line for of_goal in self.lines.values() for line in of_goal)
        self.panel.light((), self.source.lit(lines))
        return self.panel.draw()


def _repeats(event: Event) -> bool:
    """Whether the next pre-token is handled by the same lines; a round has thousands."""
    return isinstance(event, (PreTokenRewritten, PairScanned)) or (
        isinstance(event, PreTokenScanned) and event.pairs > 0
    )
