"""The panel of code: pseudo-code beside a generator's own source, lit by the same event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bpe_core.events import SubGoal
from bpe_lab.scenes.recording import Json, text
from bpe_lab.scenes.source_lines import Source

# (name, sub-goal, code or None where the catalogue has it, in words, whether it has a comment)
PseudoLine: TypeAlias = tuple[str, SubGoal, str | None, bool]
Values: TypeAlias = list[Json]


def code_widget(pseudo: Sequence[PseudoLine], source: Source, *, notes: str) -> Json:
    """The static part: two tabs; the catalogue has comments, ``<notes>.<name>``, and lines in
    words, ``<notes>.<name>_line``.
    """
    lines = [
        {
            "code": code or text(f"{notes}.{name}_line"),
            "goal": goal,
            **({"note": f"{notes}.{name}"} if noted else {}),
        }
        for name, goal, code, noted in pseudo
    ]
    tabs = [
        {"title": "linked.code.pseudo", "first": 1, "lines": lines},
        {"title": "linked.code.source", "first": source.first, "lines": source.drawn()},
    ]
    return {"id": "code", "kind": "code", "title": "linked.code.title", "tabs": tabs}


@dataclass(slots=True)
class CodePanel:
    """The lines at work, and the values that lines of pseudo-code left behind."""

    pseudo: Sequence[PseudoLine]
    lit: dict[str, list[int]] = field(default_factory=dict)
    values: dict[str, Values] = field(default_factory=dict)
    line_of: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.line_of = {name: line for line, (name, *_) in enumerate(self.pseudo)}

    def light(self, names: Iterable[str], source_lines: list[int]) -> None:
        """Light pseudo-code by name and the source by line."""
        self.lit = {"0": [self.line_of[name] for name in names], "1": source_lines}

    def leave(self, name: str, values: Values) -> None:
        """Put values beside a line of pseudo-code."""
        self.values = self.values | {str(self.line_of[name]): values}

    def forget(self, names: Collection[str]) -> None:
        """Take the values of these lines away."""
        gone = {str(self.line_of[name]) for name in names}
        self.values = {line: v for line, v in self.values.items() if line not in gone}

    def draw(self) -> Json:
        """The widget's state as it is now."""
        return {"lit": self.lit, "values": self.values}
