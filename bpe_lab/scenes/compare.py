"""One text through several systems: what each changed, where they cut, all in one board.

name     example                        meaning
Part     Part("lo@@", b"lo", 0, 2)      a piece over the bytes of the text
Row      Row("bpe", …)                  what one system made of the text
Cut      Cut(3, 4)                      between two pieces; wider where a space is unspoken
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from bpe_core.registry import SYSTEMS
from bpe_core.runtime.text import is_whole
from bpe_core.systems.system import Segmented
from bpe_lab.scenes.lanes import LOOKS, Look, palette_index_among
from bpe_lab.scenes.recording import Json, TokenTable, still, text

LOOK_OF: Mapping[str, int] = {
    "bpe": 3,
    "bbpe": 5,
    "subword_nmt": 2,
    "bytepiece": 4,
    "sentencepiece_bpe": 1,
    "sentencepiece_unigram": 6,
    "sentencepiece_default": 8,
}
Rule: TypeAlias = Literal["nfc", "nfkc", "spaces", "removed", "other"]
ALIGNED = "aligned"
TITLE = "compare.text.board"
Cell = tuple[int, int]


def palette_index(system: str) -> int:
    """The system's index in the palette: its own, else one that no other has.

    >>> palette_index("bytepiece")
    4
    """
    return palette_index_among(system, LOOK_OF, SYSTEMS)


def look_of(system: str) -> Look:
    """Its colors, line, mark and hatch."""
    return LOOKS[palette_index(system)]


class Change(NamedTuple):
    """Characters ``start`` to ``end`` of a text, ``before``, became ``after``."""

    start: int
    end: int
    before: str
    after: str
    rules: tuple[Rule, ...]


class Stretch(NamedTuple):
    """A range of bytes ``before`` a change and ``after`` it; ``same`` where nothing changed."""

    before: tuple[int, int]
    after: tuple[int, int]
    same: bool


def changes_of(before: str, after: str) -> tuple[Change, ...]:
    """Where ``after`` differs from ``before``.

    >>> changes_of("a，b", "a,b")
    (Change(start=1, end=2, before='，', after=',', rules=('nfkc',)),)
    """
    return tuple(
        Change(i, j, before[i:j], after[k:n], rules_of(before[i:j], after[k:n]))
        for same, i, j, k, n in _parts(before, after)
        if not same
    )


def rules_of(before: str, after: str) -> tuple[Rule, ...]:
    """The rules that lead from one to the other, the gentlest first.

    >>> rules_of("e\\u0301", "é"), rules_of("  ", " "), rules_of("①  ", "1 ")
    (('nfc',), ('spaces',), ('nfkc', 'spaces'))
    """
    if unicodedata.normalize("NFC", before) == after:
        return ("nfc",)
    if unicodedata.normalize("NFKC", before) == after:
        return ("nfkc",)
    if not before.strip() and not after.strip():
        return ("spaces",)
    if _unspaced(unicodedata.normalize("NFKC", before)) == _unspaced(after):
        same = _unspaced(before) == _unspaced(after)
        return ("spaces",) if same else ("nfkc", "spaces")
    return ("removed",) if not after else ("other",)


def _unspaced(text: str) -> str:
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Maps byte offsets of what a system made of a text to offsets of that text.

    Inside a change no offset is exact; there it is in proportion.
    """

    stretches: Sequence[Stretch]

    @classmethod
    def between(cls, before: str, after: str) -> OffsetMap:
        """The map for a text and what became of it."""
        stretches, at, to = [], 0, 0
        for same, i, j, k, n in _parts(before, after):
            left, right = at + _size(before[i:j]), to + _size(after[k:n])
            stretches.append(Stretch((at, left), (to, right), same))
            at, to = left, right
        return cls(tuple(stretches))

    def start(self, offset: int) -> int:
        """Where something begins that begins at ``offset``: behind what was left out."""
        for stretch in reversed(self.stretches):
            if stretch.after[0] <= offset and stretch.after[0] < stretch.after[1]:
                return _within(stretch, offset)
        return self._edge(0)

    def end(self, offset: int) -> int:
        """Where something ends that ends at ``offset``: before what was left out."""
        for stretch in self.stretches:
            if offset <= stretch.after[1] and stretch.after[0] < stretch.after[1]:
                return _within(stretch, offset)
        return self._edge(-1)

    def changed(self) -> Iterator[tuple[int, int]]:
        """The ranges of the text that were changed; empty ones where bytes were inserted."""
        for stretch in self.stretches:
            if not stretch.same:
                yield stretch.before

    def _edge(self, index: int) -> int:
        return self.stretches[index].before[index] if self.stretches else 0


def _within(stretch: Stretch, offset: int) -> int:
    (at, end), (start, stop) = stretch.before, stretch.after
    if stretch.same:
        return min(end, at + offset - start)
    return at + round((end - at) * min(1.0, (offset - start) / (stop - start)))


def _parts(before: str, after: str) -> Iterator[tuple[bool, int, int, int, int]]:
    """Whether it is the same, and from where to where in both, in characters.

    subtle: the ends that both share are taken off first, since the search for what is equal
    takes a time that grows with the square of what is left.
    """
    if before == after:
        yield True, 0, len(before), 0, len(after)
        return
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    if head:
        yield True, 0, head, 0, head
    inner = before[head : len(before) - tail], after[head : len(after) - tail]
    for tag, i, j, k, n in SequenceMatcher(None, *inner, autojunk=False).get_opcodes():
        yield tag == "equal", head + i, head + j, head + k, head + n
    if tail:
        yield True, len(before) - tail, len(before), len(after) - tail, len(after)


def _common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


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

    def reaches(self, offset: int) -> bool:
        """Whether it may stand there."""
        return self.left <= offset <= self.right


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
    return frozenset(
        p for p in offsets if all(any(cut.reaches(p) for cut in cuts) for cuts in all_cuts)
    )


def is_shared(cut: Cut, shared: Iterable[int]) -> bool:
    """Whether all systems cut there too."""
    return any(map(cut.reaches, shared))


def own_cuts(rows: Sequence[Row]) -> frozenset[Cut]:
    """The cuts that some make and some do not."""
    shared = shared_cuts(rows)
    return frozenset(cut for row in rows for cut in row.cuts if not is_shared(cut, shared))


def text_board(source: str, rows: Sequence[Row], looks: Mapping[str, int]) -> Json:
    """The recording; ``looks`` are the systems' indices in the palette of lanes."""
    drawing = _Drawing(source.encode(), _cells(source, rows))
    shared = shared_cuts(rows)
    widget = {
        "id": ALIGNED,
        "kind": ALIGNED,
        "cells": len(drawing.cells),
        "text": list(drawing.text()),
        "joints": [drawing.opening[offset] for offset in sorted(shared)],
        "rows": [drawing.row(row, looks[row.name], shared) for row in rows],
        "ruler": "compare.text.ruler",
    }
    return still(
        {ALIGNED: {}},
        widgets=[widget],
        layout={"stage": [ALIGNED]},
        tokens=drawing.tokens,
        title=TITLE,
    )


def _cells(source: str, rows: Iterable[Row]) -> list[Cell]:
    """The bytes between neighboring cuts; where a piece stands for none, an empty cell."""
    parts = [part for row in rows for part in row.parts]
    changed = [offset for row in rows for span in row.changed for offset in span]
    offsets = {0, len(source.encode()), *changed}
    offsets |= {offset for part in parts for offset in (part.start, part.end)}
    filled = pairwise(sorted(offsets))
    empty = {(part.start, part.end) for part in parts if part.start == part.end}
    return sorted([*filled, *empty])


@dataclass(slots=True)
class _Drawing:
    """``opening[offset]`` is the first cell with bytes at or behind an offset."""

    data: bytes
    cells: list[Cell]
    tokens: TokenTable = field(default_factory=TokenTable)
    opening: dict[int, int] = field(default_factory=dict)
    known: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, (start, end) in enumerate(self.cells):
            if start < end:
                self.opening[start] = number
        self.opening[len(self.data)] = len(self.cells)

    def text(self) -> Iterator[Json]:
        """The text itself as ``[token, from, to]``: whole characters over their cells."""
        first = begins = 0
        for number, (start, end) in enumerate(self.cells):
            if start == end and start == begins:
                first = number + 1
            elif start < end and (end == len(self.data) or self.data[end] & 0xC0 != 0x80):
                token = self.tokens.index("text", self.data[begins:end], "piece")
                yield [token, first, number + 1]
                first, begins = number + 1, end

    def row(self, row: Row, look: int, shared: frozenset[int]) -> Json:
        """Pieces as ``[token, from, to, look]``, and the cells before which it cuts alone."""
        own = [cut for cut in row.cuts if not is_shared(cut, shared)]
        return {
            "id": row.name,
            "title": f"system.{row.name}",
            "look": look,
            "aside": text("compare.text.tokens", tokens=len(row.parts)),
            "parts": list(self.parts(row)),
            "own": sorted({self.opening[offset] for cut in own for offset in cut}),
            "gone": [list(gap) for gap in self.gone(row)],
        }

    def parts(self, row: Row) -> Iterator[Json]:
        """Several empty pieces at one offset share its empty cell."""
        for part in row.parts:
            start, end = self.span(part)
            is_changed = any(a < part.end and part.start < b for a, b in row.changed)
            yield [self.token(part), start, end, "changed" if is_changed else ""]

    def span(self, part: Part) -> tuple[int, int]:
        """The cells of a piece."""
        if part.start == part.end:
            empty = self.cells.index((part.start, part.end))
            return empty, empty + 1
        last = max(self.opening[offset] for offset in self.opening if offset < part.end)
        return self.opening[part.start], last + 1

    def token(self, part: Part) -> int:
        """As the system writes it, tinted by its bytes; bytes that are no character as such."""
        number = part.data[0] if len(part.data) == 1 else self._number(part.data)
        label = part.written.encode("utf-8", "replace") if is_whole(part.data) else part.data
        return self.tokens.index(number, label, "byte" if number < 256 else "learned")

    def _number(self, data: bytes) -> int:
        return self.known.setdefault(data, 256 + len(self.known))

    def gone(self, row: Row) -> Iterator[tuple[int, int]]:
        """The cells of what a system has left out of the text."""
        reached = 0
        held = [(part.start, part.end) for part in row.parts]
        for start, end in [*held, (len(self.data), len(self.data))]:
            if start > reached and any(a < start and reached < b for a, b in row.changed):
                yield self.opening[reached], self.opening[start]
            reached = max(reached, end)
