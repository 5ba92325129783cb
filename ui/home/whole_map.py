"""The home page's words: the first steps, the lessons as a path, the pages as pictures.

One piece of HTML in each language, written once: every reader opens it first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

from bpe_core.texts.corpus import sample
from bpe_lab.lessons.shelf import COURSE, course
from bpe_lab.text import LANGUAGES, joined, t
from ui.home.examples import FIRST_COUNTS, FIRST_TEXT
from ui.home.pictures import LEARNED, PICTURES, chip, picture
from ui.lecture.bar import lesson_states, state_of
from ui.page.leading import hall_link, page_link

LECTURE, PRACTICE = "lecture", "practice-token-costs"
FIRST_LESSON = "course-01-tokens"
Sections = tuple[tuple[str, tuple[str, ...]], ...]


class Ready(str):
    """Markup as it is to be sent.

    In a plain string Streamlit (1.67) looks for an indent of every line, a twentieth of this
    page's rerun.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return self


@cache
def home_html(language: str, sections: Sections) -> Ready:
    """All of it; ``sections`` are the navigation's."""
    return Ready(
        f"<style>{lesson_states(course())}</style>"
        f'<div class="home" lang="{LANGUAGES[language].tag}">'
        f"{first_steps(language)}{lessons(language)}{pages(language, sections)}</div>"
    )


def first_steps(language: str) -> str:
    """What it is, and one press to the first merge, the first question, the first lesson."""
    merge = page_link("train", language, text=FIRST_TEXT, at="merge 1, merge")
    question = page_link("train", language, text=FIRST_TEXT, ask="answer")
    lesson = page_link("", language, lesson=FIRST_LESSON)
    about = joined((t("home.sentence"), t("home.rule")))
    return (
        f'<section class="first"><div><h1>{t("home.lead")}</h1>'
        f"<p>{t('home.why')}</p><p>{about}</p>"
        f'<p class="starts"><a class="primary" {merge}>{t("home.first_merge")}</a>'
        f"<a {question}>{t('home.first_question')}</a>"
        f'<a class="plain" {lesson}>{t("home.first_lesson")}</a>'
        f"{hall_link(LECTURE, language)}</p></div>"
        f"{first_figure()}</section>"
    )


def first_figure() -> str:
    """The text of the first merge, before and after it."""
    *pair, _ = FIRST_COUNTS[0]
    text = sample(FIRST_TEXT).text
    parts = [_merged(part, pair) for part in _parts(text)]
    before = _drawn(
        "".join(
            chip(each, state="named" if len(part) > 1 else "") for part in word for each in part
        )
        for word in parts
    )
    after = _drawn(
        "".join(chip("".join(part), LEARNED if len(part) > 1 else 0) for part in word)
        for word in parts
    )
    named = escape(t("home.figure", text=text, left=pair[0], right=pair[1]))
    return (
        f'<div class="figure" role="img" aria-label="{named}"><b>{escape(text)}</b>'
        f"<p>{before}</p><i>↓</i><p>{after}</p></div>"
    )


def _parts(text: str) -> list[list[str]]:
    """The letters of each word.

    >>> _parts("a bc")
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


def _drawn(words: Iterable[str]) -> str:
    return "".join(f"<span>{word}</span>" for word in words)


def lessons(language: str) -> str:
    """The lecture, the course as a path, and the lesson for those who pay for tokens."""
    path = "".join(
        f"<li>{_lesson(name, language)}</li>" for name in course() if name.startswith(COURSE)
    )
    minutes = {each.minutes for name, each in course().items() if name.startswith(COURSE)}
    each_takes = t("home.course_facts", least=min(minutes), minutes=max(minutes))
    return (
        f'<section class="ways"><h2>{t("home.lessons")}</h2>'
        f"<div><h3>{t('home.lecture')}</h3>{_lesson(LECTURE, language)}"
        f"<p>{_facts(LECTURE)}</p></div>"
        f"<div><h3>{t('home.practice')}</h3>{_lesson(PRACTICE, language)}"
        f"<p>{_facts(PRACTICE)}</p></div>"
        f'<div class="course"><h3>{t("home.course")}</h3><p>{each_takes}</p>'
        f"<ol>{path}</ol></div>"
        "</section>"
    )


def _lesson(name: str, language: str) -> str:
    """A link that begins it, and how far this browser's reader has come."""
    title = escape(course()[name].title.text(language))
    number, _, words = title.replace("\u3000", " ").partition(" ")
    if number.isdecimal():
        title = f"<i>{number}</i> {words.strip()}"
    begins = page_link("", language, lesson=name)
    attribute, holder = state_of(name)
    return f"<a {begins} {attribute}>{title}{holder}</a>"


def _facts(name: str) -> str:
    lesson = course()[name]
    return t("home.facts", minutes=lesson.minutes, count=len(lesson.steps))


def pages(language: str, sections: Sections) -> str:
    """The pages as pictures, grouped as in the navigation."""
    groups = "".join(
        f"<h3>{t(f'section.{section}') if section else t('home.path')}</h3>"
        f"<ul>{''.join(_tile(name, language) for name in names if name in PICTURES)}</ul>"
        for section, names in sections
    )
    return f'<section class="pages"><h2>{t("home.pages")}</h2>{groups}</section>'


def _tile(page: str, language: str) -> str:
    return (
        f"<li><a {page_link(page, language)}>{picture(page)}<b>{t(f'page.{page}')}</b></a>"
        f"<p>{t(f'shows.{page}')}</p></li>"
    )
