"""Links of lessons: paths within the app, with the options of their page.

What is wrong with one that a file has, and the step that leads to what an address says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from bpe_lab.exercises.draw import FIRST_SCRIPT, LEVELS, MATERIAL
from bpe_lab.exercises.seed import Seed
from bpe_lab.fields import Choice, Field, Number, Switch
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.lesson_errors import LessonError
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGE_OF_EXERCISE, PAGES

MOST_OPTIONS = 30
LONGEST = 8000  # characters of a value
# The options that choose a page's text, and the one that holds a text of the reader's own.
OWN_TEXTS: Mapping[str, str] = {
    "text": "own",
    "sample": "own_sample",
    "passage": "own_passage",
    "words": "own_words",
    "race_text": "own_race",
    "subword_text": "own_learned",
    "piece_text": "own_pieces",
    "compared_text": "own_compared",
    "beside_text": "beside_own",
    "counted_text": "counted",
}
# Values of options that stand for what the reader's session alone has.
UNLINKED = ("upload", "file", "workshop")


def page_of(link: str) -> str:
    """The page of a link, whether or not there is one of that name.

    >>> page_of("/train?text=low")
    'train'
    """
    return link.partition("?")[0].removeprefix("/")


def link_errors(link: str, line: int, key: str) -> Iterator[LessonError]:
    """What is wrong with ``link``, which stands in ``line`` as the value of ``key``."""
    mistake = partial(LessonError, line=line, key=key)
    options, page = _options(link), page_of(link)
    if options is None:
        yield mistake("link", link=link)
        return
    if page not in PAGES:
        yield mistake("unknown_page", page=page, known=", ".join(PAGES))
        return
    known = PAGES[page].options
    for option, value in options:
        if option not in known:
            names = ", ".join(sorted(known)) or "–"
            yield mistake("unknown_option", option=option, page=page, known=names)
        elif error := wrong_value(known[option], value, line, f"{key} {option}"):
            yield error


def wrong_value(field: Field[Any], value: str, line: int, key: str) -> LessonError | None:
    """What is wrong with ``value`` in ``line``, if anything.

    >>> print(wrong_value(Number("merges", 2, 1, 9), "10", 4, "step[1].link merges"))
    Line 4, step[1].link merges: 10 is not a whole number from 1 to 9.
    """
    mistake = partial(LessonError, line=line, key=key)
    if isinstance(field, Choice | Switch) and field.read(value) is None:
        known = ", ".join(("1", "0") if isinstance(field, Switch) else field.options)
        return mistake("choice", value=value, known=known)
    if isinstance(field, Number) and field.read(value) is None:
        return mistake("number", value=value, low=field.low, high=field.high)
    if len(value) > LONGEST:
        return mistake("long_text", size=len(value), limit=LONGEST)
    return None


def _options(link: str) -> list[tuple[str, str]] | None:
    """The options of a path like ``/train?text=low``; None for anything else."""
    if not link.isascii() or not link.isprintable() or " " in link:
        return None
    try:
        parts = urlsplit(link)
        options = parse_qsl(
            parts.query,
            keep_blank_values=True,
            strict_parsing=bool(parts.query),
            errors="strict",
            max_num_fields=MOST_OPTIONS,
        )
    except ValueError:
        return None
    names = [name for name, _ in options]
    return options if _is_path(parts, link) and len(set(names)) == len(names) else None


def _is_path(parts: SplitResult, link: str) -> bool:
    """Whether it stays within the app: no scheme, no server, no fragment, one name."""
    elsewhere = parts.scheme or parts.netloc or parts.fragment
    return not elsewhere and link.startswith("/") and parts.path.count("/") == 1


def step_here(page: str, query: Mapping[str, str], at: Moment | None) -> Step:
    """The step that opens ``page`` as ``query`` sets it up, at the moment ``at``.

    What belongs to the reader, not to the page, is left out.

    >>> step_here("train", {"text": "low", "lang": "zh", "step": "4"}, None).link
    '/train?text=low'
    >>> step_here("linked", {"exercise": "2-17F3"}, None).exercise
    'trace.linked'
    """
    exercise = _exercise(page, query.get("exercise", ""))
    if exercise is not None:
        return exercise
    known = PAGES[page].options
    options = {name: value for name, value in query.items() if name in known}
    return Step(link=f"/{page}" + (f"?{urlencode(options)}" if options else ""), at=at)


def is_self_contained(query: Mapping[str, str]) -> bool:
    """Whether ``query`` holds all that it speaks of: no file, and each own text whole.

    >>> is_self_contained({"text": "own"}), is_self_contained({"text": "low"})
    (False, True)
    """
    if any(value in UNLINKED for value in query.values()):
        return False
    return all(query.get(name) != "own" or own in query for name, own in OWN_TEXTS.items())


def _exercise(page: str, name: str) -> Step | None:
    """The exercise that an address calls ``3-17F3`` or ``3-17F3-chinese``."""
    kind = next((kind for kind, its in PAGE_OF_EXERCISE.items() if its == page), None)
    level, _, rest = name.partition("-")
    seed, _, script = rest.partition("-")
    if (
        kind is None
        or level not in map(str, LEVELS)
        or (script or FIRST_SCRIPT) not in MATERIAL
    ):
        return None
    try:
        number = str(Seed.read(seed))
    except LabError:
        return None
    return Step(
        exercise=kind, level=int(level), seed=number, script=script or FIRST_SCRIPT, mode="do"
    )
