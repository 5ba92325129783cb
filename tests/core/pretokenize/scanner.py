"""The patterns once more, as scanners written by hand: an oracle that knows no `regex` syntax.

Only the classes of single characters are asked of `regex`, since they depend on its Unicode
tables. Each scanner gives the end of the pre-token that starts at ``i``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import regex

LETTERS, NUMBERS, SPACES = (regex.compile(s) for s in (r"\p{L}", r"\p{N}", r"\s"))
UPPER = regex.compile(r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]")
LOWER = regex.compile(r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]")
ENDS = {"s": 1, "t": 1, "m": 1, "d": 1, "ll": 2, "ve": 2, "re": 2}
NEWLINES = "\r\n"


@cache
def kind(character: str) -> str:
    """L, N, S (white space) or O: anything else, marks and controls too."""
    for name, pattern in (("L", LETTERS), ("N", NUMBERS), ("S", SPACES)):
        if pattern.match(character):
            return name
    return "O"


@cache
def is_upper(character: str) -> bool:
    return bool(UPPER.match(character))


@cache
def is_lower(character: str) -> bool:
    return bool(LOWER.match(character))


def run(text: str, i: int, holds: Callable[[str], bool]) -> int:
    """The end of the run from ``i`` of characters for which ``holds``."""
    while i < len(text) and holds(text[i]):
        i += 1
    return i


def of(name: str) -> Callable[[str], bool]:
    return lambda character: kind(character) == name


def contraction(text: str, i: int, *, any_case: bool) -> int:
    """The end of 's, 't, 're … at ``i``, or ``i``; the long s counts as s in any case."""
    if text[i : i + 1] == "'":
        for end, size in ENDS.items():
            found = text[i + 1 : i + 1 + size]
            if found == end or (any_case and found.lower().replace("ſ", "s") == end):
                return i + 1 + size
    return i


def gpt2(text: str, i: int) -> int:
    end = contraction(text, i, any_case=False)
    if end > i:
        return end
    first = i + (text[i] == " " and i + 1 < len(text) and kind(text[i + 1]) != "S")
    if kind(text[first]) != "S":
        return run(text, first, of(kind(text[first])))
    return white_space(text, i)


def white_space(text: str, i: int) -> int:
    """A run of white space, but for its last character where something follows."""
    end = run(text, i, of("S"))
    return end if end == len(text) or end == i + 1 else end - 1


def cl100k(text: str, i: int, *, digits: int = 3, all_at_end: bool = False) -> int:
    end = contraction(text, i, any_case=True)
    if end > i:
        return end
    here, after = kind(text[i]), kind(text[i + 1]) if i + 1 < len(text) else ""
    if here == "L" or (text[i] not in NEWLINES and here != "N" and after == "L"):
        return run(text, i + (here != "L"), of("L"))
    if here == "N":
        return min(run(text, i, of("N")), i + digits)
    return others(text, i, NEWLINES) or newlines_or_space(text, i, all_at_end=all_at_end)


def others(text: str, i: int, trailing: str) -> int:
    """The end of a run of neither letters, digits nor white space, and what may trail; or 0."""
    first = i + (text[i] == " ")
    if first == len(text) or kind(text[first]) != "O":
        return 0
    return run(text, run(text, first, of("O")), trailing.__contains__)


def newlines_or_space(text: str, i: int, *, all_at_end: bool) -> int:
    end = run(text, i, of("S"))
    last = max(text.rfind(newline, i, end) for newline in NEWLINES)
    if last >= 0 and not (all_at_end and end == len(text)):
        return last + 1
    return white_space(text, i)


def o200k(text: str, i: int) -> int:
    prefixed = text[i] not in NEWLINES and kind(text[i]) not in "LN"
    starts = (i + 1, i) if prefixed else (i,)
    for word in (small_letters_last, capitals_first):
        for start in starts:
            end = word(text, start)
            if end:
                return contraction(text, end, any_case=True)
    if kind(text[i]) == "N":
        return min(run(text, i, of("N")), i + 3)
    return others(text, i, NEWLINES + "/") or newlines_or_space(text, i, all_at_end=False)


def small_letters_last(text: str, start: int) -> int:
    end = run(text, start, is_upper)
    for last in range(min(end, len(text) - 1), start - 1, -1):
        if is_lower(text[last]):
            return run(text, last, is_lower)
    return 0


def capitals_first(text: str, start: int) -> int:
    end = run(text, start, is_upper)
    return run(text, end, is_lower) if end > start else 0


def no_spaces(text: str, i: int) -> int:
    here = kind(text[i]) == "S"
    return run(text, i, lambda character: (kind(character) == "S") == here)


SCANNERS: dict[str, Callable[[str, int], int]] = {
    "gpt2": gpt2,
    "cl100k": cl100k,
    "cl100k_tiktoken": partial(cl100k, all_at_end=True),
    "o200k": o200k,
    "qwen2": partial(cl100k, digits=1),
    "whitespace": no_spaces,
}


def scan(text: str, name: str) -> Iterator[str]:
    """The pre-tokens of ``text``."""
    start, scanner = 0, SCANNERS[name]
    while start < len(text):
        end = scanner(text, start)
        yield text[start:end]
        start = end
