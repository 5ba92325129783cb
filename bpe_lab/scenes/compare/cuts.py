"""Where systems cut a text, over the bytes of that text: cuts that all share, and others.

name     example                        meaning
Part     Part("lo@@", b"lo", 0, 2)      a piece over the bytes of the text
Row      Row("bpe", …)                  what one system made of the text
Cut      Cut(3, 4)                      between two pieces; wider where a space is unspoken
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from bpe_core.systems.system import Segmented
from bpe_lab.scenes.compare.changes import OffsetMap


class Part(NamedTuple):
    """``written`` as the system does, ``data`` what it stands for, over which bytes."""

    written: str
    data: bytes
    start: int
    end: int


class Cut(NamedTuple):
    """A cut; one that leaves out a space may stand anywhere from ``left`` to ``right``."""

    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Row:
    """One system: its parts in order, and the bytes that do not come back from them."""

    name: str
    parts: tuple[Part, ...]
    changed: tuple[tuple[int, int], ...] = ()

    @property
    def cuts(self) -> list[Cut]:
        """Between each two parts, but for a part of nothing before or behind the others."""
        cuts = [Cut(a.end, max(a.end, b.start)) for a, b in pairwise(self.parts)]
        return [cut for cut in cuts if cut.right > 0 and cut.left < self.parts[-1].end]


def row_of(name: str, text: str, segmented: Segmented, came_back: str | None = None) -> Row:
    """The pieces of a system laid over the text.

    ``came_back`` is what it decodes them to; None: the text that it cut.
    """
    offsets = OffsetMap.between(text, segmented.text)
    data = segmented.text.encode("utf-8", "replace")
    parts, reached = [], 0
    for piece in segmented.pieces:
        start = max(reached, offsets.start(piece.start))
        is_empty = piece.start == piece.end
        reached = start if is_empty else max(start, offsets.end(piece.end))
        parts.append(Part(piece.written, data[piece.start : piece.end], start, reached))
    back = segmented.text if came_back is None else came_back
    return Row(name, tuple(parts), tuple(OffsetMap.between(text, back).changed()))


def shared_cuts(rows: Sequence[Row]) -> frozenset[int]:
    """The offsets at which every system cuts.

    >>> lo, w = Part("lo", b"lo", 0, 2), Part("w", b"w", 2, 3)
    >>> shared_cuts([Row("a", (lo, w)), Row("b", (lo, w))])
    frozenset({2})
    """
    all_cuts = [row.cuts for row in rows]
    offsets = {offset for cuts in all_cuts for cut in cuts for offset in cut}
    return frozenset(p for p in offsets if all(_cuts_at(cuts, p) for cuts in all_cuts))


def is_shared(cut: Cut, shared: Iterable[int]) -> bool:
    """Whether all systems cut there too."""
    return any(cut.left <= offset <= cut.right for offset in shared)


def own_cuts(rows: Sequence[Row]) -> frozenset[Cut]:
    """The cuts that some make and some do not."""
    shared = shared_cuts(rows)
    return frozenset(cut for row in rows for cut in row.cuts if not is_shared(cut, shared))


def _cuts_at(cuts: Iterable[Cut], offset: int) -> bool:
    return any(cut.left <= offset <= cut.right for cut in cuts)
