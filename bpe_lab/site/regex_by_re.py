"""What the lab asks of `regex`, by Python's own `re`: for a browser, which has no `regex`.

``\\p{L}``, ``\\s``, ``\\w`` and ``\\d`` are written as the code points that they stand for.
Letters, marks, numbers and white space are those of the `regex` that the lab is tested with
(the table of `kernels/scan`), so the patterns of the lab match alike; other categories are
those of this Python's Unicode. What `re` would read otherwise is refused: scripts
(``\\p{Han}``) and other properties, ``[[:alpha:]]`` and fuzzy matches (``a{e<2}``). A time
limit is looked at between two matches only: who runs this for others ends the whole process.

>>> [match.group() for match in compile(r" ?\\p{L}+|\\s+").finditer("né 你好\\u2003x")]
['né', ' 你好', '\\u2003', 'x']
"""

from __future__ import annotations

import re
import struct
import sys
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate, chain
from time import perf_counter
from typing import Any, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]  # code points, both ends included

escape, error, Match = re.escape, re.error, re.Match
__version__ = "2026.11.19"  # whose table it has

# As `kernels/scan/classes` has them, which needs numpy.
LETTER, NUMBER, SPACE, NEWLINE, UPPER, LOWER = (1 << bit for bit in range(6))
OF_THE_TABLE: Mapping[str, Callable[[int], bool]] = {
    "L": lambda flags: bool(flags & LETTER),
    "Ll": lambda flags: flags == LETTER | LOWER,
    "M": lambda flags: flags == UPPER | LOWER,
    "N": lambda flags: bool(flags & NUMBER),
    "s": lambda flags: bool(flags & SPACE),
    "capital": lambda flags: flags == LETTER | UPPER,
    "uncased": lambda flags: flags == LETTER | UPPER | LOWER,
}
# Of what the table has together the parts, by this Python; of new characters the larger part.
PARTED = {
    "Lt": ("capital", "Lt"),
    "Lu": ("capital", "Lt"),
    "Lm": ("uncased", "Lm"),
    "Lo": ("uncased", "Lm"),
    **{name: ("N", name) for name in ("Nd", "Nl", "No")},
}
# Where there are characters at all, but for private ones: the other million are asked in vain.
PEOPLED = (range(0x32000), range(0xE0000, 0xE0200))
TOGETHER = {"d": ("Nd",), "w": ("L", "M", "Nd", "Nl", "Pc", "joins", "circled")}
BESIDE: Mapping[str, Ranges] = {
    "joins": ((0x200C, 0x200D),),
    "circled": ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189)),
}
LAST = sys.maxunicode
ITEM = re.compile(
    r"\\(?P<property>[pP])\{(?P<name>\^?\w+)\}|\\(?P<short>[sSwWdD])|\\.|\[\^?\]?|.", re.DOTALL
)
FUZZY = re.compile(r"\{[^{}]*[deis<][^{}]*\}")


class Pattern:
    """A compiled pattern; `re` has no time limit, and other threads it never lets go on."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._compiled = re.compile(translated(pattern))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiled, name)

    def match(self, text: str, pos: int = 0, *, timeout: float = 0) -> re.Match[str] | None:
        """The match at ``pos``."""
        return self._compiled.match(text, pos)

    def finditer(
        self, text: str, pos: int = 0, *, concurrent: bool = False, timeout: float = 0
    ) -> Iterator[re.Match[str]]:
        """All matches; raises ``TimeoutError`` at one that comes too late."""
        latest = perf_counter() + timeout
        for match in self._compiled.finditer(text, pos):
            if timeout and perf_counter() > latest:
                raise TimeoutError
            yield match


@cache
def compile(pattern: str, *, cache_pattern: bool = True) -> Pattern:  # noqa: A001 - as `regex`
    """``pattern``, ready to match; raises `error`."""
    return Pattern(pattern)


def split(pattern: str, text: str) -> list[Any]:
    """As `re.split` does."""
    return re.split(translated(pattern), text)


def translated(pattern: str) -> str:
    r"""``pattern`` as `re` reads it alike.

    >>> translated(r"[a\d]")[:32], translated(r"\n[[]")
    ('[a\\U00000030-\\U00000039\\U0000066', '\\n[\\[]')
    """
    parts: list[str] = []
    at, inside = 0, False
    while match := ITEM.match(pattern, at):
        item, at = match.group(), match.end()
        if match["property"] or match["short"]:
            item = _in_class(match) if inside else f"[{_in_class(match)}]"
        elif item in (r"\b", r"\B") and not inside:
            item = _border(is_one=item == r"\b")
        elif (inside and pattern.startswith("[:", match.start())) or (
            item == "{" and not inside and FUZZY.match(pattern, match.start())
        ):
            raise error(f"no {pattern[match.start() :][:8]} without the full lab")
        elif item.startswith("["):
            if inside:  # a bracket as it is, of which `re` warns
                item, at = r"\[", match.start() + 1
            inside = True
        elif item == "]":
            inside = False
        parts.append(item)
    return "".join(parts)


def _border(*, is_one: bool) -> str:
    """Where a word begins or ends, or where none does."""
    word = _written(short("w"))
    both, neither = f"(?<=[{word}])(?=[{word}])", f"(?<![{word}])(?![{word}])"
    change = f"(?<=[{word}])(?![{word}])|(?<![{word}])(?=[{word}])"
    return f"(?:{change if is_one else f'{both}|{neither}'})"


def _in_class(escaped: re.Match[str]) -> str:
    """What an escape stands for, as the inside of a class."""
    name = escaped["name"] or escaped["short"]
    is_negated = (escaped["property"] or name).isupper() ^ name.startswith("^")
    ranges = short(name.lower()) if escaped["short"] else category(name.removeprefix("^"))
    points = _others(ranges) if is_negated else ranges
    return _written(points)


def _written(ranges: Ranges) -> str:
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


@cache
def short(name: str) -> Ranges:
    """What ``\\s``, ``\\d`` or ``\\w`` matches."""
    if name not in TOGETHER:
        return category(name)
    return _joined(sorted(chain.from_iterable(map(category, TOGETHER[name]))))


@cache
def category(name: str) -> Ranges:
    """The characters of a general category, such as ``L`` or ``Lu``; raises `error`."""
    if name in BESIDE:
        return BESIDE[name]
    if wanted := OF_THE_TABLE.get(name):
        return _joined((first, last) for first, last, flags in _table() if wanted(flags))
    if name in PARTED:
        whole, small = PARTED[name]
        parts = ((point, _of(point) == small) for point in _points(category(whole)))
        ranges = _joined((p, p) for p, is_small in parts if is_small == (name == small))
    else:
        points = (range(LAST + 1),) if name.startswith("C") else PEOPLED
        ranges = _joined((p, p) for p in chain(*points) if _of(p).startswith(name))
    if not ranges:
        raise error(f"no property {name} without the full lab")
    return ranges


def _of(point: int) -> str:
    return unicodedata.category(chr(point))


def _points(ranges: Ranges) -> Iterator[int]:
    for first, last in ranges:
        yield from range(first, last + 1)


def _joined(pieces: Iterable[tuple[int, int]]) -> Ranges:
    """Ascending ranges, those that adjoin as one."""
    ranges: list[tuple[int, int]] = []
    for first, last in pieces:
        if ranges and first <= ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], max(last, ranges[-1][1])
        else:
            ranges.append((first, last))
    return tuple(ranges)


def _others(ranges: Ranges) -> Ranges:
    """All other code points."""
    borders = [-1, *chain.from_iterable(ranges), LAST + 1]
    gaps = zip(borders[::2], borders[1::2], strict=True)
    return tuple((before + 1, after - 1) for before, after in gaps if before + 1 < after)


@cache
def _table() -> tuple[tuple[int, int, int], ...]:
    """The runs of code points with equal flags: the first, the last, the flags."""
    name = f"regex_{__version__.replace('.', '_')}.zlib"
    data = zlib.decompress((files("bpe_core.kernels.scan") / name).read_bytes())
    (count,) = struct.unpack_from("<I", data)
    ends = list(accumulate(struct.unpack_from(f"<{count}I", data, 4)))
    runs = zip([0, *ends], ends, data[4 + 4 * count :], strict=False)
    return tuple((start, end - 1, flags) for start, end, flags in runs)
