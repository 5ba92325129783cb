"""A lesson file read and validated whole: the lesson, or everything that is wrong with it."""

from __future__ import annotations

import re
import tomllib
from typing import Any, NamedTuple, cast

from bpe_core.errors import BPELabError, MomentError, NotUTF8Error, SeedError, TextTooLargeError
from bpe_core.runtime.text import decode_utf8
from bpe_lab.exercises.material import MATERIAL
from bpe_lab.exercises.seed import Seed
from bpe_lab.html_pages import Language
from bpe_lab.lessons.lesson import (
    MODES,
    MOST_LEVEL,
    MOST_MINUTES,
    VERSION,
    Lesson,
    Mode,
    Step,
)
from bpe_lab.lessons.lesson_errors import (
    LessonChoiceError,
    LessonEndsEarlyError,
    LessonMomentError,
    LessonSeedError,
    LessonSyntaxError,
    LessonVersionError,
    LinkOrExerciseError,
    LoneKeyError,
    NoWalkError,
)
from bpe_lab.lessons.lines import Lines
from bpe_lab.lessons.links import link_errors, page_of
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.tables import Problems, Table, written
from bpe_lab.pages import PAGE_OF_EXERCISE, PAGES

SIZE_LIMIT = 256 * 1024  # bytes of a file
MOST_STEPS, MOST_OUTCOMES = 200, 20
MOST = {"title": 200, "text": 1000, "note": 4000, "ask": 1000, "answer": 2000}  # characters
MOST_OUTCOME, MOST_LINK, MOST_MOMENT = 300, 8000, 60

KEYS = ("version", "title", "level", "minutes", "outcome", "step")
STEP_KEYS = ("link", "at", "until", "mode", "exercise", "level", "seed", "script", *MOST)
NEEDS = {
    "at": "link",
    "until": "link",
    "level": "exercise",
    "seed": "exercise",
    "script": "exercise",
    "answer": "ask",
}
# Names that lesson files of before may have and no step has: such a scene opens at the start.
STEPLESS = {"encode": ("tie",)}
FIRST_GENERATOR = str(Seed(0))[0]
SYNTAX = re.compile(
    r"(?P<reason>.*?)(?: \(at (?:line (?P<line>\d+), .*|end of document)\))?", re.S
)


class Reading(NamedTuple):
    """The lesson, or None and what is wrong with its file, the first line first."""

    lesson: Lesson | None
    problems: tuple[BPELabError, ...] = ()


def read_lesson(data: bytes, lesson_id: str = "") -> Reading:
    """Read a lesson file of whatever content.

    >>> reading = read_lesson(b'version = 1')
    >>> [problem.values["key"] for problem in reading.problems]
    ['title', 'level', 'minutes', 'outcome', 'step']
    """
    if len(data) > SIZE_LIMIT:
        return Reading(None, (TextTooLargeError(size=len(data), limit=SIZE_LIMIT),))
    try:
        text = decode_utf8(data)
        values = tomllib.loads(text)
    except NotUTF8Error as error:
        return Reading(None, (error,))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Reading(None, (_syntax_error(error, data),))
    return _checked(values, Problems(Lines.of(text)), lesson_id)


def _syntax_error(error: Exception, data: bytes) -> LessonSyntaxError:
    """What the parser says, and the line that it names; without one, the last."""
    if isinstance(error, RecursionError):
        return LessonSyntaxError(line=1, key="–", reason="nested too deeply")
    match = SYNTAX.fullmatch(str(error))
    assert match, "the pattern takes any text"
    line = match["line"] or data.count(b"\n") + 1
    return LessonSyntaxError(line=int(line), key="–", reason=match["reason"])


def _checked(values: dict[str, Any], problems: Problems, lesson_id: str) -> Reading:
    table = Table(values, (), problems)
    version = values.get("version")
    if type(version) is not int or version != VERSION:
        table.report(LessonVersionError, "version", value=version, version=VERSION)
        return Reading(None, problems.in_order())
    table.allow(KEYS)
    table.demand(*KEYS)
    title = table.wording("title", (), MOST["title"])
    languages = title.languages
    lesson = Lesson(
        id=lesson_id,
        title=title,
        level=table.number("level", 1, MOST_LEVEL),
        minutes=table.number("minutes", 1, MOST_MINUTES),
        outcomes=tuple(
            each.as_wording(languages, MOST_OUTCOME)
            for each in table.tables("outcome", MOST_OUTCOMES)
        ),
        steps=tuple(_step(each, languages) for each in table.tables("step", MOST_STEPS)),
    )
    return Reading(None if problems.noted else lesson, problems.in_order())


def _step(table: Table, languages: tuple[Language, ...]) -> Step:
    table.allow(STEP_KEYS)
    if table.has("link") == table.has("exercise"):
        table.problems.add(LinkOrExerciseError, table.path)
    for key, other in NEEDS.items():
        if table.has(key) and not table.has(other):
            table.report(LoneKeyError, key, other=other)
    if table.has("ask"):
        table.demand("answer")
    words: dict[str, Any] = {
        key: table.wording(key, languages, most) for key, most in MOST.items()
    }
    if table.has("exercise"):
        return _exercise(table, words)
    link = _link(table)
    at, until = (_moment(table, key, link) for key in ("at", "until"))
    if at is not None and until is not None and until.is_before(at):
        table.report(LessonEndsEarlyError, "until", value=str(until), at=str(at))
    return Step(link=link, at=at, until=until, mode=_mode(table, "watch"), **words)


def _mode(table: Table, default: Mode) -> Mode:
    return cast(Mode, table.one_of("mode", MODES, default))


def _exercise(table: Table, words: dict[str, Any]) -> Step:
    table.demand("level", "seed")
    return Step(
        exercise=table.one_of("exercise", PAGE_OF_EXERCISE, ""),
        level=table.number("level", 1, MOST_LEVEL),
        seed=_seed(table),
        script=table.one_of("script", MATERIAL, "latin"),
        mode=_mode(table, "do"),
        **words,
    )


def _seed(table: Table) -> str:
    typed = table.text("seed", 20)
    try:
        return str(Seed.read(typed)) if typed else ""
    except SeedError:
        table.report(LessonSeedError, "seed", value=typed, first=FIRST_GENERATOR)
        return ""


def _link(table: Table) -> str:
    link = table.text("link", MOST_LINK)
    path = (*table.path, "link")
    if link:
        for problem in link_errors(link, table.problems.lines.line(path), written(path)):
            table.problems.take(problem)
    return link


def _moment(table: Table, key: str, link: str) -> Moment | None:
    typed = table.text(key, MOST_MOMENT)
    if not typed:
        return None
    try:
        moment = Moment.read(typed)
    except MomentError:
        table.report(LessonMomentError, key, value=typed)
        return None
    page = page_of(link)
    if page in PAGES:
        _check_moment(table, key, moment, page)
    return moment


def _check_moment(table: Table, key: str, moment: Moment, page: str) -> None:
    """Note a moment that no walk of ``page`` has, whatever its text."""
    units, kinds = PAGES[page].units, PAGES[page].kinds
    if not units:
        table.report(NoWalkError, key, page=page)
    elif not moment.is_edge and moment.unit not in units:
        known = ", ".join(("start", "end", *units))
        table.report(LessonChoiceError, key, value=moment.unit, known=known)
    elif moment.kind and moment.kind not in (*kinds, *STEPLESS.get(page, ())):
        table.report(LessonChoiceError, key, value=moment.kind, known=", ".join(kinds))
