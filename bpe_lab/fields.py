"""What pages ask for, as values: the parameter of a link, the default, what a link may say.

The app draws each field by its kind (`ui/page/fields.py`) and lessons are checked by the same
table (`bpe_lab/pages.py`), so that a link means one thing wherever it is opened. Nothing here
knows a page that is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bpe_core.errors import Notice
from bpe_core.runtime.text import pack, unpack

Value = TypeVar("Value")
Option = TypeVar("Option", bound=str)

MOST_DIGITS = 12
WITHOUT_TEXT = "-"  # stands in a link for a text that is too long for one


@dataclass(frozen=True, slots=True)
class Field(ABC, Generic[Value]):
    """One setting of a page: ``param`` names it in a link; empty: no link does."""

    param: str
    default: Value

    @abstractmethod
    def read(self, asked: str) -> Value | None:
        """What a link's ``asked`` means; None where it means nothing."""

    def write(self, value: Value) -> str | None:
        """What a link says of ``value``; None: nothing, or it is too long for one."""
        return None if value == self.default else str(value)


@dataclass(frozen=True, slots=True)
class Choice(Field[Option]):
    """One of several names."""

    options: tuple[Option, ...]

    def read(self, asked: str) -> Option | None:
        """The name, if it is one."""
        return next((option for option in self.options if option == asked), None)


def choice(param: str, *options: Option, default: Option | None = None) -> Choice[Option]:
    """One of ``options``, the first of them unless ``default`` says otherwise.

    >>> choice("scale", "log", "linear").read("linear"), choice("scale", "log").read("?")
    ('linear', None)
    """
    return Choice(param, options[0] if default is None else default, options)


@dataclass(frozen=True, slots=True)
class Number(Field["int | None"]):
    """A whole number, both bounds included; None stands for what an emptied field means.

    >>> merges = Number("merges", 24, 1, 200)
    >>> merges.read("7"), merges.read("201"), merges.read("+7"), merges.write(24)
    (7, None, None, None)
    """

    low: int
    high: int

    def read(self, asked: str) -> int | None:
        """The number, if it is written as one and within the bounds."""
        digits = asked.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS):
            return None
        return int(asked) if self.low <= int(asked) <= self.high else None

    def write(self, value: int | None) -> str | None:
        """The number; nothing of an emptied field."""
        return None if value in (None, self.default) else str(value)


@dataclass(frozen=True, slots=True)
class Switch(Field[bool]):
    """On or off, as 1 or 0."""

    default: bool = False

    def read(self, asked: str) -> bool | None:
        """Whether it is on."""
        return {"1": True, "0": False}.get(asked)

    def write(self, value: bool) -> str | None:
        """1 where it is on, since it is off by default."""
        return "1" if value else None


@dataclass(frozen=True, slots=True)
class Line(Field[str]):
    """Free text of at most ``most`` characters, whole or not at all: a part is another text."""

    most: int

    def read(self, asked: str) -> str | None:
        """The text, unless it is too long."""
        return asked if len(asked) <= self.most else None

    def write(self, value: str) -> str | None:
        """The text, unless it is too long."""
        return None if value == self.default or len(value) > self.most else value


@dataclass(frozen=True, slots=True)
class PackedText(Field[str]):
    """A longer text, packed: in a link while it is short enough for one.

    >>> own = PackedText("own", "", 20_000)
    >>> own.read(own.write("low lower")), own.read("?"), own.write("")
    ('low lower', None, None)
    >>> own.write("".join(map(chr, range(20_000, 23_000)))), own.read(WITHOUT_TEXT)
    ('-', None)
    """

    most: int

    def read(self, asked: str) -> str | None:
        """The text; the default where the link holds an empty one."""
        text = unpack(self.most)(asked)
        return self.default if text == "" else text

    def write(self, value: str) -> str | None:
        """The text packed; where that is too long, that the link is without its text."""
        try:
            return None if value == self.default else pack(value) or WITHOUT_TEXT
        except UnicodeEncodeError:  # a lone surrogate, which whoever takes the text refuses
            return None


@dataclass(frozen=True, slots=True)
class Several(Field[tuple[str, ...]]):
    """Some of ``options``, with commas between; also other numbers, ``between`` two bounds.

    ``renamed`` is what an option is called that a link calls otherwise.

    >>> sizes = Several("sizes", ("1000",), ("1000", "8000"), between=(257, 100_000))
    >>> sizes.read("8000,300"), sizes.read("8000,12"), sizes.write(("300",))
    (('8000', '300'), None, '300')
    """

    options: tuple[str, ...]
    between: tuple[int, int] | None = None
    renamed: Callable[[str], str] = str

    def read(self, asked: str) -> tuple[str, ...] | None:
        """What is named, each once, if all of it is known."""
        parts = dict.fromkeys(self._known(self.renamed(part)) for part in asked.split(","))
        return tuple(map(str, parts)) if None not in parts else None

    def write(self, value: tuple[str, ...]) -> str | None:
        """The names; nothing where none is chosen."""
        return ",".join(value) if value and value != self.default else None

    def _known(self, part: str) -> str | None:
        if part in self.options:
            return part
        number = Number("", None, *self.between).read(part) if self.between else None
        return None if number is None else str(number)


def refusal(field: Field[Any], name: object, asked: str) -> Notice:
    """What to say of a link's ``asked`` that means nothing to what readers call ``name``."""
    if isinstance(field, Line):
        return Notice("long_link", name=name, size=len(asked), limit=field.most)
    return Notice("unknown_choice", name=name, value=asked)
