"""What a system changed in a text before it cut it: where, from what to what, by which rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

Rule: TypeAlias = Literal["nfc", "nfkc", "spaces", "removed", "other"]


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
