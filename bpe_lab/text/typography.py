"""How a language sets numbers, spaces and lines: grouping by CLDR, what stands around a value.

The player does the same with its browser's copy of CLDR and the same `Language.wide`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from numbers import Integral, Real

from babel import Locale
from babel.numbers import NumberPattern, parse_pattern

NARROW = "A-Za-z0-9\u00c0-\u024f"  # letters and digits of half the width
STOPS = "。，、；：？！（）「」《》“”"  # they bring their own space


@lru_cache(maxsize=4096)
def numeral(number: Real | float, tag: str, digits: int = 0) -> str:
    """A number as its language writes it, with ``digits`` behind the point.

    >>> numeral(8192, "en"), numeral(1234.5, "zh-CN", 2), numeral(-7, "en")
    ('8,192', '1,234.50', '-7')
    """
    value = int(number) if isinstance(number, Integral) else float(number)
    return str(_pattern(tag, digits).apply(value, Locale.parse(tag, sep="-")))


@cache
def _pattern(tag: str, digits: int) -> NumberPattern:
    pattern = Locale.parse(tag, sep="-").decimal_formats[None].pattern
    fraction = "." + "0" * digits if digits else ""
    return parse_pattern(pattern.partition(".")[0] + fraction)


def spaced(pieces: Iterable[str], wide: str) -> str:
    """A template's pieces with values between them; ``wide`` are a language's letters as wide
    as high.

    Where a value meets the template, a wide letter and a narrow one keep a space between them,
    two wide ones have none, and none stands beside a stop.

    >>> spaced(["多用", "1%", "（"], "一-鿿"), spaced(["比 ", "朴素法", " 快"], "一-鿿")
    ('多用 1%（', '比朴素法快')
    >>> spaced(["about", "1%"], "")
    'about1%'
    """
    if not wide:
        return "".join(pieces)
    text = ""
    for piece in pieces:
        text = _joint(text, piece, wide) if text and piece else text + piece
    return text


def _joint(before: str, after: str, wide: str) -> str:
    left, right = before.rstrip(" "), after.lstrip(" ")
    if not left or not right:
        return before + after
    ends = left[-1] + right[0]
    if _matches(f"[{wide}{STOPS}][{wide}{STOPS}]|[{STOPS}].|.[{STOPS}]", ends):
        return left + right
    if _matches(f"[{wide}][{NARROW}]|[{NARROW}%‰][{wide}]", ends):
        return f"{left} {right}"
    return before + after


def _matches(pattern: str, ends: str) -> bool:
    return re.fullmatch(pattern, ends) is not None


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most ``columns``; a Chinese character is two wide and may end a line.

    >>> wrapped("one two three", 8), wrapped("一二三四", 4)
    (['one two', 'three'], ['一二', '三四'])
    """
    lines, line, width = [], "", 0
    for word in _words(text):
        wide = _columns(word.rstrip())
        if line and width + wide > columns:
            lines.append(line.rstrip())
            line, width = "", 0
        line += word
        width += _columns(word)
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str) -> Iterator[str]:
    """Words with the space behind them, wide characters one by one."""
    word = ""
    for character in text:
        if _columns(character) == 2 and character not in "，。；：（）":
            if word:
                yield word
            word = character
            continue
        word += character
        if character == " ":
            yield word
            word = ""
    if word:
        yield word


def _columns(text: str) -> int:
    return sum(2 if ord(character) > 0x2E7F else 1 for character in text)
