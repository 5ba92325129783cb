"""The home page's words: the first steps, the lessons as a path, the pages as pictures.

One piece of HTML in each language, written once: every reader opens it first.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from bpe_core.texts.corpus import sample
from bpe_lab.lessons.shelf import COURSE, course
from bpe_lab.text import LANGUAGES, joined, t
from ui.home import examples
from ui.lecture.bar import lesson_states
from ui.page.markup import Html, html_of

LECTURE, PRACTICE = "lecture", "practice-token-costs"
FIRST_LESSON = "course-01-tokens"
Sections = tuple[tuple[str, tuple[str, ...]], ...]


@cache
def home_html(language: str, sections: Sections) -> Html:
    """All of it; ``sections`` are the navigation's."""
    path = [_lesson(name, language) for name in course() if name.startswith(COURSE)]
    minutes = {lesson["minutes"] for lesson in path}
    return html_of(
        *("home", "home"),
        tag=LANGUAGES[language].tag,
        states=lesson_states(course()),
        first=_first_steps(),
        course=path,
        lecture=_lesson(LECTURE, language),
        practice=_lesson(PRACTICE, language),
        minutes=(min(minutes), max(minutes)),
        sections=sections,
        examples=examples,
    )


def _first_steps() -> dict[str, Any]:
    """The sentences, and the text of the first merge with its words in parts."""
    *pair, _ = examples.FIRST_COUNTS[0]
    text = sample(examples.FIRST_TEXT).text
    return {
        "about": joined((t("home.sentence"), t("home.rule"))),
        "lesson": FIRST_LESSON,
        "text": text,
        "pair": pair,
        "words": [_merged(letters, pair) for letters in _letters(text)],
    }


def _letters(text: str) -> list[list[str]]:
    """The letters of each word.

    >>> _letters("a bc")
    [['a'], [' ', 'b', 'c']]
    """
    first, *words = text.split(" ")
    return [list(first), *([" ", *word] for word in words)]


def _merged(letters: list[str], pair: list[str]) -> list[list[str]]:
    """The letters, those of the pair together.

    >>> _merged(["c", "a", "t"], ["a", "t"])
    [['c'], ['a', 't']]
    """
    parts: list[list[str]] = []
    for letter in letters:
        if parts and [*parts[-1], letter] == pair:
            parts[-1].append(letter)
        else:
            parts.append([letter])
    return parts


def _lesson(name: str, language: str) -> dict[str, Any]:
    """What the map says of a lesson; one of the course has its number apart."""
    lesson = course()[name]
    title = lesson.title.text(language)
    number, _, words = title.replace("\u3000", " ").partition(" ")
    numbered = {"number": number, "title": words.strip()}
    return {
        "name": name,
        **(numbered if number.isdecimal() else {"number": "", "title": title}),
        "minutes": lesson.minutes,
        "scenes": len(lesson.steps),
    }
