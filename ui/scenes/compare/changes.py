"""What a system changed in a text before it cut it: where, from what to what, by which rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

Rule: TypeAlias = Literal["nfc", "nfkc", "spaces", "removed", "other"]


class Change(NamedTuple):
    """Characters ``start`` to ``end`` of the given text became ``after``."""

    start: int
    end: int
    before: str
    after: str
    rules: tuple[Rule, ...]


class Stretch(NamedTuple):
    """Bytes of the given text and those that they became; ``same`` where nothing changed."""

    given: tuple[int, int]
    made: tuple[int, int]
    same: bool


def changes_of(given: str, made: str) -> tuple[Change, ...]:
    """The places where ``made`` is another text.

    >>> changes_of("a，b", "a,b")
    (Change(start=1, end=2, before='，', after=',', rules=('nfkc',)),)
    """
    return tuple(
        Change(i, j, given[i:j], made[k:n], rules_of(given[i:j], made[k:n]))
        for same, i, j, k, n in _parts(given, made)
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
class Places:
    """From byte offsets of what a system made to those of the given text.

    Inside a change there is no true place; offsets are then put in proportion.
    """

    stretches: Sequence[Stretch]

    @classmethod
    def between(cls, given: str, made: str) -> Places:
        """For a text and what became of it."""
        stretches, at, to = [], 0, 0
        for same, i, j, k, n in _parts(given, made):
            left, right = at + _size(given[i:j]), to + _size(made[k:n])
            stretches.append(Stretch((at, left), (to, right), same))
            at, to = left, right
        return cls(tuple(stretches))

    def start(self, offset: int) -> int:
        """Where something begins that begins at ``offset``: behind what was left out."""
        for stretch in reversed(self.stretches):
            if stretch.made[0] <= offset and stretch.made[0] < stretch.made[1]:
                return _within(stretch, offset)
        return self._edge(0)

    def end(self, offset: int) -> int:
        """Where something ends that ends at ``offset``: before what was left out."""
        for stretch in self.stretches:
            if offset <= stretch.made[1] and stretch.made[0] < stretch.made[1]:
                return _within(stretch, offset)
        return self._edge(-1)

    def changed(self) -> Iterator[tuple[int, int]]:
        """The bytes of the given text that were changed, and places where some were put in."""
        for stretch in self.stretches:
            if not stretch.same:
                yield stretch.given

    def _edge(self, place: int) -> int:
        return self.stretches[place].given[place] if self.stretches else 0


def _within(stretch: Stretch, offset: int) -> int:
    (at, end), (start, stop) = stretch.given, stretch.made
    if stretch.same:
        return min(end, at + offset - start)
    return at + round((end - at) * min(1.0, (offset - start) / (stop - start)))


def _parts(given: str, made: str) -> Iterator[tuple[bool, int, int, int, int]]:
    """Whether it is the same, and from where to where in both, in characters.

    subtle: the ends that both share are taken off first, since the search for what is equal
    takes a time that grows with the square of what is left.
    """
    if given == made:
        yield True, 0, len(given), 0, len(made)
        return
    head = _common(given, made)
    tail = _common(given[head:][::-1], made[head:][::-1])
    if head:
        yield True, 0, head, 0, head
    inner = given[head : len(given) - tail], made[head : len(made) - tail]
    for tag, i, j, k, n in SequenceMatcher(None, *inner, autojunk=False).get_opcodes():
        yield tag == "equal", head + i, head + j, head + k, head + n
    if tail:
        yield True, len(given) - tail, len(given), len(made) - tail, len(made)


def _common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
