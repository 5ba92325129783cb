"""The tables of a lesson file: values taken out by their type, every mistake noted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bpe_core.errors import BPELabError
from bpe_lab.html_pages import LANGUAGES, Language
from bpe_lab.lessons.lesson import NOTHING, Wording
from bpe_lab.lessons.lesson_errors import (
    ControlCharacterError,
    LessonChoiceError,
    LessonError,
    LessonNumberError,
    ListLengthError,
    LongLessonTextError,
    MissingLanguageError,
    MissingLessonKeyError,
    NotAListError,
    NotATableError,
    NotTextError,
    UnknownLessonKeyError,
)
from bpe_lab.lessons.lines import Lines, Path

PLAIN_CONTROLS = "\n\t"
MOST_PROBLEMS = 100  # noted of one file


@dataclass(slots=True)
class Problems:
    """What is wrong with a file, in the order of its lines."""

    lines: Lines
    noted: list[BPELabError] = field(default_factory=list)

    def add(self, kind: type[LessonError], path: Path, **values: object) -> None:
        """Note a mistake at ``path``."""
        self.take(kind(line=self.lines.line(path), key=written(path), **values))

    def take(self, problem: BPELabError) -> None:
        """Note ``problem``, unless there are enough."""
        if len(self.noted) < MOST_PROBLEMS:
            self.noted.append(problem)

    def in_order(self) -> tuple[BPELabError, ...]:
        """The first line first."""
        return tuple(sorted(self.noted, key=lambda each: int(str(each.values["line"]))))


def written(path: Path) -> str:
    """A path as a message has it, places counted from 1.

    >>> written(("step", 0, "text", "zh"))
    'step[1].text.zh'
    """
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file, at ``path``."""

    values: Mapping[str, Any]
    path: Path
    problems: Problems

    def report(self, kind: type[LessonError], key: str, **values: object) -> None:
        """Note a mistake in the value of ``key``."""
        self.problems.add(kind, (*self.path, key), **values)

    def has(self, key: str) -> bool:
        return key in self.values

    def demand(self, *keys: str) -> None:
        """Note which of ``keys`` are missing."""
        for key in keys:
            if key not in self.values:
                self.report(MissingLessonKeyError, key)

    def allow(self, known: Iterable[str]) -> None:
        """Note every key that is none of ``known``."""
        known = tuple(known)
        for key in self.values:
            if key not in known:
                self.report(UnknownLessonKeyError, key, known=", ".join(known))

    def text(self, key: str, most: int) -> str:
        """Plain text of at most ``most`` characters; empty where it is missing or wrong."""
        if key not in self.values:
            return ""
        value = self.values[key]
        if not isinstance(value, str) or not value.strip():
            self.report(NotTextError, key)
        elif len(value) > most:
            self.report(LongLessonTextError, key, size=len(value), limit=most)
        elif control := next(filter(_is_control, value), None):
            self.report(ControlCharacterError, key, code=ord(control))
        else:
            return value.strip()
        return ""

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number; ``low`` where it is missing or wrong."""
        value = self.values.get(key, low)
        if type(value) is int and low <= value <= high:
            return value
        self.report(LessonNumberError, key, value=value, low=low, high=high)
        return low

    def one_of(self, key: str, known: Iterable[str], default: str) -> str:
        """One of ``known``; ``default`` where it is missing or wrong."""
        if key not in self.values:
            return default
        known, value = tuple(known), self.values[key]
        if isinstance(value, str) and value in known:
            return value
        self.report(LessonChoiceError, key, value=value, known=", ".join(known))
        return default

    def wording(self, key: str, languages: Iterable[Language], most: int) -> Wording:
        """A text in each of ``languages``; nothing where it is missing or wrong."""
        inner = self.table(key)
        return inner.as_wording(languages, most) if inner else NOTHING

    def as_wording(self, languages: Iterable[Language], most: int) -> Wording:
        """The table itself as a text in each of ``languages``, or of those that it has."""
        self.allow(LANGUAGES)
        languages = tuple(languages) or tuple(each for each in LANGUAGES if self.has(each))
        for language in languages or LANGUAGES[:1]:
            if not self.has(language):
                self.problems.add(MissingLanguageError, self.path, language=language)
        texts = {each: self.text(each, most) for each in LANGUAGES if self.has(each)}
        return Wording({each: text for each, text in texts.items() if text})

    def table(self, key: str) -> Table | None:
        """The table under ``key``; None where it is missing or something else."""
        if key not in self.values:
            return None
        value = self.values[key]
        if isinstance(value, Mapping):
            return Table(value, (*self.path, key), self.problems)
        self.report(NotATableError, key)
        return None

    def tables(self, key: str, most: int) -> Iterator[Table]:
        """The tables of the list under ``key``, of which there are 1 to ``most``."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.report(NotAListError, key)
            return
        if self.has(key) and not 0 < len(value) <= most:
            self.report(ListLengthError, key, size=len(value), limit=most)
        for index, item in enumerate(value[:most]):
            path = (*self.path, key, index)
            if isinstance(item, Mapping):
                yield Table(item, path, self.problems)
            else:
                self.problems.add(NotATableError, path)


def _is_control(character: str) -> bool:
    """Whether it is a control character, a sign of direction or half a surrogate."""
    is_other = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
    is_direction = unicodedata.bidirectional(character) in DIRECTIONS
    return (is_other and character not in PLAIN_CONTROLS) or is_direction


DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
