"""Classes within classes and ``&&``, as the engines of tiktoken and Hugging Face read them.

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
from typing import NamedTuple

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
