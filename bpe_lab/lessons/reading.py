"""A lesson's file, read and written; one table of fields says what a lesson and a step have.

A file is read whole or refused with everything that is wrong with it. By the same table
`draft.py` keeps what is being written, where what can be read of a damaged text is worth more
than nothing: so each field is read strictly, salvaged leniently, and written in one way.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import tomli_w

from bpe_core.errors import BPELabError, InputError, NotUTF8Error
from bpe_core.runtime.text import decode_utf8, pack, unpack
from bpe_lab.exercises.draw import MATERIAL
from bpe_lab.exercises.seed import Seed
from bpe_lab.html_pages import LANGS
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.lesson import (
    MODES,
    MOST_LEVEL,
    MOST_MINUTES,
    NOTHING,
    VERSION,
    Lesson,
    Step,
    Wording,
)
from bpe_lab.lessons.lesson_errors import LessonError
from bpe_lab.lessons.links import link_errors, page_of
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.tables import Lines, Problems, Table, written
from bpe_lab.pages import PAGE_OF_EXERCISE, PAGES

SIZE_LIMIT = 256 * 1024  # bytes of a file
LINK_LIMIT = 6000  # characters of a packed lesson; servers take addresses of 8 KB
MOST_STEPS, MOST_OUTCOMES = 200, 20
MOST = {"title": 200, "text": 1000, "note": 4000, "ask": 1000, "answer": 2000}  # characters
MOST_OUTCOME, MOST_LINK, MOST_MOMENT, MOST_SEED = 300, 8000, 60, 20

# Names that lesson files of before may have and no step has: such a scene opens at the start.
STEPLESS = {"encode": ("tie",)}
FIRST_GENERATOR = str(Seed(0))[0]
PLAIN_CONTROLS = "\n\t"
DIRECTIONS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
SYNTAX = re.compile(
    r"(?P<reason>.*?)(?: \(at (?:line (?P<line>\d+), .*|end of document)\))?", re.S
)

# --- Kinds of fields


class Field(ABC):
    """How a value is read from a file, salvaged from a draft, and written into both."""

    @abstractmethod
    def read(self, table: Table, key: str) -> Any:
        """The value of ``key``, which is there; what is returned of a mistake is of no use."""

    @abstractmethod
    def salvage(self, value: object) -> Any:
        """What can be used of any ``value``, else what stands for none; notes nothing."""

    def write(self, value: Any) -> Any:
        """The value as files and drafts have it; None or an empty table: it is left out."""
        return value


@dataclass(frozen=True, slots=True)
class Text(Field):
    """Plain text of at most ``most`` characters."""

    most: int

    def read(self, table: Table, key: str) -> Any:
        value = table.values[key]
        if not isinstance(value, str) or not value.strip():
            table.report("not_text", key)
        elif len(value) > self.most:
            table.report("long_text", key, size=len(value), limit=self.most)
        elif control := next(filter(_is_control, value), None):
            table.report("control_character", key, code=ord(control))
        else:
            return value.strip()
        return ""

    def salvage(self, value: object) -> Any:
        """No longer than ``most``, and no half of a surrogate pair in it."""
        if not isinstance(value, str):
            return ""
        return value[: self.most].encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Link(Text):
    """A path within the app."""

    def read(self, table: Table, key: str) -> str:
        link = str(Text.read(self, table, key))
        path = (*table.path, key)
        if link:
            for problem in link_errors(link, table.problems.lines.line(path), written(path)):
                table.problems.take(problem)
        return link


@dataclass(frozen=True, slots=True)
class SeedText(Text):
    """A seed, which a file has in any case and a lesson as it is printed."""

    def read(self, table: Table, key: str) -> str:
        typed = str(Text.read(self, table, key))
        try:
            return str(Seed.read(typed)) if typed else ""
        except LabError:
            table.report("seed", key, value=typed, first=FIRST_GENERATOR)
            return ""


@dataclass(frozen=True, slots=True)
class MomentText(Text):
    """A moment of the walk of the step's page."""

    def read(self, table: Table, key: str) -> Moment | None:
        typed = str(Text.read(self, table, key))
        try:
            return Moment.read(typed) if typed else None
        except LabError:
            table.report("moment", key, value=typed)
            return None

    def salvage(self, value: object) -> Moment | None:
        try:
            return Moment.read(Text.salvage(self, value))
        except LabError:
            return None

    def write(self, value: Moment | None) -> str | None:
        return str(value) if value else None


@dataclass(frozen=True, slots=True)
class Number(Field):
    """A whole number from 1 to ``most``."""

    most: int
    otherwise: int = 1

    def read(self, table: Table, key: str) -> int:
        value = table.values[key]
        if not self._fits(value):
            table.report("number", key, value=value, low=1, high=self.most)
        return self.salvage(value)

    def salvage(self, value: object) -> int:
        return value if isinstance(value, int) and self._fits(value) else self.otherwise

    def _fits(self, value: object) -> bool:
        # subtle: the truth values are integers, too.
        return type(value) is int and 1 <= value <= self.most


@dataclass(frozen=True, slots=True)
class OneOf(Field):
    """One of ``known``, of which the first stands for none."""

    known: tuple[str, ...]

    def read(self, table: Table, key: str) -> str:
        value = table.values[key]
        if value not in self.known:
            table.report("choice", key, value=value, known=", ".join(self.known))
        return self.salvage(value)

    def salvage(self, value: object) -> str:
        return value if isinstance(value, str) and value in self.known else self.known[0]


@dataclass(frozen=True, slots=True)
class Words(Field):
    """A text in each of the lesson's languages, of at most ``most`` characters each."""

    most: int

    def read(self, table: Table, key: str) -> Wording:
        inner = table.table(key)
        return self.of_table(inner) if inner else NOTHING

    def of_table(self, table: Table) -> Wording:
        """The table itself; where the lesson has no languages yet, in those that it has."""
        table.allow(LANGS)
        own = tuple(language for language in LANGS if table.has(language))
        for language in table.languages or own or LANGS[:1]:
            if language not in own:
                table.problems.add("missing_language", table.path, language=language)
        texts = {language: Text(self.most).read(table, language) for language in own}
        return Wording({language: text for language, text in texts.items() if text})

    def salvage(self, value: object) -> Wording:
        if not isinstance(value, dict):
            return NOTHING
        texts = {language: Text(self.most).salvage(value.get(language)) for language in LANGS}
        return Wording({language: text for language, text in texts.items() if text.strip()})

    def write(self, value: Wording) -> dict[str, str]:
        return {language: value.by_language[language] for language in value.languages}


def _is_control(character: str) -> bool:
    """Whether it is a control character, a sign of direction or half a surrogate."""
    is_other = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
    is_direction = unicodedata.bidirectional(character) in DIRECTIONS
    return (is_other and character not in PLAIN_CONTROLS) or is_direction


# --- The table


class StepField(NamedTuple):
    """A field of a step, which may stand only ``beside`` another, and may be demanded there."""

    field: Field
    beside: str = ""
    is_demanded: bool = False


LESSON: Mapping[str, Field] = {
    "title": Words(MOST["title"]),
    "level": Number(MOST_LEVEL),
    "minutes": Number(MOST_MINUTES, otherwise=15),
}
OUTCOME = Words(MOST_OUTCOME)
STEP: Mapping[str, StepField] = {
    "link": StepField(Link(MOST_LINK)),
    "at": StepField(MomentText(MOST_MOMENT), "link"),
    "until": StepField(MomentText(MOST_MOMENT), "link"),
    "mode": StepField(OneOf(MODES)),
    "exercise": StepField(OneOf(tuple(PAGE_OF_EXERCISE))),
    "level": StepField(Number(MOST_LEVEL), "exercise", is_demanded=True),
    "seed": StepField(SeedText(MOST_SEED), "exercise", is_demanded=True),
    "script": StepField(OneOf(tuple(MATERIAL)), "exercise"),
    **{name: StepField(Words(most)) for name, most in MOST.items()},
    "answer": StepField(Words(MOST["answer"]), "ask", is_demanded=True),
}


def step_fields(*, is_exercise: bool) -> dict[str, Field]:
    """The fields of an exercise or of a scene, then those that both have."""
    own, other = ("exercise", "link") if is_exercise else ("link", "exercise")
    rows = [(name, row) for name, row in STEP.items() if other not in (name, row.beside)]
    rows.sort(key=lambda each: own not in (each[0], each[1].beside))
    return {name: row.field for name, row in rows}


def step_values(step: Step) -> dict[str, Any]:
    """A step as files and drafts have it."""
    values = {
        name: field.write(getattr(step, name))
        for name, field in step_fields(is_exercise=bool(step.exercise)).items()
    }
    return {name: value for name, value in values.items() if value not in (None, {})}


# --- Files


class Reading(NamedTuple):
    """The lesson, or None and what is wrong with its file, the first line first."""

    lesson: Lesson | None
    problems: tuple[BPELabError, ...] = ()


def write_lesson(lesson: Lesson) -> str:
    """The file that reads back as ``lesson``; its ``id`` is the file's name and not in it."""
    return tomli_w.dumps(
        {
            "version": VERSION,
            **{name: field.write(getattr(lesson, name)) for name, field in LESSON.items()},
            "outcome": [OUTCOME.write(outcome) for outcome in lesson.outcomes],
            "step": [step_values(step) for step in lesson.steps],
        },
        multiline_strings=True,
    )


def read_lesson(data: bytes, lesson_id: str = "") -> Reading:
    """Read a lesson file of whatever content.

    >>> reading = read_lesson(b'version = 1')
    >>> [problem.values["key"] for problem in reading.problems]
    ['title', 'level', 'minutes', 'outcome', 'step']
    """
    if len(data) > SIZE_LIMIT:
        return Reading(None, (InputError("text_too_large", size=len(data), limit=SIZE_LIMIT),))
    try:
        text = decode_utf8(data)
        values = tomllib.loads(text)
    except NotUTF8Error as error:
        return Reading(None, (error,))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Reading(None, (_syntax_error(error, data),))
    return _checked(Table(values, (), Problems(Lines.of(text))), lesson_id)


def _syntax_error(error: Exception, data: bytes) -> LessonError:
    """What the parser says, and the line that it names; without one, the last."""
    if isinstance(error, RecursionError):
        return LessonError("syntax", line=1, key="–", reason="nested too deeply")
    match = SYNTAX.fullmatch(str(error))
    assert match, "the pattern takes any text"
    line = match["line"] or data.count(b"\n") + 1
    return LessonError("syntax", line=int(line), key="–", reason=match["reason"])


def _checked(table: Table, lesson_id: str) -> Reading:
    """The lesson in ``table``, once all its values have been read."""
    problems, version = table.problems, table.values.get("version")
    if type(version) is not int or version != VERSION:
        table.report("version", "version", value=version, version=VERSION)
        return Reading(None, problems.in_order())
    keys = ("version", *LESSON, "outcome", "step")
    table.allow(keys)
    table.demand(*keys)
    values = {
        name: field.read(table, name) for name, field in LESSON.items() if table.has(name)
    }
    within = replace(table, languages=values.get("title", NOTHING).languages)
    outcomes = tuple(map(OUTCOME.of_table, within.tables("outcome", MOST_OUTCOMES)))
    steps = tuple(map(_step, within.tables("step", MOST_STEPS)))
    if problems.noted:
        return Reading(None, problems.in_order())
    return Reading(Lesson(id=lesson_id, **values, outcomes=outcomes, steps=steps))


def _step(table: Table) -> Step:
    table.allow(STEP)
    is_exercise = table.has("exercise")
    if table.has("link") == is_exercise:
        table.problems.add("link_or_exercise", table.path)
    for name, row in STEP.items():
        if row.beside and table.has(name) and not table.has(row.beside):
            table.report("lone_key", name, other=row.beside)
        if row.is_demanded and table.has(row.beside):
            table.demand(name)
    values: dict[str, Any] = {
        name: field.read(table, name)
        for name, field in step_fields(is_exercise=is_exercise).items()
        if table.has(name)
    }
    if is_exercise:
        values = {"mode": "do", **values}
    step = Step(**values)
    for key in ("at", "until"):
        _check_moment(table, key, values.get(key), page_of(step.link))
    if step.at and step.until and step.until.is_before(step.at):
        table.report("ends_early", "until", value=str(step.until), at=str(step.at))
    return step


def _check_moment(table: Table, key: str, moment: Moment | None, page: str) -> None:
    """Note a moment that no walk of ``page`` has, whatever its text."""
    if moment is None or page not in PAGES:
        return
    units, kinds = PAGES[page].units, PAGES[page].kinds
    if not units:
        table.report("no_walk", key, page=page)
    elif not moment.is_edge and moment.unit not in units:
        known = ", ".join(("start", "end", *units))
        table.report("choice", key, value=moment.unit, known=known)
    elif moment.kind and moment.kind not in (*kinds, *STEPLESS.get(page, ())):
        table.report("choice", key, value=moment.kind, known=", ".join(kinds))


# --- A short lesson as a parameter of an address


def pack_lesson(lesson: Lesson) -> str | None:
    """The lesson's file as a parameter; None where it is too long for an address."""
    return pack(write_lesson(lesson), LINK_LIMIT)


def unpack_lesson(packed: str) -> Reading:
    """The lesson that a parameter holds, checked like any file; inflates no more than one."""
    text = unpack(SIZE_LIMIT)(packed) if len(packed) <= LINK_LIMIT else None
    if text is None:
        return Reading(None, (LabError("packed_lesson", size=len(packed), limit=LINK_LIMIT),))
    return read_lesson(text.encode())
