"""A moment of a walk, in words that outlive versions: ``start``, ``merge 2, choose``, ``end``.

The number is the one that the page shows. After the comma stands a kind of step; where the
merge has several of them, a number says which, from 1 on: ``merge 2, push 3``. The words are
the same in every language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bpe_lab.lab_errors import LabError

GRAMMAR = re.compile(
    r"(?P<edge>start|end)"
    r"|(?P<unit>[a-z]+) (?P<number>\d{1,6})"
    r"(?:, ?(?P<kind>[a-z]+(?:-[a-z]+)*)(?: (?P<nth>[1-9]\d{0,5}))?)?"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """``unit`` is ``start`` or ``end``, or what a walk's groups are called.

    >>> Moment.read("merge 2, push 3")
    Moment(unit='merge', number=2, kind='push', nth=3)
    >>> str(Moment("merge", 2, "choose")), str(Moment("end"))
    ('merge 2, choose', 'end')
    """

    unit: str
    number: int = 0
    kind: str = ""
    nth: int = 1

    @classmethod
    def read(cls, written: str) -> Moment:
        """The moment that ``written`` names; raises ``LabError("moment")``."""
        match = GRAMMAR.fullmatch(" ".join(written.lower().split()))
        if match is None or not written.isascii():
            raise LabError("moment", moment=written)
        if match["edge"]:
            return cls(match["edge"])
        return cls(
            match["unit"], int(match["number"]), match["kind"] or "", int(match["nth"] or 1)
        )

    @property
    def is_edge(self) -> bool:
        """Whether it is the start or the end, which every walk has."""
        return self.unit in ("start", "end")

    def is_before(self, other: Moment) -> bool:
        """Whether it surely comes first; of two kinds in one group only the walk knows.

        >>> Moment.read("merge 2").is_before(Moment.read("merge 2, pop 2"))
        True
        >>> Moment.read("merge 2, visit").is_before(Moment.read("merge 2, pop 2"))
        False
        """
        if self.unit == "start" or other.unit == "end":
            return self.unit != other.unit
        if self.unit != other.unit or self.number != other.number:
            return self.unit == other.unit and self.number < other.number
        if self.kind != other.kind:
            return not self.kind
        return self.nth < other.nth

    def __str__(self) -> str:
        if self.is_edge:
            return self.unit
        kind = f", {self.kind}" if self.kind else ""
        nth = f" {self.nth}" if self.nth > 1 else ""
        return f"{self.unit} {self.number}{kind}{nth}"
