"""Patterns written by users: parsed, limited and checked before `regex` gets them.

`regex` offers more than a pre-tokenizer needs, and some of it cannot be stopped once started:
nested repetitions take exponential time to compile, recursion and fuzzy matching hundreds of
megabytes to run. So a pattern is parsed here first, and only the plain part of the language is
accepted: characters, classes, groups, look-around, repetition, and the flags i, m and s.

Classes within classes and ``&&`` mean what they mean to the engines of tiktoken and Hugging
Face:

    [a-z&&[^b]]     what is in both: a to z without b
    [^(\\s|[.,!])]   what is in none of them

`regex` reads these in its version 1 only, which differs in more than that. So a class that has
them is written with look-ahead, which every version has. Groups are atomic: each takes exactly
one character, so there is nothing to give back.

    [a-z&&[^b]]     (?>(?=[a-z])[^b])
    [^(\\s|[.,!])]   (?>(?!(?>(?:(?=[(\\s|])|(?=[.,!])|(?=[)]))[\\s\\S]))[\\s\\S])
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import regex

from bpe_core.errors import PatternError, Phrase
from bpe_core.runtime.text import as_text

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

# subtle: `\h` is a hexadecimal digit to other engines, and `\N` no line feed or an error.
ESCAPE = re.compile(r"\\(?:[pPN]\{[^{}]*\}|[^1-9gKLhHN])", re.DOTALL)
_POSIX = re.compile(
    r"\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word"
    r"|xdigit):\]"
)
# A class without others in it. A `]` that comes first is literal.
_PLAIN = re.compile(
    rf"\[\^?+\]?+(?:{_POSIX.pattern}|{ESCAPE.pattern}|\[(?!:)|[^\[\]\\])*+\]", re.DOTALL
)
# Rust's engine, in tiktoken, subtracts by the first two; others take them as characters.
_NOT_THE_SAME = re.compile(r"--|~~|&&&")
_OPERATOR = re.compile(r"--|~~|&&&?")
_OPEN_RANGE = re.compile(rf"(?:{ESCAPE.pattern}|[^\\])-\Z", re.DOTALL)
MOST_DEEP = 20


class PatternFault(Phrase):
    """Why a pattern is not a regular expression: what `PatternError` has as its reason.

    >>> reason = PatternFault("engine", {"text": "bad escape"})
    >>> PatternError("syntax", position=2, reason=reason)
    PatternError('the pattern is wrong at character 2: regex says: bad escape')
    """

    __slots__ = ()
    section = "pattern_reason"
    english = REASONS


@lru_cache(maxsize=64)
def check_pattern(text: str) -> str:
    """``text`` if it can be a pattern; raises ``PatternError`` otherwise.

    >>> check_pattern(r"\\w+|\\W+")
    '\\\\w+|\\\\W+'
    >>> check_pattern("a*|b")
    Traceback (most recent call last):
    bpe_core.errors.PatternError: the pattern matches the empty text, at byte 0
    """
    if len(text) > LONGEST:
        raise PatternError("too_long", size=len(text), limit=LONGEST)
    compiled, _ = compile_custom(as_text(text))
    try:
        if compiled.match("", timeout=SECONDS):
            raise PatternError("matches_empty", position=0)
    except TimeoutError as error:
        raise PatternError("too_slow", position=0) from error
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
        raise PatternError("too_costly", position=0, limit=MOST_COPIES) from error


def _syntax_error(text: str) -> PatternError:
    """The error of `regex`, for the pattern as the user wrote it."""
    try:
        regex.compile(text, cache_pattern=False)
    except regex.error as error:
        text = getattr(error, "msg", str(error))
        reason = PatternFault("engine", {"text": text})
        return PatternError("syntax", position=getattr(error, "pos", 0) or 0, reason=reason)
    return PatternError("syntax", position=0, reason=PatternFault("not_alone"))


def split_alternatives(text: str) -> list[str]:
    """The alternatives of a pattern, cut at the bars outside groups and classes.

    >>> split_alternatives(r"[|]|(?:a|b)+|\\|")
    ['[|]', '(?:a|b)+', '\\\\|']
    """
    bars = _read(text).bars
    starts, ends = [0, *(bar + 1 for bar in bars)], [*bars, len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


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

    def refuse(self, size: int = 1) -> PatternError:
        part = self.text[self.at : self.at + size]
        return PatternError("unsupported", part=part, position=self.at)

    def wrong(self, reason: str) -> PatternError:
        return PatternError("syntax", position=self.at, reason=PatternFault(reason))


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
        raise PatternError("too_costly", position=reading.at, limit=MOST_COPIES)


class CharacterClass(NamedTuple):
    """Where it ends, how `regex` reads it alike, and how many plain classes that has."""

    end: int
    source: str
    size: int = 1


class UnreadableClassError(ValueError):
    """A part of a class that engines read differently: from ``start``, ``size`` characters."""

    def __init__(self, start: int, size: int) -> None:
        super().__init__(start, size)
        self.start, self.size = start, size


class _NotClosedError(ValueError):
    """A class that the pattern's end cuts off."""


def character_class(text: str, start: int) -> CharacterClass | None:
    """The class at ``start``; None for what is not one.

    subtle: a bracket within a class is literal where, read as a class, it would leave the outer
    one open. Other engines refuse that, so it can mean nothing else.

    >>> character_class("[a-z&&[^b]]+", 0)
    CharacterClass(end=11, source='(?>(?=[a-z])[^b])', size=2)
    >>> character_class("[[(]+", 0)
    CharacterClass(end=4, source='[[(]', size=1)
    """
    try:
        return _nested(text, start, MOST_DEEP)
    except _NotClosedError:
        plain = _PLAIN.match(text, start)
    if plain is None:
        return None
    if (operator := _OPERATOR.search(plain.group())) is not None:
        raise UnreadableClassError(start + operator.start(), len(operator.group()))
    return CharacterClass(plain.end(), plain.group())


def _nested(text: str, start: int, deep: int) -> CharacterClass:
    """Read a class and those within it, at most ``deep`` of them in each other."""
    if not deep:
        raise UnreadableClassError(start, 1)
    is_negated = text.startswith("^", start + 1)
    reading = _Operands(text, start + 1 + is_negated, deep)
    while not reading.is_at_end():
        reading.step()
    reading.end_plain()
    end = reading.at + 1
    if not reading.is_compound:
        return CharacterClass(end, text[start:end])
    if not reading.both[-1]:
        raise UnreadableClassError(reading.at - 2, 2)
    *ahead, last = map(_either, reading.both)
    source = last
    if ahead:
        source = f"(?>{''.join(f'(?={operand})' for operand in ahead)}{last})"
    if is_negated:
        source = rf"(?>(?!{source})[\s\S])"
    return CharacterClass(end, source, reading.size + is_negated)


@dataclass(slots=True)
class _Operands:
    """The inside of a class, read up to ``at``.

    ``both``: for every operand of ``&&``, of which classes it is the union. Characters from
    ``plain`` on are not among them yet.
    """

    text: str
    at: int
    deep: int
    plain: int = 0
    both: list[list[str]] = field(default_factory=lambda: [[]])
    size: int = 0
    is_compound: bool = False

    def __post_init__(self) -> None:
        self.plain = self.at

    def is_at_end(self) -> bool:
        """Whether a bracket closes the class here; one that comes first is literal."""
        if self.at >= len(self.text):
            raise _NotClosedError
        is_first = self.plain == self.at and not self.is_compound
        return self.text[self.at] == "]" and not is_first

    def step(self) -> None:
        """Read a character, an escape, an operator or a class."""
        text, at = self.text, self.at
        if odd := _NOT_THE_SAME.match(text, at):
            raise UnreadableClassError(at, len(odd.group()))
        if text.startswith("&&", at):
            self._check_no_range()
            self.end_plain()
            if not self.both[-1] or text.startswith("]", at + 2):
                raise UnreadableClassError(at, 2)
            self.both.append([])
            self._go_on(at + 2)
        elif (item := _POSIX.match(text, at) or ESCAPE.match(text, at)) is not None:
            self.at = item.end()
        elif text[at] == "[":
            if text.startswith(":", at + 1):
                raise UnreadableClassError(at, 2)
            self._check_no_range()
            self.end_plain()
            inner = _nested(text, at, self.deep - 1)
            self.both[-1].append(inner.source)
            self.size += inner.size
            self._go_on(inner.end)
        elif text[at] == "\\":
            raise UnreadableClassError(at, 2)
        else:
            self.at += 1

    def _check_no_range(self) -> None:
        """Raise for a range that ends here in an operator or a class: ``[a-[b]]``."""
        plain = self.text[self.plain : self.at]
        if _OPEN_RANGE.search(plain):
            raise UnreadableClassError(self.at - 1, 2)

    def _go_on(self, at: int) -> None:
        self.at = self.plain = at
        self.is_compound = True

    def end_plain(self) -> None:
        """Add the plain characters up to here, as a class of their own."""
        if self.plain < self.at:
            # subtle: what was not the first of the whole may be the first of its own class.
            guard = "\\" if self.text[self.plain] == "^" else ""
            self.both[-1].append(f"[{guard}{self.text[self.plain : self.at]}]")
            self.size += 1


def _either(parts: list[str]) -> str:
    """What is in one of these classes.

    subtle: not as alternatives that are classes themselves. `regex` 2026.11.19 makes one class
    of these, and takes ``[^a]|[^b]`` for ``[^ab]``.
    """
    if len(parts) == 1:
        return parts[0]
    ahead = "|".join(f"(?={part})" for part in parts)
    return rf"(?>(?:{ahead})[\s\S])"
