"""Patterns written by users: parsed, limited and checked before `regex` gets them.

`regex` offers more than a pre-tokenizer needs, and some of it cannot be stopped once started:
nested repetitions take exponential time to compile, recursion and fuzzy matching hundreds of
megabytes to run. So a pattern is parsed here first, and only the plain part of the language is
accepted: characters, classes, groups, look-around, repetition, and the flags i, m and s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

import regex

from bpe_core.errors import (
    PatternMatchesEmptyError,
    PatternSyntaxError,
    PatternTooCostlyError,
    PatternTooLongError,
    PatternTooSlowError,
    PatternUnsupportedError,
)
from bpe_core.phrases import Phrase
from bpe_core.pretokenize.character_classes import (
    ESCAPE,
    CharacterClass,
    UnreadableClassError,
    character_class,
)
from bpe_core.runtime.utf8 import as_text

LONGEST = 1_000  # characters of a pattern
MOST_COPIES = 10_000  # items, once repetitions are expanded; compiles within 0.2 s
SECONDS = 1.0  # for the empty text; usually microseconds

REASONS = {
    "group_open": "this group is not closed",
    "group_closed": "this bracket closes no group",
    "class_open": "this class is not closed",
    "brace_open": "this brace is not closed",
    "nothing_repeated": "there is nothing to repeat",
    "nothing_escaped": "nothing follows the backslash",
    "not_alone": "an alternative does not stand alone",
    "engine": "regex says: {text}",
}

_FLAGS = re.compile(r"\(\?[ims]+\)")
_OPENING = re.compile(
    r"\((?:\?(?:[:=!>]|<[=!]|[ims]+:|[ims]*-[ims]+:|P?(?P<name><[^\W\d]\w*>))|(?![?*]))"
)
_WORD_ENDS = (r"\<", r"\>")  # to Rust's engine, in tiktoken; outside classes
_REPEAT = re.compile(r"(?:([*+?])|\{(\d*)(?:,\d*)?\})[?+]?", re.ASCII)


class Reason(Phrase):
    """The error for a pattern that is not a regular expression.

    >>> PatternSyntaxError(position=2, reason=Reason("engine", {"text": "bad escape"}))
    PatternSyntaxError('the pattern is wrong at character 2: regex says: bad escape')
    """

    __slots__ = ()
    section = "pattern_reason"
    english = REASONS


@dataclass(slots=True)
class _Reading:
    """The state of the parser: the offsets of top-level bars so far, and the costs.

    ``costs`` has one sum for every open group, the pattern itself first. ``classes`` are those
    that `regex` would read differently, by where they start, and the openings of named groups.
    """

    text: str
    at: int = 0
    bars: list[int] = field(default_factory=list)
    groups: int = 0
    starts: list[int] = field(default_factory=list)
    costs: list[int] = field(default_factory=lambda: [0])
    classes: dict[int, CharacterClass] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """The pattern as `regex` reads it alike."""
        parts, end = [], 0
        for start, each in self.classes.items():
            parts += [self.text[end:start], each.source]
            end = each.end
        return "".join([*parts, self.text[end:]])

    def refuse(self, size: int = 1) -> PatternUnsupportedError:
        part = self.text[self.at : self.at + size]
        return PatternUnsupportedError(part=part, position=self.at)

    def wrong(self, reason: str) -> PatternSyntaxError:
        return PatternSyntaxError(position=self.at, reason=Reason(reason))


def _read(text: str) -> _Reading:
    """Parse a whole pattern; raises for what is not accepted, not closed or too costly."""
    reading = _Reading(text)
    flags = _FLAGS.match(text)
    reading.at = flags.end() if flags else 0
    while reading.at < len(text):
        character = text[reading.at]
        if character == "(":
            _open(reading)
        elif character == "|":
            if not reading.starts:
                reading.bars.append(reading.at)
            reading.at += 1
        else:
            _count(reading, _item(reading, character))
    if reading.starts:
        reading.at = reading.starts[-1]
        raise reading.wrong("group_open")
    return reading


def _open(reading: _Reading) -> None:
    opening = _OPENING.match(reading.text, reading.at)
    if opening is None:
        cut_off = ")" not in reading.text[reading.at :]
        raise reading.wrong("group_open") if cut_off else reading.refuse(4)
    reading.groups += opening.group() == "(" or opening["name"] is not None
    if opening["name"] is not None:
        # subtle: two groups of one name would share a number. Nothing asks for a name.
        reading.classes[reading.at] = CharacterClass(opening.end(), "(")
    reading.starts.append(reading.at)
    reading.costs.append(1)
    reading.at = opening.end()


def _item(reading: _Reading, character: str) -> int:
    """Step over a character, an escape, a class or the end of a group; returns its cost."""
    if character == ")":
        if not reading.starts:
            raise reading.wrong("group_closed")
        reading.starts.pop()
        reading.at += 1
        return reading.costs.pop()
    if character == "[":
        return _class(reading)
    if character == "\\":
        escape = ESCAPE.match(reading.text, reading.at)
        if escape is None:
            is_last = reading.at + 1 == len(reading.text)
            raise reading.wrong("nothing_escaped") if is_last else reading.refuse(2)
        if escape.group() in _WORD_ENDS:
            raise reading.refuse(2)
        reading.at = escape.end()
    elif character in "*+?":  # would be parsed together with the bracket put before it
        raise reading.wrong("nothing_repeated")
    elif character == "{":
        if "}" not in reading.text[reading.at :]:
            raise reading.wrong("brace_open")
        raise reading.refuse(8)  # a fuzzy match, or a brace to be written as \{
    else:
        reading.at += 1
    return 1


def _class(reading: _Reading) -> int:
    """Step over a class; returns how many plain ones it is made of."""
    start = reading.at
    try:
        read = character_class(reading.text, start)
    except UnreadableClassError as error:
        reading.at = error.start
        raise reading.refuse(error.size) from error
    if read is None:
        closes = "]" in reading.text[start + 1 :].removeprefix("^")[1:]
        raise reading.refuse(8) if closes else reading.wrong("class_open")
    if read.source != reading.text[start : read.end]:
        reading.classes[start] = read
    reading.at = read.end
    return read.size


def _count(reading: _Reading, cost: int) -> None:
    """Add an item's cost, multiplied by the minimum of the repetition that follows."""
    while repeat := _REPEAT.match(reading.text, reading.at):
        sign, least = repeat.groups()
        copies = int(sign == "+") if sign else int(least or 0)
        cost *= copies + 1
        reading.at = repeat.end()
    reading.costs[-1] += cost
    if reading.costs[-1] > MOST_COPIES:
        raise PatternTooCostlyError(position=reading.at, limit=MOST_COPIES)


@lru_cache(maxsize=64)
def check_pattern(text: str) -> str:
    """``text`` if it can be a pattern; raises a class below ``PatternError`` otherwise.

    >>> check_pattern(r"\\w+|\\W+")
    '\\\\w+|\\\\W+'
    >>> check_pattern("a*|b")
    Traceback (most recent call last):
    bpe_core.errors.PatternMatchesEmptyError: the pattern matches the empty text, at byte 0
    """
    if len(text) > LONGEST:
        raise PatternTooLongError(size=len(text), limit=LONGEST)
    compiled, _ = compile_custom(as_text(text))
    try:
        if compiled.match("", timeout=SECONDS):
            raise PatternMatchesEmptyError(position=0)
    except TimeoutError as error:
        raise PatternTooSlowError(position=0) from error
    return text


@lru_cache(maxsize=64)
def compile_custom(text: str) -> tuple[regex.Pattern[str], tuple[int, ...]]:
    """Compile ``text`` with each alternative in a group of its own; and the groups' numbers."""
    flags = _FLAGS.match(text)
    head = flags.group() if flags else ""
    groups: list[int] = []
    wrapped: list[str] = []
    group = 1
    for source in split_alternatives(text):
        body = source.removeprefix(head) if not wrapped else source
        groups.append(group)
        reading = _read(body)
        wrapped.append(f"({reading.source})")
        group += 1 + reading.groups
    try:
        return regex.compile(head + "|".join(wrapped), cache_pattern=False), tuple(groups)
    except regex.error as error:
        raise _syntax_error(text) from error
    except (RecursionError, OverflowError, MemoryError) as error:
        raise PatternTooCostlyError(position=0, limit=MOST_COPIES) from error


def _syntax_error(text: str) -> PatternSyntaxError:
    """The error of `regex`, for the pattern as the user wrote it."""
    try:
        regex.compile(text, cache_pattern=False)
    except regex.error as error:
        text = getattr(error, "msg", str(error))
        reason = Reason("engine", {"text": text})
        return PatternSyntaxError(position=getattr(error, "pos", 0) or 0, reason=reason)
    return PatternSyntaxError(position=0, reason=Reason("not_alone"))


def split_alternatives(text: str) -> list[str]:
    """The alternatives of a pattern, cut at the bars outside groups and classes.

    >>> split_alternatives(r"[|]|(?:a|b)+|\\|")
    ['[|]', '(?:a|b)+', '\\\\|']
    """
    bars = _read(text).bars
    starts, ends = [0, *(bar + 1 for bar in bars)], [*bars, len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]
